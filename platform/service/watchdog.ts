import type { Counter } from 'prom-client';
import type { Served } from '#platform/bus/implement.ts';
import type { Logger } from './logger.ts';
import type { Metrics } from './metrics.ts';

/** How often the event loop is looked at, and how late that may be before the loop counts as blocked. Milliseconds. */
const everyMs = 100;
const blockedMs = 1_000;
/** For so long after a block the process is not ready: what waited meanwhile is served first. Milliseconds. */
const restMs = 2_000;
/** Most pieces of work that one line of the log names. */
const mostNamed = 10;

/** A piece of work: an operation or a request. */
export interface Work {
  /** Known at the end at the latest. */
  readonly name: string;
  readonly requestId: string;
}

interface Timed {
  readonly work: Work;
  readonly begunAt: number;
}

/** The operation, whose runs a watchdog knows of. */
export function watched(served: Served, watchdog: Pick<Watchdog, 'began'>): Served {
  const { name } = served.operation;
  return {
    operation: served.operation,
    async run(request, context) {
      const ended = watchdog.began({ name, requestId: context.requestId });
      try {
        return await served.run(request, context);
      } finally {
        ended();
      }
    },
  };
}

/**
 * Notices when the event loop of this process has stood still for more than a second: then nobody was served. The log
 * names the work that was in progress all that time, a counter counts it, and the process is not ready for a while. A
 * process that is blocked cannot tell of it before the block is over; until then its probes get no answer.
 */
export class Watchdog {
  readonly #logger: Pick<Logger, 'error'>;
  readonly #blocks: Counter;
  readonly #seconds: Counter;
  readonly #running = new Set<Timed>();
  /** Ended since the last look: what blocked may have ended before the loop comes back here. */
  #ended: Timed[] = [];
  readonly #now: () => number;
  #lookedAt: number;
  #usage = process.cpuUsage();
  #restsUntil = 0;
  #timer: NodeJS.Timeout | null = null;

  /** `now` is a clock in milliseconds that never goes back. */
  constructor(
    logger: Pick<Logger, 'error'>,
    metrics: Pick<Metrics, 'counter'>,
    now = () => performance.now(),
  ) {
    this.#logger = logger;
    this.#now = now;
    this.#lookedAt = now();
    this.#blocks = metrics.counter(
      'event_loop_blocks_total',
      'How often the event loop stood for over a second',
    );
    this.#seconds = metrics.counter('event_loop_blocked_seconds_total', 'How long it stood then, in sum');
  }

  start(): void {
    this.#lookedAt = this.#now();
    this.#timer = setInterval(() => this.look(), everyMs).unref();
  }

  close(): void {
    if (this.#timer) clearInterval(this.#timer);
  }

  /** Whether the loop has run of late. */
  get well(): boolean {
    const now = this.#now();
    return now >= this.#restsUntil && now - this.#lookedAt < blockedMs + everyMs;
  }

  /** Notes a piece of work; gives what ends it. */
  began(work: Work): () => void {
    const timed = { work, begunAt: this.#now() };
    this.#running.add(timed);
    return () => {
      this.#running.delete(timed);
      this.#ended.push(timed);
    };
  }

  /** Looks at the clock, as `start` has it done ten times a second. */
  look(): void {
    const now = this.#now();
    const stood = now - this.#lookedAt - everyMs;
    if (stood > blockedMs) this.#tell(stood, now);
    this.#lookedAt = now;
    this.#usage = process.cpuUsage();
    this.#ended = [];
  }

  #tell(stood: number, now: number): void {
    this.#restsUntil = now + restMs;
    this.#blocks.inc();
    this.#seconds.inc(stood / 1_000);
    // It began before the loop stood, give or take a look.
    const during = [...this.#ended, ...this.#running].filter(
      ({ begunAt }) => now - begunAt > stood - everyMs,
    );
    const work = during.slice(-mostNamed).map(({ work: { name, requestId } }) => ({ name, requestId }));
    const { user, system } = process.cpuUsage(this.#usage);
    const members = {
      milliseconds: Math.round(stood),
      // Much less than that: the process was stopped, or the machine had no time for it.
      cpuMilliseconds: Math.round((user + system) / 1_000),
      work,
      more: Math.max(0, during.length - mostNamed),
    };
    this.#logger.error(members, 'the event loop stood still');
  }
}
