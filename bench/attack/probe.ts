import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';

/** How long after one question the next one is asked. Milliseconds. */
const everyMs = 20;
/** When an answer that has not come counts as none. Milliseconds. */
const patienceMs = 30_000;

/** What somebody else saw meanwhile. Times in milliseconds. */
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

/** Somebody else, who looks at a product again and again over connections of their own. */
export class Probe implements AsyncDisposable {
  readonly #url: string;
  readonly #agent: Agent;

  constructor(url: string, tls: { readonly rejectUnauthorized: boolean }) {
    this.#url = url;
    this.#agent = new Agent({ connections: 64, pipelining: 1, headersTimeout: patienceMs, connect: tls });
  }

  /** Asks until the work is over, and at least for so long. A question that waits does not keep the next from being asked. */
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

  /** How long one answer takes; null for none, and for a fault. */
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
