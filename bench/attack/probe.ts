import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';

/** Milliseconds between the starts of two probes. */
const intervalMs = 20;
/** Timeout of a probe, in milliseconds. */
const timeoutMs = 30_000;

/** Results of the probe. All times are in milliseconds. */
export interface ProbeResult {
  readonly answers: number;
  readonly failures: number;
  readonly p50: number;
  readonly worst: number;
}

function seenOf(times: readonly number[], failures: number): ProbeResult {
  const sorted = times.toSorted((a, b) => a - b);
  const p50 = sorted[Math.floor(sorted.length / 2)] ?? 0;
  return { answers: sorted.length, failures, p50, worst: sorted.at(-1) ?? 0 };
}

/** Simulates another client, which reads a product repeatedly over its own connections. */
export class Probe implements AsyncDisposable {
  readonly #url: string;
  readonly #agent: Agent;

  constructor(url: string, tls: { readonly rejectUnauthorized: boolean }) {
    this.#url = url;
    this.#agent = new Agent({ connections: 64, pipelining: 1, headersTimeout: timeoutMs, connect: tls });
  }

  /** Requests the product every 20 ms until `work` ends, and for at least `minMs` ms. Does not wait for answers. */
  async beside(work: Promise<unknown>, minMs: number): Promise<ProbeResult> {
    const times: number[] = [];
    let failures = 0;
    let isOver = false;
    const over = Promise.allSettled([work, sleep(minMs)]).then(() => {
      isOver = true;
    });
    const probes: Promise<void>[] = [];
    while (!isOver) {
      probes.push(
        this.#probe().then((ms) => {
          if (ms === null) failures += 1;
          else times.push(ms);
        }),
      );
      await Promise.race([over, sleep(intervalMs)]);
    }
    await Promise.all(probes);
    return seenOf(times, failures);
  }

  /** Requests the product once. Returns the milliseconds until the answer; null after a timeout or an error. */
  async #probe(): Promise<number | null> {
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
