import { spawn } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Topology } from '../dev/base/options.ts';
import { guardAgainstOrphans } from '../dev/base/orphans.ts';
import type { EngineVariable, RoleName, ServedRole } from '../dev/base/roles.ts';
import { closeConnections } from './connections.ts';
import { dataFolder } from './data-folder.ts';
import { keepGuestKeySecret } from './guest-key-secret.ts';
import { SecretFinder } from './secret-finder.ts';

const root = resolve(fileURLToPath(import.meta.url), '../..');
const READY_WITHIN_MS = 300_000;

/** Options of a test system. */
export interface SystemOptions {
  /** How many replicas of each role run; by default one. */
  readonly replicas?: Readonly<Partial<Record<ServedRole['name'], number>>>;
  /** Whether the demo shop is imported; by default false. */
  readonly demo?: boolean;
  /** The data folder, which `stop` keeps. By default a temporary folder, which `stop` deletes. */
  readonly dataDir?: string;
  /** `single` (the default) starts the system as `npm start` does, `cluster` as `npm run cluster` does. */
  readonly topology?: Topology;
  /** The folder with the program of the system; by default this repository. */
  readonly root?: string;
  /** Settings of `npm start`, such as MOUNTS or NATS_URL. */
  readonly env?: Readonly<Record<string, string>>;
}

/** A running system as `npm start` runs it: engines, services and gateway. */
export interface RunningSystem extends AsyncDisposable {
  readonly httpUrl: string;
  readonly httpsUrl: string;
  /** Path of the certificate of the authority that clients must trust for `httpsUrl`. */
  readonly caFile: string;
  readonly natsUrl: string;
  /** URLs of MongoDB and Redis with the login of an operator, who has all rights. */
  readonly mongodbUrl: string;
  readonly redisUrl: string;
  /** URLs of MongoDB and Redis with the login of each service. */
  readonly dataUrls: Readonly<Record<EngineVariable, string>>;
  readonly dataDir: string;
  /** The folder with the program of the system. */
  readonly root: string;
  /** Returns the token for `/operations` and `/metrics` on the private ports of a role. */
  operationsToken(role: RoleName): string;
  /** Returns the password with which a role logs in to NATS. */
  natsPassword(role: RoleName): string;
  /** Returns the current pid of a process such as `cart-2` or `redis`. The name of the supervisor is `start`. */
  pid(name: string): Promise<number>;
  /** Returns the log of a process such as `cart-2` or `redis`. */
  logs(name: string): Promise<string>;
  /** Adds a text of at least 8 characters. `stop` fails if the output of any process contains the text. */
  secret(text: string): void;
  /**
   * Stops the system. Resolves when all its processes have ended. May be called twice.
   *
   * @throws Error when a process has written a secret of the data folder, or a text that was given to `secret`
   */
  stop(): Promise<void>;
}

/**
 * Starts a system with `dev/start.ts` on free ports and waits until it is ready.
 *
 * @throws Error with the output when the system does not become ready
 */
export async function startSystem(options: SystemOptions = {}): Promise<RunningSystem> {
  const dataDir = options.dataDir ?? (await dataFolder());
  await keepGuestKeySecret(dataDir);
  const child = spawnStart(dataDir, options);
  const unguard = options.dataDir ? () => undefined : guardAgainstOrphans(child.pid ?? 0, dataDir, true);
  let printed = '';
  const ready = Promise.withResolvers<void>();
  const ended = new Promise<void>((done) => child.once('exit', () => done()));
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      printed += chunk;
      if (/^ready http/m.test(printed)) ready.resolve();
    });
  }
  const secretFinder = new SecretFinder();
  const stop = async () => {
    closeConnections();
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
    await ended;
    const leaks = [
      ...secretFinder.foundIn('npm start', printed),
      ...(await secretFinder.foundInLogs(dataDir)),
    ];
    if (!options.dataDir) await rm(dataDir, { recursive: true, force: true, maxRetries: 3 });
    unguard();
    if (leaks.length > 0) throw new Error(`secrets were written:\n${leaks.join('\n')}`);
  };
  void ended.then(() => ready.reject(new Error(`npm start ended: ${printed.trim()}`)));
  const late = sleep(READY_WITHIN_MS, null, { ref: false }).then(() => {
    throw new Error(`npm start was not ready within ${READY_WITHIN_MS / 1000} s: ${printed.trim()}`);
  });
  try {
    await Promise.race([ready.promise, late]);
  } catch (error) {
    await stop();
    throw error;
  }
  const system = await systemIn(dataDir, options.root ?? root, (text) => secretFinder.add(text), stop);
  secretFinder.addAll(await secretsOf(dataDir), 'secrets.json');
  const key = await readFile(join(dataDir, 'tls/key.pem'), 'utf8').catch(() => '');
  secretFinder.addKey(key);
  return system;
}

