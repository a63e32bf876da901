import { join } from 'node:path';
import type { Secrets } from '../secrets.ts';
import { environment } from '../settings.ts';
import type { ChildPlan } from '../supervised.ts';
import { ensurePrimary, mongodArguments } from './mongod.ts';
import { ensureUsers, mongodAuthArguments } from './mongod-users.ts';
import { natsArguments, natsEnvironment } from './nats.ts';
import type { Engine } from './obtain.ts';
import { pingTcp } from './reach.ts';
import { redisArguments } from './redis.ts';
import { mongodbKeyFile, redisUsersFile } from './service-users.ts';

/** Data folder, port and passwords with which a private engine is started. */
export interface Place {
  readonly dataDir: string;
  readonly port: number;
  readonly secrets: Pick<Secrets, 'nats' | 'engines'>;
}

type Kind = Pick<ChildPlan, 'name' | 'cwd' | 'env' | 'args' | 'probe'>;

/** For each program, a function that returns how to start the engine: folder, arguments and probe. */
const kinds: Readonly<Record<Engine['program'], (place: Place) => Kind>> = {
  mongod: ({ dataDir, port, secrets }) => ({
    name: 'mongod',
    cwd: join(dataDir, 'mongodb'),
    env: {},
    args: [...mongodArguments(dataDir, port), ...mongodAuthArguments(mongodbKeyFile(dataDir))],
    probe: async () => {
      await ensurePrimary(port, secrets.engines.mongodbKey);
      await ensureUsers(port, secrets.engines);
    },
  }),
  'redis-server': ({ dataDir, port, secrets }) => ({
    name: 'redis',
    cwd: join(dataDir, 'redis'),
    env: {},
    args: [...redisArguments(dataDir, port), '--aclfile', redisUsersFile(dataDir)],
    probe: () => pingTcp(port, `AUTH operator ${secrets.engines.operator}\r\nPING\r\n`, /^\+OK\r\n\+PONG/),
  }),
  'nats-server': ({ dataDir, port, secrets }) => ({
    name: 'nats',
    cwd: join(dataDir, 'run'),
    env: natsEnvironment(dataDir, port, secrets.nats),
    args: natsArguments(),
    probe: () => pingTcp(port, '', /^INFO /),
  }),
};

/**
 * Returns how `npm start` starts a private engine. The folders `mongodb`, `redis`, `log` and `run` of the data folder
 * must exist.
 */
export function enginePart(engine: Engine, program: string, place: Place): ChildPlan {
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
