import { setTimeout as sleep } from 'node:timers/promises';

/** What an outbox needs. */
interface OutboxParts<One> {
  /** Brings some away. When it fails, the same ones are brought again. */
  readonly send: (some: readonly One[]) => Promise<void>;
  /** Told of each that there was no room for. */
  readonly dropped: () => void;
  /** Most that wait, and most that are brought at once. */
  readonly most: number;
  readonly atOnce: number;
  /** How long it waits after a failure. Milliseconds. */
  readonly pauseMs?: number;
}

/** How long the end waits for what is left. Milliseconds. */
const lastWordsMs = 1_000;

/**
 * Things that are brought away behind the back of requests: no request waits for it or fails by it. While it cannot be
 * done, they wait, as many as there is room for; further ones are dropped and counted.
 */
export class Outbox<One> {
  readonly #parts: OutboxParts<One>;
  readonly #waiting: One[] = [];
  #running: Promise<void> | null = null;
  readonly #ended = new AbortController();

  constructor(parts: OutboxParts<One>) {
    this.#parts = parts;
  }

  put(one: One): void {
    if (this.#waiting.length >= this.#parts.most || this.#ended.signal.aborted) {
      this.#parts.dropped();
      return;
    }
    this.#waiting.push(one);
    this.#running ??= this.#run();
  }

  /** Brings away what is left, if that can be done soon. */
  async close(): Promise<void> {
    await Promise.race([this.#running, sleep(lastWordsMs, undefined, { ref: false })]);
    this.#ended.abort();
  }

  async #run(): Promise<void> {
    const { send, atOnce, pauseMs = 1_000 } = this.#parts;
    const { signal } = this.#ended;
    // What is put in the same moment goes together.
    await Promise.resolve();
    while (this.#waiting.length > 0 && !signal.aborted) {
      const some = this.#waiting.slice(0, atOnce);
      try {
        await send(some);
        this.#waiting.splice(0, some.length);
      } catch {
        await sleep(pauseMs, undefined, { signal, ref: false }).catch(() => undefined);
      }
    }
    this.#running = null;
  }
}
