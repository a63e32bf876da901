import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../dev/base/ports.ts';
import { nats } from '../../dev/engines/nats.ts';
import { type Engine, obtain } from '../../dev/engines/obtain.ts';
import { redis, redisArguments } from '../../dev/engines/redis.ts';
import type { Counted } from '../processes.ts';

const floorNames = [
  'node-http',
  'koa',
  'redis-read',
  'redis-write',
  'nats',
  'nats-redis-read',
  'nats-redis-write',
] as const;
export type FloorName = (typeof floorNames)[number];

/** A running floor, which is a minimal server for comparison: its URL and its processes. */
export interface Floor {
  readonly url: string;
  readonly processes: readonly Counted[];
}

async function untilListening(port: number): Promise<void> {
  for (let tries = 0; tries < 400; tries += 1) {
    const socket = connect(port, '127.0.0.1');
    const listens = await Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'error').then(() => false),
    ]).catch(() => false);
    socket.destroy();
    if (listens) return;
    await sleep(25);
  }
  throw new Error(`nothing listens on port ${port}`);
}

/** Starts floors (minimal servers for comparison) and their engines. Each floor starts at its first use. */
export class Floors implements AsyncDisposable {
  readonly #folder: string;
  readonly #children: ChildProcess[] = [];
  readonly #engines = new Map<string, Promise<Counted & { url: string }>>();
  readonly #floors = new Map<FloorName, Promise<Floor>>();

  constructor(folder: string) {
    this.#folder = folder;
    process.once('exit', this.#killAll);
  }

  readonly #killAll = () => {
    for (const child of this.#children) child.kill('SIGKILL');
  };

  get(name: FloorName): Promise<Floor> {
    const known = this.#floors.get(name) ?? this.#start(name);
    this.#floors.set(name, known);
    return known;
  }

  async #start(name: FloorName): Promise<Floor> {
    if (name === 'node-http' || name === 'koa') return this.#server(name, '', []);
    if (name.startsWith('nats')) return this.#overNats(name);
    const engine = await this.#engine('redis');
    return this.#server(name, engine.url, [engine]);
  }

  async #overNats(name: FloorName): Promise<Floor> {
    const nats = await this.#engine('nats');
    const redis = name === 'nats' ? null : await this.#engine('redis');
    const subject = name;
    const { counted } = await this.#fork('nats-responder', nats.url, subject, redis?.url ?? '');
    const behind = [nats, ...(redis ? [redis] : []), { ...counted, name: 'responder' }];
    return this.#server('nats', nats.url, behind, subject);
  }

  async #server(name: FloorName, url: string, behind: readonly Counted[], subject = ''): Promise<Floor> {
    const { port, counted } = await this.#fork(name, url, subject);
    return { url: `http://127.0.0.1:${port}`, processes: [{ ...counted, name: 'server' }, ...behind] };
  }

  async #fork(name: string, ...words: string[]): Promise<{ port: number; counted: Counted }> {
    const file = fileURLToPath(new URL(`./${name}.ts`, import.meta.url));
    const child = fork(file, words, { execArgv: ['--disable-warning=ExperimentalWarning'] });
    this.#children.push(child);
    const exited = once(child, 'exit').then(() =>
      Promise.reject(new Error(`the floor ${name} cannot be started`)),
    );
    const [{ port }] = (await Promise.race([once(child, 'message'), exited])) as [{ port: number }];
    exited.catch(() => undefined);
    return { port, counted: { name, pid: child.pid ?? 0 } };
  }

  #engine(name: 'redis' | 'nats'): Promise<Counted & { url: string }> {
    const known = this.#engines.get(name) ?? this.#startEngine(name);
    this.#engines.set(name, known);
    return known;
  }

  async #startEngine(name: 'redis' | 'nats'): Promise<Counted & { url: string }> {
    const engine: Engine = name === 'redis' ? redis : nats;
    const program = await obtain(engine);
    const port = await freePort();
    await mkdir(join(this.#folder, 'redis'), { recursive: true });
    const args =
      name === 'redis' ? redisArguments(this.#folder, port) : ['--addr', '127.0.0.1', '--port', String(port)];
    const child = spawn(program, args, { stdio: 'ignore' });
    this.#children.push(child);
    await untilListening(port);
    return { name, pid: child.pid ?? 0, url: `${name}://127.0.0.1:${port}` };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    process.off('exit', this.#killAll);
    for (const child of this.#children.toReversed()) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
  }
}
