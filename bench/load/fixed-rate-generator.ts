// A load generator that sends a fixed number of requests per second, even if answers are late.
import { once } from 'node:events';
import { createHistogram, type RecordableHistogram } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Dispatcher, Pool } from 'undici';
import { Seeded } from '#platform/util/seeded.ts';
import type { FixedRateJob, FixedRateResult } from './fixed-rate-job.ts';
import type { Request } from './job.ts';

/** Maximum number of requests that wait for an answer at the same time, by default. */
const usualConnections = 1_000;
/** Milliseconds after which a request counts as unanswered. */
const timeoutMs = 10_000;
const pollMs = 100;

/** Collects the times and statuses of the answers. */
class Results {
  readonly #begun = performance.now();
  readonly #good = createHistogram();
  readonly #others = createHistogram();
  readonly #statuses: Record<number, number> = {};
  #lastBadAt = 0;

  add(status: number, sentAt: number): void {
    const microseconds = Math.max(1, Math.round((performance.now() - sentAt) * 1_000));
    const isGood = status >= 200 && status < 300;
    (isGood ? this.#good : this.#others).record(microseconds);
    this.#statuses[status] = (this.#statuses[status] ?? 0) + 1;
    if (!isGood) this.#lastBadAt = performance.now() - this.#begun;
  }

  result(): FixedRateResult {
    const seconds = (performance.now() - this.#begun) / 1_000;
    const p99 = (times: RecordableHistogram) => times.percentile(99) / 1_000;
    const { user, system } = process.cpuUsage();
    return {
      goodput: this.#good.count / seconds,
      p99: p99(this.#good),
      othersP99: this.#others.count === 0 ? 0 : p99(this.#others),
      statuses: this.#statuses,
      lastBadMs: this.#lastBadAt,
      cpuMs: (user + system) / 1_000,
    };
  }
}

/** A sent request. The same object handles the answer, which saves an object for each request. */
class Sent implements Dispatcher.DispatchHandler {
  readonly #results: Results;
  readonly #sentAt = performance.now();
  readonly #done: () => void;
  #status = 0;

  constructor(results: Results, done: () => void) {
    this.#results = results;
    this.#done = done;
  }

  // undici treats a handler without this method as a handler of an older API, so the method must exist.
  onRequestStart(): void {}

  onResponseStart(_controller: Dispatcher.DispatchController, status: number): void {
    this.#status = status;
  }

  onResponseEnd(): void {
    this.#results.add(this.#status, this.#sentAt);
    this.#done();
  }

  onResponseError(): void {
    this.#results.add(0, this.#sentAt);
    this.#done();
  }
}

async function run({
  url,
  requests,
  aSecond,
  seconds,
  seed,
  ...job
}: FixedRateJob): Promise<FixedRateResult> {
  const atOnce = job.connections ?? usualConnections;
  const timeouts = { headersTimeout: timeoutMs, bodyTimeout: timeoutMs };
  const pool = new Pool(url, { connections: atOnce, pipelining: 1, ...timeouts });
  const random = new Seeded(seed);
  const results = new Results();
  let [sent, running] = [0, 0];
  const send = ({ method, path, headers = {}, body = '' }: Request) => {
    running += 1;
    const handler = new Sent(results, () => {
      running -= 1;
    });
    pool.dispatch({ method, path, headers, body: body === '' ? null : body }, handler);
  };
  const begun = performance.now();
  for (let passed = 0; passed < seconds; passed = (performance.now() - begun) / 1_000) {
    for (; sent < passed * aSecond; sent += 1) {
      // If too many requests wait for an answer, the next request is dropped. `sent` counts this request too, so
      // that the generator does not send it later, above the fixed rate.
      if (running < atOnce) send(random.pick(requests));
    }
    await sleep(2);
  }
  const result = results.result();
  while (running > 0) await sleep(pollMs);
  await pool.destroy();
  return result;
}

process.once('disconnect', () => process.exit());
const [job] = (await once(process, 'message')) as [FixedRateJob];
process.send?.(await run(job));
process.disconnect();