/**
 * Returns the system of a data folder, which another process has started. `stop` does not stop the system, but calls
 * `release` with the texts that were given to `secret`.
 */
export function startedSystem(
  dataDir: string,
  release: (secrets: readonly string[]) => Promise<void>,
): Promise<RunningSystem> {
  const secrets: string[] = [];
  let released: Promise<void> | undefined;
  const stop = () => {
    closeConnections();
    released ??= release(secrets);
    return released;
  };
  return systemIn(dataDir, root, (text) => void secrets.push(text), stop);
}

function spawnStart(dataDir: string, options: SystemOptions) {
  const replicas = Object.entries(options.replicas ?? {}).map(([name, count]) => `${name}=${count}`);
  const args = [
    ...(options.topology === 'cluster' ? ['--cluster'] : []),
    ...(options.demo ? [] : ['--empty']),
    ...(replicas.length > 0 ? ['--replicas', replicas.join(',')] : []),
  ];
  const { PATH, HOME, ENGINES_DIR, XDG_CACHE_HOME } = process.env;
  const given = { PATH, HOME, ENGINES_DIR, XDG_CACHE_HOME, LOG_LEVEL: 'info', CHECK_REPLIES: 'true' };
  return spawn(process.execPath, [join(options.root ?? root, 'dev/start.ts'), ...args], {
    env: {
      ...given,
      NODE_COMPILE_CACHE: join(root, '.data/compile-cache'),
      ...options.env,
      DATA_DIR: dataDir,
      HTTP_PORT: '0',
      HTTPS_PORT: '0',
    },
    // The IPC channel closes when this test is killed. The system then stops.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
}

interface SystemFile {
  readonly httpUrl: string;
  readonly httpsUrl: string;
  readonly caFile: string;
  readonly natsUrl: string;
  readonly dataUrls: Readonly<Record<EngineVariable, string>>;
  readonly operatorUrls: Readonly<Record<'mongodb' | 'redis', string>>;
}

const secretsOf = async (dataDir: string) =>
  JSON.parse(await readFile(join(dataDir, 'secrets.json'), 'utf8'));

/** Returns the running system of a data folder, with these functions `secret` and `stop`. */
async function systemIn(
  dataDir: string,
  programRoot: string,
  secret: RunningSystem['secret'],
  stop: RunningSystem['stop'],
): Promise<RunningSystem> {
  const found: SystemFile = JSON.parse(await readFile(join(dataDir, 'run/system.json'), 'utf8'));
  const secrets = await secretsOf(dataDir);
  return {
    httpUrl: found.httpUrl,
    httpsUrl: found.httpsUrl,
    caFile: found.caFile,
    natsUrl: found.natsUrl,
    mongodbUrl: found.operatorUrls.mongodb,
    redisUrl: found.operatorUrls.redis,
    dataUrls: found.dataUrls,
    dataDir,
    root: programRoot,
    operationsToken: (role) => secrets.operationsTokens[role],
    natsPassword: (role) => secrets.nats[role],
    pid: async (name) => Number(await readFile(join(dataDir, `run/${name}.pid`), 'utf8')),
    logs: (name) => readFile(join(dataDir, `log/${name}.log`), 'utf8'),
    secret,
    stop,
    [Symbol.asyncDispose]: stop,
  };
}
