import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';

/** Pause between two probes. Milliseconds. */
const everyMs = 20;
/** Timeout of a probe. Milliseconds. */
const patienceMs = 30_000;

/** Results of the probe. Times in milliseconds. */
export interface Seen {
  readonly answers: number;
  readonly failures: number;
  readonly p50: number;
  readonly worst: number;
}

function seenOf(times: readonly number[], failures: number): Seen {
  const sorted = times.toSorted((a, b) => a - b);
  const p50 = sorted[Math.floor(sorted.length / 2)] ?? 0;
  return { answers: sorted.length, failures, p50, worst: sorted.at(-1) ?? 0 };
}

/** Another client that reads a product again and again over its own connections. */
export class Probe implements AsyncDisposable {
  readonly #url: string;
  readonly #agent: Agent;

  constructor(url: string, tls: { readonly rejectUnauthorized: boolean }) {
    this.#url = url;
    this.#agent = new Agent({ connections: 64, pipelining: 1, headersTimeout: patienceMs, connect: tls });
  }

  /** Probes until the work ends, and for a minimum time. A slow probe does not delay the next one. */
  async beside(work: Promise<unknown>, leastMs: number): Promise<Seen> {
    const times: number[] = [];
    let failures = 0;
    let isOver = false;
    const over = Promise.allSettled([work, sleep(leastMs)]).then(() => {
      isOver = true;
    });
    const asked: Promise<void>[] = [];
    while (!isOver) {
      asked.push(
        this.#ask().then((ms) => {
          if (ms === null) failures += 1;
          else times.push(ms);
        }),
      );
      await Promise.race([over, sleep(everyMs)]);
    }
    await Promise.all(asked);
    return seenOf(times, failures);
  }

  /** Time of one answer; null for a timeout or an error. */
  async #ask(): Promise<number | null> {
    const since = performance.now();
    try {
      const { statusCode, body } = await request(this.#url, { dispatcher: this.#agent });
      await body.dump();
      return statusCode === 200 ? performance.now() - since : null;
    } catch {
      return null;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#agent.destroy();
  }
}
