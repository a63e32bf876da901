import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { guardAgainstOrphans } from '../../base/orphans.ts';
import { type Environment, environment } from '../../base/settings.ts';

/** One process of an engine that runs on several processes. */
export interface EngineNode {
  /**
   * The node's name, such as `redis-1`, which is unique in the cluster. The node's folder and log also have this
   * name.
   */
  readonly name: string;
  readonly port: number;
  /** The process id; null while the process does not run. */
  readonly pid: number | null;
  /** Ends the process with SIGKILL and keeps its data. */
  kill(): Promise<void>;
  /** Ends the process with SIGTERM, as an operator does. */
  stop(): Promise<void>;
  /** Starts the process again with its data, on the same port. Resolves when the process accepts connections. */
  start(): Promise<void>;
  pause(): void;
  resume(): void;
}

/** An engine that runs on several processes of this machine. */
export interface EngineCluster {
  /** The URL with the addresses of all nodes, as in MONGODB_URL, REDIS_URL or NATS_URL. */
  readonly url: string;
  readonly nodes: readonly EngineNode[];
  /** Kills all nodes. Keeps their data in the folder of the cluster. */
  close(): Promise<void>;
}

const START_MS = 30_000;
const STOP_MS = 10_000;

/** How to start one node of a cluster. */
export interface NodePlan {
  readonly name: string;
  /** The port on which the node listens, also after a restart. */
  readonly port: number;
  readonly program: string;
  readonly args: readonly string[];
  readonly env?: Environment;
  /**
   * The node's working folder, created at the start. The node's output is appended to the file `<name>.log`
   * in this folder.
   */
  readonly folder: string;
  /**
   * Throws as long as the node cannot be used. Without a probe, a node counts as usable when its port accepts
   * connections.
   */
  readonly probe?: () => Promise<void>;
}

/**
 * Tries once to connect to a port of 127.0.0.1.
 *
 * @throws Error if no program accepts the connection within a second
 */
export async function acceptsConnections(port: number): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const socket = connect(port, '127.0.0.1', resolve);
  socket.setTimeout(1_000, () => reject(new Error('no answer'))).once('error', reject);
  await promise.finally(() => socket.destroy());
}

/**
 * Starts one node of a cluster. The node is killed when the current process dies.
 *
 * @throws Error if the node cannot be used after 30 s
 */
export async function startNode(plan: NodePlan): Promise<EngineNode> {
  const node = new NodeProcess(plan);
  await node.start();
  return node;
}

class NodeProcess implements EngineNode {
  readonly #plan: NodePlan;
  #child: ChildProcess | null = null;

  constructor(plan: NodePlan) {
    this.#plan = plan;
  }

  get name(): string {
    return this.#plan.name;
  }

  get port(): number {
    return this.#plan.port;
  }

  get pid(): number | null {
    return this.#child?.pid ?? null;
  }

  async start(): Promise<void> {
    if (this.#child) return;
    const { folder, port, probe = () => acceptsConnections(port) } = this.#plan;
    await mkdir(folder, { recursive: true });
    const child = this.#spawn();
    const end = Date.now() + START_MS;
    for (;;) {
      const failure = await probe().then(() => null, String);
      if (this.#child !== child) throw new Error(`${this.name} ended; its log is in ${folder}`);
      if (failure === null) return;
      if (Date.now() > end) {
        await this.kill();
        throw new Error(`${this.name} cannot be used: ${failure}; its log is in ${folder}`);
      }
      await sleep(25);
    }
  }

  #spawn(): ChildProcess {
    const { name, program, args, env, folder } = this.#plan;
    const log = openSync(join(folder, `${name}.log`), 'a', 0o600);
    const { PATH, HOME, TZ } = environment;
    const child = spawn(program, args, {
      cwd: folder,
      env: { PATH, HOME, TZ, ...env },
      stdio: ['ignore', log, log],
      // The node has a separate process group. So Ctrl-C in a terminal reaches only the process that started
      // the cluster.
      detached: true,
    });
    closeSync(log);
    this.#child = child;
    const unguard = child.pid ? guardAgainstOrphans(child.pid, null) : () => undefined;
    const onEnd = () => {
      unguard();
      if (this.#child === child) this.#child = null;
    };
    child.once('exit', onEnd).once('error', onEnd);
    return child;
  }

  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  async stop(): Promise<void> {
    await this.#end('SIGTERM');
  }

  /**
   * Sends a signal to the process, and resolves when the process has ended. Kills a process that still runs
   * after 10 s.
   */
  async #end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const child = this.#child;
    if (!child) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
    await ended;
    clearTimeout(timer);
  }

  pause(): void {
    this.#child?.kill('SIGSTOP');
  }

  resume(): void {
    this.#child?.kill('SIGCONT');
  }
}
