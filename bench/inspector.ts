import { setTimeout as sleep } from 'node:timers/promises';
import type { RunningSystem } from '#testing/system.ts';
import type { Counted } from './processes.ts';

/** With these environment variables, a process opens its inspector on a free port when it gets SIGUSR1. */
export const inspectedNode = { NODE_OPTIONS: '--inspect-port=0' };

const openMs = 5_000;

/** A connection to the inspector of a process. */
export class Inspector {
  readonly #socket: WebSocket;
  readonly #pending = new Map<number, (result: unknown) => void>();
  #requestCount = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) => {
      const { id, result } = JSON.parse(String(data)) as { id?: number; result?: unknown };
      if (id !== undefined) this.#pending.get(id)?.(result);
    });
  }

  static async at(url: string): Promise<Inspector> {
    const socket = new WebSocket(url);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    socket.addEventListener('open', () => resolve());
    socket.addEventListener('error', () => reject(new Error(`no inspector at ${url}`)));
    await promise;
    return new Inspector(socket);
  }

  ask(method: string, params: object = {}): Promise<unknown> {
    this.#requestCount += 1;
    const { promise, resolve } = Promise.withResolvers<unknown>();
    this.#pending.set(this.#requestCount, resolve);
    this.#socket.send(JSON.stringify({ id: this.#requestCount, method, params }));
    return promise;
  }

  close(): void {
    this.#socket.close();
  }
}

/** Opens the inspector of a process and connects to it. The process writes the inspector's URL to its log. */
export async function inspectorOf(system: RunningSystem, { name, pid }: Counted): Promise<Inspector> {
  const announcement = /Debugger listening on (ws:\S+)/g;
  process.kill(pid, 'SIGUSR1');
  for (let waited = 0; waited < openMs; waited += 50) {
    const url = [...(await system.logs(name)).matchAll(announcement)].at(-1)?.[1];
    if (url) return Inspector.at(url);
    await sleep(50);
  }
  throw new Error(`${name} opens no inspector`);
}
