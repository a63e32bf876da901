import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '../base/ports.ts';
import type { EngineUrls } from '../base/processes.ts';
import { generalVariable, perEngine, type RoleEngine, roleEngines } from '../base/roles.ts';
import type { Secrets } from '../base/secrets.ts';
import { environment, type Settings } from '../base/settings.ts';
import type { ChildPlan } from '../base/supervised.ts';
import {
  ensurePrimary,
  ensureUsers,
  mongod,
  mongodArguments,
  mongodAuthArguments,
  mongodUrl,
} from './mongod.ts';
import { nats, natsArguments, natsEnvironment } from './nats.ts';
import { type Engine, obtainAll } from './obtain.ts';
import { mongoVersion, natsVersion, pingTcp, redisVersion, requireUsable } from './reach.ts';
import { redis, redisArguments } from './redis.ts';
import { mongodbKeyFile, redisUsersFile, userOf, writeCredentials } from './service-users.ts';

/** The private engines to start on this machine, and the URLs of all engines. */
export interface Engines {
  readonly processes: readonly ChildPlan[];
  readonly urls: EngineUrls;
}

interface Ports {
  readonly mongod: number;
  readonly redis: number;
  readonly nats: number;
}

/**
 * Finds or downloads the programs of the private engines. Checks the external engines that the settings name.
 *
 * @throws Problem when an engine is not available or not reachable
 */
export async function prepareEngines(settings: Settings, secrets: Secrets): Promise<Engines> {
  const { DATA_DIR: dataDir } = settings;
  await requireExternal(settings, secrets);

  const ports = await keepPorts(dataDir);
  const wanted: { engine: Engine; port: number }[] = [];
  const own = roleEngines.filter((engine) => !externalEngine(settings, engine));
  if (own.some(({ kind }) => kind === 'mongodb')) wanted.push({ engine: mongod, port: ports.mongod });
  if (own.some(({ kind }) => kind === 'redis')) wanted.push({ engine: redis, port: ports.redis });
  if (!settings.NATS_URL) wanted.push({ engine: nats, port: ports.nats });
  const programs = await obtainAll(wanted.map(({ engine }) => engine));
  for (const name of ['mongodb', 'redis', 'log', 'run'])
    await mkdir(join(dataDir, name), { recursive: true });
  await writeCredentials(dataDir, secrets.engines);
  // The auth service stores its counts of failed logins in Redis database 1. The cart service uses database 0.
  const database = ({ variable }: RoleEngine) => (variable === 'AUTH_REDIS_URL' ? 1 : 0);
  const loginOf = ({ variable }: RoleEngine) => `${userOf(variable)}:${secrets.engines.data[variable]}@`;
  const privateUrl = {
    mongodb: (engine: RoleEngine) => mongodUrl(ports.mongod, loginOf(engine)),
    redis: (engine: RoleEngine) => `redis://${loginOf(engine)}127.0.0.1:${ports.redis}/${database(engine)}`,
  };
  const operator = `operator:${secrets.engines.operator}@`;
  return {
    processes: wanted.map(({ engine, port }, index) =>
      enginePart(engine, programs[index] ?? '', { dataDir, port, secrets }),
    ),
    urls: {
      data: perEngine((engine) => externalEngine(settings, engine)?.url ?? privateUrl[engine.kind](engine)),
      operator: {
        mongodb: settings.MONGODB_URL ?? mongodUrl(ports.mongod, operator),
        redis: settings.REDIS_URL ?? `redis://${operator}127.0.0.1:${ports.redis}/0`,
      },
      nats: settings.NATS_URL ?? `nats://127.0.0.1:${ports.nats}`,
      natsLogin: !settings.NATS_URL?.includes('@'),
    },
  };
}

/** For each kind of external engine, the oldest supported version and the function that reads the version. */
const checksOf = {
  mongodb: { minimum: mongod.minimum, readVersion: mongoVersion },
  redis: { minimum: redis.minimum, readVersion: redisVersion },
};

/**
 * Returns the URL of the external engine that stores a role's data, and as `by` the name of the variable with this URL.
 * Null if the engine is private.
 */
function externalEngine(
  settings: Settings,
  { kind, variable }: RoleEngine,
): { by: string; url: string } | null {
  for (const by of [variable, generalVariable[kind]]) {
    const url = settings[by];
    if (url) return { by, url };
  }
  return null;
}

async function requireExternal(settings: Settings, secrets: Secrets): Promise<void> {
  const checks = roleEngines.map(async (engine) => {
    const { by, url } = externalEngine(settings, engine) ?? {};
    const { minimum, readVersion } = checksOf[engine.kind];
    if (by && url) await requireUsable(minimum, by, url, () => readVersion(url));
  });
  const bus = settings.NATS_URL;
  if (bus) {
    const login = { user: 'gateway', pass: secrets.nats.gateway };
    checks.push(requireUsable(nats.minimum, 'NATS_URL', bus, () => natsVersion(bus, login)));
  }
  await Promise.all(checks);
}

/**
 * Returns the ports of the private engines and stores them in the data folder. Later starts use the same
 * ports if these are free.
 */
async function keepPorts(dataDir: string): Promise<Ports> {
  const path = join(dataDir, 'ports.json');
  const kept = await readFile(path, 'utf8')
    .then((text) => JSON.parse(text) as Partial<Ports>)
    .catch(() => ({}) as Partial<Ports>);
  const [mongodPort, redisPort, natsPort] = await Promise.all([
    freePort(kept.mongod),
    freePort(kept.redis),
    freePort(kept.nats),
  ]);
  const ports = { mongod: mongodPort, redis: redisPort, nats: natsPort };
  await writeFile(path, `${JSON.stringify(ports)}\n`);
  return ports;
}

/** Data folder, port and passwords with which a private engine is started. */
interface Place {
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
function enginePart(engine: Engine, program: string, place: Place): ChildPlan {
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
