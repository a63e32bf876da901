import type { Counter } from 'prom-client';
import type { Metrics } from '#platform/service/metrics.ts';

/** How an answer of a cached route came about. */
export type CacheOutcome = 'HIT' | 'MISS' | 'SKIP';

/** Counters of the gateway: answers by route and status class, and what the cache did. */
export class GatewayMetrics {
  readonly #totals: Metrics['totals'];
  readonly #answers: Counter<'route' | 'status'>;
  readonly #cache: Counter<'outcome'>;
  /** Children of the counter by their labels, since looking one up by labels costs more than counting. */
  readonly #children = new Map<string, { inc(): void }>();

  constructor(metrics: Metrics) {
    this.#totals = metrics.totals;
    this.#answers = metrics.counter('http_answers_total', 'Answers by route and status class', [
      'route',
      'status',
    ]);
    this.#cache = metrics.counter('http_cache_total', 'Answers of cached routes by what the cache did', [
      'outcome',
    ]);
  }

  /** Counts an answer that took so many milliseconds; `status` shows the sums. */
  answered(route: string, status: number, milliseconds: number): void {
    this.#totals.requests += 1;
    this.#totals.milliseconds += milliseconds;
    if (status >= 500) this.#totals.errors += 1;
    const key = `${route} ${(status / 100) | 0}`;
    let child = this.#children.get(key);
    if (!child) {
      child = this.#answers.labels({ route, status: `${(status / 100) | 0}xx` });
      this.#children.set(key, child);
    }
    child.inc();
  }

  cached(outcome: CacheOutcome): void {
    let child = this.#children.get(outcome);
    if (!child) {
      child = this.#cache.labels({ outcome });
      this.#children.set(outcome, child);
    }
    child.inc();
  }
}
