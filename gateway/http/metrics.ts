import type { Counter, Histogram } from 'prom-client';
import type { Metrics } from '#platform/service/metrics.ts';

/**
 * Where an answer comes from. `HIT`: from the cache. `MISS`: new, because the cache lacked the answer. `SKIP`:
 * new, because the cache was not used.
 */
export type CacheOutcome = 'HIT' | 'MISS' | 'SKIP';

/**
 * Why a request is refused: `late`, because it could not be answered before its deadline; `full`, because too many
 * requests wait.
 */
export type RefusalReason = 'late' | 'full';

/** Labels of the metric for the duration of answers. This metric also has a label for the status. */
export interface AnswerLabels {
  readonly route: string;
  readonly method: string;
  readonly mount: string;
}

/** Upper bounds of the duration histogram, in seconds. */
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Metrics of the gateway: answers, running requests, requests refused under overload, and cache outcomes. */
export class GatewayMetrics {
  readonly #totals: Metrics['totals'];
  readonly #duration: Histogram<keyof AnswerLabels | 'status_class'>;
  readonly #shed: Counter<'reason'>;
  readonly #cache: Counter<'outcome'>;
  #inFlight = 0;
  /** Duration metrics by their labels. The map is faster than a look-up in the metrics library. */
  readonly #durations = new Map<string, { observe(seconds: number): void }>();
  /** Counters by cache outcome. The map is faster than a look-up in the metrics library. */
  readonly #outcomes = new Map<string, { inc(): void }>();

  constructor(metrics: Metrics) {
    this.#totals = metrics.totals;
    this.#duration = metrics.histogram(
      'http_request_duration_seconds',
      'Duration of a request from its headers to its answer',
      ['route', 'method', 'status_class', 'mount'],
      buckets,
    );
    metrics.gauge('http_requests_in_flight', 'Requests in progress', () => this.#inFlight);
    const shed = 'Requests refused under overload, by reason';
    this.#shed = metrics.counter('http_requests_shed_total', shed, ['reason']);
    this.#cache = metrics.counter('http_cache_total', 'Answers of cached routes by cache outcome', [
      'outcome',
    ]);
  }

  /** Counts a request as in progress until `ended` is called. */
  began(): void {
    this.#inFlight += 1;
  }

  ended(): void {
    this.#inFlight -= 1;
  }

  /** Counts an answer and its duration. The command `status` shows the totals. */
  answered({ route, method, mount }: AnswerLabels, status: number, milliseconds: number): void {
    this.#count(status, milliseconds);
    const statusClass = (status / 100) | 0;
    const key = `${route} ${method} ${statusClass} ${mount}`;
    let child = this.#durations.get(key);
    if (!child) {
      child = this.#duration.labels({ route, method, status_class: `${statusClass}xx`, mount });
      this.#durations.set(key, child);
    }
    child.observe(milliseconds / 1_000);
  }

  /** Counts a request that is refused under overload. */
  shed(reason: RefusalReason): void {
    this.#count(503, 0);
    this.#shed.inc({ reason });
  }

  cached(outcome: CacheOutcome): void {
    let child = this.#outcomes.get(outcome);
    if (!child) {
      child = this.#cache.labels({ outcome });
      this.#outcomes.set(outcome, child);
    }
    child.inc();
  }

  #count(status: number, milliseconds: number): void {
    this.#totals.requests += 1;
    this.#totals.milliseconds += milliseconds;
    if (status >= 500) this.#totals.errors += 1;
  }
}
