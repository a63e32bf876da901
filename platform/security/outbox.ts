import { setTimeout as sleep } from 'node:timers/promises';

/** Dependencies of an outbox. */
interface OutboxDeps<One> {
  /** Sends entries. After an error, the outbox sends the same entries again. */
  readonly send: (some: readonly One[]) => Promise<void>;
  /** Called for each entry that the outbox drops because the outbox is full or closed. */
  readonly dropped: () => void;
  /** Maximum number of waiting entries. */
  readonly most: number;
  /** Maximum number of entries in one call of `send`. */
  readonly atOnce: number;
  /** Milliseconds between retries. */
  readonly pauseMs?: number;
}

/** Milliseconds that `close` waits until the remaining entries are sent. */
const finalSendMs = 1_000;

/**
 * Sends entries in the background, so that requests never wait for `send`. After an error of `send`, the
 * entries wait. A full outbox drops further entries.
 */
export class Outbox<One> {
  readonly #deps: OutboxDeps<One>;
  readonly #queue: One[] = [];
  #running: Promise<void> | null = null;
  readonly #ended = new AbortController();

  constructor(deps: OutboxDeps<One>) {
    this.#deps = deps;
  }

  put(one: One): void {
    if (this.#queue.length >= this.#deps.most || this.#ended.signal.aborted) {
      this.#deps.dropped();
      return;
    }
    this.#queue.push(one);
    this.#running ??= this.#run();
  }

  /** Closes the outbox. Waits at most a second until the remaining entries are sent. */
  async close(): Promise<void> {
    await Promise.race([this.#running, sleep(finalSendMs, undefined, { ref: false })]);
    this.#ended.abort();
  }

  async #run(): Promise<void> {
    const { send, atOnce, pauseMs = 1_000 } = this.#deps;
    const { signal } = this.#ended;
    // Waits until the caller has put all its entries into the queue, so that one `send` gets these entries
    // together.
    await Promise.resolve();
    while (this.#queue.length > 0 && !signal.aborted) {
      const some = this.#queue.slice(0, atOnce);
      try {
        await send(some);
        this.#queue.splice(0, some.length);
      } catch {
        await sleep(pauseMs, undefined, { signal, ref: false }).catch(() => undefined);
      }
    }
    this.#running = null;
  }
}
