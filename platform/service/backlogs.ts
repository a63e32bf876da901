import type { BacklogState } from '#contracts/status.ts';
import type { Logger } from './logger.ts';
import type { Metrics } from './metrics.ts';

/** How often each is looked at. Milliseconds. */
const everyMs = 5_000;

/** Work that waits in an engine, for `status` and metrics. */
export interface Backlog {
  readonly name: string;
  look(): Promise<BacklogState>;
}

/** Knows how much work waits. While that cannot be looked at, what was known last is told. */
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
    metrics.gauges('backlog_entries', 'Work that waits', 'backlog', figures('waiting'));
    metrics.gauges(
      'backlog_age_seconds',
      'Age of the oldest work that waits',
      'backlog',
      figures('oldestSeconds'),
    );
  }

  /** Each by its name; one that was never looked at is not in it. */
  get states(): Record<string, BacklogState> {
    return Object.fromEntries(this.#states);
  }

  start(): void {
    for (const backlog of this.#all) {
      void this.#look(backlog);
      this.#timers.add(setInterval(() => void this.#look(backlog), everyMs).unref());
    }
  }

  async #look({ name, look }: Backlog): Promise<void> {
    try {
      this.#states.set(name, await look());
    } catch (error) {
      this.#logger.debug({ err: error, backlog: name }, 'a backlog cannot be looked at');
    }
  }

  close(): void {
    for (const timer of this.#timers) clearInterval(timer);
  }
}
