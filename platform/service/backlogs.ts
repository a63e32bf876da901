import type { BacklogState } from '#contracts/status.ts';
import type { Logger } from './logger.ts';
import type { Metrics } from './metrics.ts';

/** Milliseconds between two counts of each backlog. */
const countMs = 5_000;

/** Pending work in an engine, such as unpublished events. `status` and the metrics report its size and age. */
export interface Backlog {
  readonly name: string;
  /** Counts the pending entries now. */
  measure(): Promise<BacklogState>;
}

/** Counts the pending work of all backlogs. If a count fails, the previous result stays. */
export class Backlogs {
  readonly #all: readonly Backlog[];
  readonly #logger: Pick<Logger, 'debug'>;
  readonly #states = new Map<string, BacklogState>();
  readonly #timers = new Set<NodeJS.Timeout>();

  constructor(all: readonly Backlog[], metrics: Metrics, logger: Pick<Logger, 'debug'>) {
    this.#all = all;
    this.#logger = logger;
    if (all.length === 0) return;
    const figures = (figure: keyof BacklogState) => () =>
      [...this.#states].map(([name, state]) => [name, state[figure]] as const);
    metrics.gauges('backlog_entries', 'Pending work', 'backlog', figures('waiting'));
    metrics.gauges(
      'backlog_age_seconds',
      'Age of the oldest pending work',
      'backlog',
      figures('oldestSeconds'),
    );
  }

  /** Size and age of each backlog by name. A backlog that was never counted is absent. */
  get states(): Record<string, BacklogState> {
    return Object.fromEntries(this.#states);
  }

  start(): void {
    for (const backlog of this.#all) {
      void this.#count(backlog);
      this.#timers.add(setInterval(() => void this.#count(backlog), countMs).unref());
    }
  }

  async #count({ name, measure }: Backlog): Promise<void> {
    try {
      this.#states.set(name, await measure());
    } catch (error) {
      this.#logger.debug({ err: error, backlog: name }, 'a backlog cannot be counted');
    }
  }

  close(): void {
    for (const timer of this.#timers) clearInterval(timer);
  }
}
