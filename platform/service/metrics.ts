import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** Milliseconds between two samples of the event loop's delay. Each sample wakes the process. */
const loopSampleMs = 100;

/**
 * Sums over all operations since the process started, as `status` shows them. `milliseconds` is the total
 * duration.
 */
interface Totals {
  requests: number;
  errors: number;
  milliseconds: number;
}

/** Prometheus metrics of one process, and the sums that `status` shows. */
export class Metrics {
  readonly registry = new Registry();
  readonly totals: Totals = { requests: 0, errors: 0, milliseconds: 0 };
  readonly #duration: Histogram<'operation' | 'outcome'>;
  readonly #inFlight: Gauge;
  readonly #asked: Histogram<'dependency' | 'outcome'>;
  readonly #repeated: Counter<'dependency'>;

  constructor(replica: string) {
    this.registry.setDefaultLabels({ replica });
    this.#duration = new Histogram({
      name: 'cartwright_operation_seconds',
      help: 'Time of an operation from its arrival to its answer',
      labelNames: ['operation', 'outcome'],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
      registers: [this.registry],
    });
    this.#inFlight = new Gauge({
      name: 'cartwright_operations_in_flight',
      help: 'Operations that have arrived and are not answered yet',
      registers: [this.registry],
    });
    this.#asked = new Histogram({
      name: 'cartwright_dependency_seconds',
      help: 'Time of a question to an engine or a service',
      labelNames: ['dependency', 'outcome'],
      buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
      registers: [this.registry],
    });
    this.#repeated = this.counter('dependency_retries_total', 'Repeated requests to a service', [
      'dependency',
    ]);
  }

  /**
   * Adds Node's own metrics (`process_*`, `nodejs_*`). Called once per process, because the measurements run
   * until the process ends.
   */
  collectFromNode(): void {
    collectDefaultMetrics({ register: this.registry, eventLoopMonitoringPrecision: loopSampleMs });
  }

  /** Records the outcome and the duration of a request to an engine or a service. */
  requestEnded(dependency: string, outcome: 'ok' | 'failed', seconds: number): void {
    this.#asked.observe({ dependency, outcome }, seconds);
  }

  /** Counts one repetition of a request to the service `dependency`. */
  repeated(dependency: string): void {
    this.#repeated.inc({ dependency });
  }

  began(): void {
    this.#inFlight.inc();
  }

  /**
   * Records the end and duration of an operation that `began` has counted. `outcome` is `ok` or an error code.
   * `failed` is true for server faults.
   */
  ended(operation: string, outcome: string, failed: boolean, milliseconds: number): void {
    this.#inFlight.dec();
    this.#duration.observe({ operation, outcome }, milliseconds / 1000);
    this.totals.requests += 1;
    this.totals.milliseconds += milliseconds;
    if (failed) this.totals.errors += 1;
  }

  /** Adds a counter `cartwright_<name>`. */
  counter<Label extends string = never>(
    name: string,
    help: string,
    labelNames: readonly Label[] = [],
  ): Counter<Label> {
    return new Counter({ name: `cartwright_${name}`, help, labelNames, registers: [this.registry] });
  }

  /** Adds the histogram `cartwright_<name>` of durations in seconds. */
  histogram<Label extends string>(
    name: string,
    help: string,
    labelNames: readonly Label[],
    buckets: readonly number[],
  ): Histogram<Label> {
    const registers = [this.registry];
    return new Histogram({
      name: `cartwright_${name}`,
      help,
      labelNames,
      buckets: [...buckets],
      registers,
    });
  }

  /** Adds the gauge `cartwright_<name>`. `now` computes its value on every scrape. */
  gauge(name: string, help: string, now: () => number): void {
    const collect = function (this: Gauge) {
      this.set(now());
    };
    // The constructor adds the gauge to the registry, so no variable is needed.
    new Gauge({ name: `cartwright_${name}`, help, registers: [this.registry], collect });
  }

  /** Adds the gauge `cartwright_<name>` with one label. `now` computes its values on every scrape. */
  gauges(name: string, help: string, label: string, now: () => Iterable<readonly [string, number]>): void {
    const collect = function (this: Gauge) {
      this.reset();
      for (const [of, value] of now()) this.set({ [label]: of }, value);
    };
    new Gauge({ name: `cartwright_${name}`, help, labelNames: [label], registers: [this.registry], collect });
  }
}
