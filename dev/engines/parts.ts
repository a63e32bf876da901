import { join } from 'node:path';
import type { RoleName } from '../roles.ts';
import { environment } from '../settings.ts';
import type { Part } from '../supervised.ts';
import { ensurePrimary, mongodArguments } from './mongod.ts';
import { natsArguments, natsEnvironment } from './nats.ts';
import type { Engine } from './obtain.ts';
import { pingTcp } from './reach.ts';
import { redisArguments } from './redis.ts';

/** Where a private engine keeps its data, where it listens, and the passwords of those who may enter NATS. */
export interface Place {
  readonly dataDir: string;
  readonly port: number;
  readonly passwords: Readonly<Record<RoleName, string>>;
}

type Kind = Pick<Part, 'name' | 'cwd' | 'env' | 'args' | 'probe'>;

/** How each engine is started: its folder in the data folder, its arguments, and when it can be used. */
const kinds: Readonly<Record<Engine['program'], (place: Place) => Kind>> = {
  mongod: ({ dataDir, port }) => ({
    name: 'mongod',
    cwd: join(dataDir, 'mongodb'),
    env: {},
    args: mongodArguments(dataDir, port),
    probe: () => ensurePrimary(port),
  }),
  'redis-server': ({ dataDir, port }) => ({
    name: 'redis',
    cwd: join(dataDir, 'redis'),
    env: {},
    args: redisArguments(dataDir, port),
    probe: () => pingTcp(port, 'PING\r\n', /^\+PONG/),
  }),
  'nats-server': ({ dataDir, port, passwords }) => ({
    name: 'nats',
    cwd: join(dataDir, 'run'),
    env: natsEnvironment(dataDir, port, passwords),
    args: natsArguments(),
    probe: () => pingTcp(port, '', /^INFO /),
  }),
};

/** A private engine as `npm start` runs it. `mongodb`, `redis`, `log` and `run` must be folders of the data folder. */
export function enginePart(engine: Engine, program: string, place: Place): Part {
  const kind = kinds[engine.program](place);
  const { PATH, HOME, TZ } = environment;
  return {
    ...kind,
    program,
    env: { PATH, HOME, TZ, ...kind.env },
    logFile: join(place.dataDir, 'log', `${kind.name}.log`),
    readyWithinMs: 60_000,
  };
}
