import { chmodSync, lstatSync, mkdirSync, readdirSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import net from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { getSystemErrorName } from 'node:util';
import { ErrorCode, NatsError } from 'nats';
import { connectNats } from '#platform/bus/connection.ts';
import { keepStreams } from '#platform/events/streams.ts';
import type { HealthDetails } from '#platform/service/health.ts';
import { endCommands } from './base/commands.ts';
import { withLock } from './base/lock.mjs';
import type { Replicas, Topology } from './base/options.ts';
import { claimPort } from './base/ports.ts';
import {
  type EngineUrls,
  nodeFlags,
  type ProcessContext,
  processEnvironment,
  publicUrl,
} from './base/processes.ts';
import { type EngineVariable, type ServedRole, servedRoles } from './base/roles.ts';
import { endAll, type PidFile, RunFolder } from './base/run-folder.ts';
import { keepSecrets, type Secrets, writePrivately } from './base/secrets.ts';
import { root, type Settings } from './base/settings.ts';
import { type ChildPlan, Supervised } from './base/supervised.ts';
import { Problem, say } from './base/terminal.ts';
import { keepLocalCertificate, type TlsFiles } from './base/tls.ts';
import { SupervisedNodes, startClusters } from './engines/clusters/clusters.ts';
import { type Engines, prepareEngines } from './engines/private-engines.ts';
import { shopSetting } from './storefront.ts';

/**
 * Milliseconds within which a process must be ready. Without saved lists, the catalogue first reads all its products: a
 * million products with 1.6 million variations take more than five minutes.
 */
const processReadyMs = 1_800_000;

/**
 * Milliseconds within which the processes of a role must end. The catalogue saves its lists, and a gateway finishes its
 * requests.
 */
const processEndMs: Readonly<Record<ServedRole['name'], number>> = {
  catalogue: 20_000,
  auth: 3_000,
  cart: 3_000,
  events: 3_000,
  connect: 3_000,
  gateway: 4_500,
};

/** Milliseconds within which the engines must end. */
const enginesEndMs = 3_500;

/** Milliseconds after which `npm start` prints that it still waits for a process. */
const longStartMs = 10_000;

/**
 * How many descriptors of each public socket a gateway inherits. Node accepts only one connection for each
 * descriptor in a turn of the event loop, so more descriptors let the gateway accept more connections
 * (gateway/http/servers.ts).
 */
const descriptorsPerSocket = 128;
/** Number of the first descriptor that a child inherits (`inherits` in supervised.ts). */
const firstDescriptor = 4;

/** The settings that give a gateway the numbers of its inherited descriptors. */
const descriptorSettings = Object.fromEntries(
  ['HTTP_FD', 'HTTPS_FD'].map((name, socket) => {
    const from = firstDescriptor + socket * descriptorsPerSocket;
    return [name, Array.from({ length: descriptorsPerSocket }, (_, at) => from + at).join(',')];
  }),
);

/**
 * The content of `DATA_DIR/run/system.json`, from which other programs read how to reach the running system. The URLs
 * may contain credentials.
 */
export interface SystemFile {
  readonly pid: number;
  readonly httpUrl: string;
  readonly httpsUrl: string;
  readonly caFile: string;
  readonly natsUrl: string;
  readonly dataUrls: Readonly<Record<EngineVariable, string>>;
  readonly operatorUrls: EngineUrls['operator'];
}

/** Starts, supervises and stops a whole system: the engines and all processes. */
export class System {
  readonly #settings: Settings;
  readonly #replicas: Replicas;
  readonly #topology: Topology;
  readonly #dataDir: string;
  /** The children by group. The engines are one group, and the replicas of each role are one group. */
  readonly #groups = new Map<string, Supervised[]>();
  #run: RunFolder | null = null;
  #listeningSockets: ListeningSockets | null = null;
  /** The nodes of the engines; null if the topology is `single`. */
  #nodes: Promise<SupervisedNodes> | null = null;
  #stopping: Promise<void> | null = null;
  #hurried = false;

  constructor(settings: Settings, replicas: Replicas, topology: Topology) {
    this.#topology = topology;
    this.#settings = settings;
    this.#replicas = replicas;
    this.#dataDir = settings.DATA_DIR;
  }

  /**
   * Starts everything in order and waits until the gateways are ready. @throws Problem if the start fails;
   * then call `stop`
   */
  async start(): Promise<SystemFile> {
    const run = await this.#claim();
    const { HTTP_HOST: host, HTTP_PORT, HTTPS_PORT } = this.#settings;
    const httpPort = await claimPort('HTTP_PORT', host, HTTP_PORT);
    const httpsPort = await claimPort('HTTPS_PORT', host, HTTPS_PORT);
    this.#listeningSockets = new ListeningSockets(host, [httpPort, httpsPort]);
    const [secrets, tls] = await Promise.all([keepSecrets(this.#dataDir), this.#tls()]);
    const [engines, SHOP] = await Promise.all([
      this.#engines(run, secrets),
      shopSetting(this.#settings.SHOP),
    ]);
    const settings = { ...this.#settings, SHOP };
    const surroundings = { settings, replicas: this.#replicas, engines: engines.urls };
    // Engines and processes start in parallel, because each process first loads its code and then waits for the engines
    // by itself.
    await Promise.all([
      ...engines.processes.map((part) => this.#supervise('engines', part, run)),
      keepStreamsOf(engines.urls, secrets, settings.EVENT_REPLICAS),
      this.#startProcesses(run, { ...surroundings, secrets, tls, httpPort, httpsPort }),
    ]);
    const found = this.#describe(engines.urls, tls, httpPort, httpsPort);
    await Promise.all((this.#groups.get('gateway') ?? []).map(({ privateUrl }) => untilReady(privateUrl)));
    this.#assertNotStopping();
    await writePrivately(run.path('system.json'), found);
    return found;
  }

  /** Stops everything in order: gateways, services, engines. May be called at any time. */
  stop(): Promise<void> {
    this.#stopping ??= this.#end();
    return this.#stopping;
  }

  /** Kills the processes, so that a running `stop` ends sooner. Engines still have 1.5 s to save their data. */
  hurry(): void {
    this.#hurried = true;
    for (const { name } of servedRoles) {
      for (const { pid } of this.#groups.get(name) ?? []) if (pid) process.kill(pid, 'SIGKILL');
    }
  }

  /**
   * Takes the data folder for the current process, and ends processes of an earlier start that was killed.
   *
   * @throws Problem when a system of this data folder already runs
   */
  async #claim(): Promise<RunFolder> {
    keepPrivate(this.#dataDir);
    await mkdir(join(this.#dataDir, 'log'), { recursive: true });
    // With this working directory, the process counts as a process of this data folder (`belongs` in run-folder.ts).
    process.chdir(this.#dataDir);
    const run = new RunFolder(this.#dataDir);
    return withLock(
      run.path('start.lock'),
      () => undefined,
      async () => {
        const running = run.running();
        const other = running.find(({ name }) => name === 'start');
        if (other)
          throw new Problem(`the system of ${this.#dataDir} already runs (pid ${other.pid}); end it first.`);
        this.#assertNotStopping();
        run.writePid('start', process.pid);
        this.#run = run;
        if (running.length > 0) {
          say(`ending what an earlier start left running: ${running.map(({ name }) => name).join(', ')}`);
          await endOrphans(running);
          for (const { name } of running) run.removePid(name);
        }
        await rm(run.path('system.json'), { force: true });
        return run;
      },
    );
  }

  async #engines(run: RunFolder, secrets: Secrets): Promise<Engines> {
    if (this.#topology === 'single') return prepareEngines(this.#settings, secrets);
    const starting = startClusters(this.#settings, secrets);
    this.#nodes = starting.then(({ nodes }) => new SupervisedNodes(nodes, run));
    await this.#nodes;
    this.#assertNotStopping();
    return { processes: [], urls: (await starting).urls };
  }

  async #tls(): Promise<TlsFiles> {
    const { TLS_CERT_FILE: certFile, TLS_KEY_FILE: keyFile } = this.#settings;
    if (certFile && keyFile) return { certFile, keyFile, caFile: certFile };
    return keepLocalCertificate(this.#dataDir);
  }

  async #startProcesses(run: RunFolder, surroundings: ProcessContext): Promise<void> {
    const { settings } = surroundings;
    const wanted = servedRoles.filter(({ needs }) => needs === null || settings[needs] !== undefined);
    const processes = wanted.flatMap((kind) =>
      Array.from({ length: this.#replicas[kind.name] }, (_, index) => ({
        group: kind.name,
        part: this.#processPart(kind, index + 1, surroundings),
      })),
    );
    const timer = setTimeout(() => say('still starting: a large catalogue is read first'), longStartMs);
    await Promise.all(processes.map(({ group, part }) => this.#supervise(group, part, run))).finally(() =>
      clearTimeout(timer),
    );
  }

  /** Returns the descriptors that a gateway inherits, in the order in which `descriptorSettings` numbers them. */
  #inheritedDescriptors(): number[] {
    const descriptors = this.#listeningSockets?.descriptors ?? [];
    return descriptors.flatMap((descriptor) => Array<number>(descriptorsPerSocket).fill(descriptor));
  }

  #processPart(kind: ServedRole, number: number, surroundings: ProcessContext): ChildPlan {
    const name = `${kind.name}-${number}`;
    const isGateway = kind.name === 'gateway';
    return {
      name,
      program: process.execPath,
      args: [...nodeFlags, '--disable-warning=ExperimentalWarning', join(root, kind.entry)],
      env: {
        ...processEnvironment(kind, number, surroundings),
        ...(isGateway ? descriptorSettings : {}),
      },
      cwd: this.#dataDir,
      logFile: join(this.#dataDir, 'log', `${name}.log`),
      readyWithinMs: processReadyMs,
      ...(isGateway ? { inherits: this.#inheritedDescriptors() } : {}),
    };
  }

  #supervise(group: string, part: ChildPlan, run: RunFolder): Promise<void> {
    this.#assertNotStopping();
    const child = new Supervised(part, run);
    this.#groups.set(group, [...(this.#groups.get(group) ?? []), child]);
    return child.start();
  }

  #assertNotStopping(): void {
    if (this.#stopping) throw new Problem('the start was interrupted.');
  }

  #describe(engines: EngineUrls, tls: TlsFiles, httpPort: number, httpsPort: number): SystemFile {
    const { HTTP_HOST: host } = this.#settings;
    return {
      pid: process.pid,
      httpUrl: publicUrl('http', host, httpPort),
      httpsUrl: publicUrl('https', host, httpsPort),
      caFile: tls.caFile,
      natsUrl: engines.nats,
      dataUrls: engines.data,
      operatorUrls: engines.operator,
    };
  }

  async #end(): Promise<void> {
    endCommands();
    this.#listeningSockets?.close();
    const run = this.#run;
    if (!run) return;
    await rm(run.path('system.json'), { force: true });
    for (const { name } of servedRoles.toReversed()) await this.#endGroup(name, processEndMs[name]);
    await this.#endGroup('engines', enginesEndMs);
    const nodes = await this.#nodes?.catch(() => null);
    await nodes?.stop(enginesEndMs);
    run.removePid('start');
  }

  async #endGroup(group: string, patienceMs: number): Promise<void> {
    const children = this.#groups.get(group) ?? [];
    const pids = children.map((child) => child.pid).filter((pid) => pid !== null);
    for (const child of children) child.release();
    await endAll(pids, this.#hurried ? Math.min(patienceMs, 1_500) : patienceMs);
    for (const child of children) this.#run?.removePid(child.part.name);
  }
}

/**
 * Ends processes of an earlier start that was killed. Engines have more time to end, because engines save
 * their data.
 */
async function endOrphans(orphans: readonly PidFile[]): Promise<void> {
  const isProcess = ({ name }: PidFile) => servedRoles.some((kind) => name.startsWith(`${kind.name}-`));
  const processes = orphans.filter(isProcess);
  const engines = orphans.filter((each) => !isProcess(each));
  await Promise.all([
    endAll(
      processes.map(({ pid }) => pid),
      300,
    ),
    endAll(
      engines.map(({ pid }) => pid),
      1_500,
    ),
  ]);
}

/** Milliseconds for which failures are repeated. A cluster of NATS first elects a leader, which takes seconds. */
const startMs = 30_000;
const pauseMs = 50;
const forbidden: readonly string[] = [ErrorCode.AuthorizationViolation, ErrorCode.PermissionsViolation];

/**
 * Makes the streams as the NATS user `streams`, once NATS answers. Only prints a failure, because the system works
 * without streams, and `status` reports that they are missing.
 */
export async function keepStreamsOf(
  { nats, natsLogin }: EngineUrls,
  { nats: passwords }: Secrets,
  nodes: string | undefined,
): Promise<void> {
  const login = natsLogin ? { NATS_USER: 'streams', NATS_PASSWORD: passwords.streams } : {};
  for (const end = Date.now() + startMs; ; await sleep(pauseMs)) {
    try {
      const connection = await connectNats('streams', { NATS_URL: nats, ...login }, false);
      await keepStreams(connection, nodes ? Number(nodes) : undefined).finally(() => connection.close());
      return;
    } catch (error) {
      const isForbidden = error instanceof NatsError && forbidden.includes(error.code);
      if (!isForbidden && Date.now() < end) continue;
      const reason = error instanceof Error ? error.message : String(error);
      return say(`the streams could not be made (${reason}): run npm run cli -- streams keep`);
    }
  }
}

const READY_WITHIN_MS = 30_000;

/**
 * Returns whether a process is ready, its dependencies are available, and its feeds are current. `privateUrl` is the
 * URL of the process's private port.
 *
 * @throws Error when the process does not answer
 */
export async function isReady(privateUrl: string | null): Promise<boolean> {
  // The connection is closed at once, because an open connection would delay the end of the process.
  const options = { headers: { connection: 'close' } };
  const response = await fetch(`${privateUrl}/health/ready?verbose`, options);
  const { dependencies, feeds } = (await response.json()) as HealthDetails;
  const up = Object.values(dependencies).every(({ state }) => state === 'up');
  return response.status === 200 && up && Object.values(feeds).every(({ current }) => current);
}

/** Waits until a gateway is ready, its dependencies are available, and its feeds are current. @throws Problem */
async function untilReady(privateUrl: string | null): Promise<void> {
  const until = Date.now() + READY_WITHIN_MS;
  for (;;) {
    if (await isReady(privateUrl).catch(() => false)) return;
    if (Date.now() > until)
      throw new Problem(`the gateway did not become ready within ${READY_WITHIN_MS / 1000} s.`);
    await sleep(50);
  }
}

/** The umask with which other users get no access to new files. */
const ownerOnly = 0o077;

/**
 * Makes a folder that only its owner can enter. In an existing folder, removes other users' access to the
 * folder and all its contents.
 *
 * Also sets the umask of the process and its children. Otherwise engines would write files that all users can
 * read.
 */
export function keepPrivate(folder: string): void {
  process.umask(ownerOnly);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  tighten(folder);
}

/**
 * Removes the access of other users to a file or folder. Does not follow links, because their targets may be elsewhere.
 * Skips files that have vanished.
 */
function tighten(path: string): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found || found.isSymbolicLink()) return;
  try {
    if ((found.mode & ownerOnly) !== 0) chmodSync(path, found.mode & 0o7777 & ~ownerOnly);
    if (found.isDirectory()) for (const name of readdirSync(path)) tighten(join(path, name));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

/** A socket that is bound to a port. The current process does not accept connections on this socket. */
interface Handle {
  readonly fd: number;
  close(): void;
}

/** An internal function of Node's cluster module. No public function binds a port without accepting connections. */
const { _createServerHandle: bind } = net as unknown as {
  _createServerHandle(
    host: string,
    port: number,
    family: 4 | 6,
    fd: undefined,
    flags: number,
  ): Handle | number;
};

/**
 * Binds the public ports once for all gateways. Each gateway inherits the sockets and accepts connections on
 * these sockets. When a gateway ends, other gateways accept the waiting connections.
 */
export class ListeningSockets {
  readonly #handles: readonly Handle[];

  /** Binds the ports. @throws Problem with the port that cannot be bound */
  constructor(host: string, ports: readonly number[]) {
    this.#handles = ports.map((port) => {
      const handle = bind(host, port, host.includes(':') ? 6 : 4, undefined, 0);
      if (typeof handle === 'number')
        throw new Problem(`port ${port} on ${host} cannot be used (${getSystemErrorName(handle)}).`);
      return handle;
    });
  }

  /** The descriptors of the sockets, for the option `stdio` of a child process. */
  get descriptors(): number[] {
    return this.#handles.map(({ fd }) => fd);
  }

  /** Closes the sockets in the current process. Gateways that still run continue to accept connections. */
  close(): void {
    for (const handle of this.#handles) handle.close();
  }
}
