import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { endCommands } from './commands.ts';
import { startClusters } from './engines/clusters/clusters.ts';
import { SupervisedNodes } from './engines/clusters/supervised-nodes.ts';
import { type Engines, prepareEngines } from './engines/private-engines.ts';
import { untilReady } from './is-ready.ts';
import { ListeningSockets } from './listening-sockets.ts';
import { withLock } from './lock.mjs';
import type { Replicas } from './options.ts';
import { claimPort } from './ports.ts';
import { keepPrivate } from './private-folder.ts';
import {
  type EngineUrls,
  nodeFlags,
  type ProcessContext,
  processEnvironment,
  publicUrl,
} from './processes.ts';
import { type EngineVariable, type ServedRole, servedRoles } from './roles.ts';
import { endAll, type PidFile, RunFolder } from './run-folder.ts';
import { keepSecrets, type Secrets, writePrivately } from './secrets.ts';
import { root, type Settings } from './settings.ts';
import { shopSetting } from './storefront.ts';
import { keepStreamsOf } from './streams.ts';
import { type ChildPlan, Supervised } from './supervised.ts';
import { Problem, say } from './terminal.ts';
import { enginesEndMs, longStartMs, processEndMs, processReadyMs } from './time-limits.ts';
import { keepLocalCertificate, type TlsFiles } from './tls.ts';
import type { Topology } from './topology.ts';

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
    const processes = servedRoles.flatMap((kind) =>
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
