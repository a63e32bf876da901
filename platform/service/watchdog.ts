import type { Counter } from 'prom-client';
import type { ImplementedOperation } from '#platform/bus/dispatcher.ts';
import type { Logger } from './logger.ts';
import type { Metrics } from './metrics.ts';

/** Milliseconds between checks of the event loop. */
const checkMs = 100;
const blockedMs = 1_000;
/**
 * Milliseconds for which the process reports "not ready" after a block. The process then serves its waiting
 * requests and gets no new requests.
 */
const restMs = 2_000;
/** Maximum number of operations and requests in a log line. */
const maxNamed = 10;

/** An operation or a request that runs in this process. */
export interface Work {
  /** The name. Read only when the work is logged, because the name may be set while the work runs. */
  readonly name: string;
  readonly requestId: string;
}

interface Timed {
  readonly work: Work;
  readonly begunAt: number;
}

/** Returns an operation that reports each of its runs to a watchdog. */
export function watched(
  served: ImplementedOperation,
  watchdog: Pick<Watchdog, 'began'>,
): ImplementedOperation {
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
 * Detects that the event loop was blocked for more than a second. Logs the work that ran during the whole
 * block, counts the block, and makes the process not ready for two seconds.
 */
export class Watchdog {
  readonly #logger: Pick<Logger, 'error'>;
  readonly #blocks: Counter;
  readonly #seconds: Counter;
  readonly #running = new Set<Timed>();
  /**
   * Work that ended since the last check. This work may have blocked the event loop, so the next check must
   * report this work.
   */
  #ended: Timed[] = [];
  readonly #now: () => number;
  #checkedAt: number;
  #usage = process.cpuUsage();
  #restsUntil = 0;
  #timer: NodeJS.Timeout | null = null;

  /** `now` is a monotonic clock in milliseconds. */
  constructor(
    logger: Pick<Logger, 'error'>,
    metrics: Pick<Metrics, 'counter'>,
    now = () => performance.now(),
  ) {
    this.#logger = logger;
    this.#now = now;
    this.#checkedAt = now();
    this.#blocks = metrics.counter(
      'event_loop_blocks_total',
      'Number of times the event loop was blocked for over a second',
    );
    this.#seconds = metrics.counter('event_loop_blocked_seconds_total', 'Total duration of these blocks');
  }

  start(): void {
    this.#checkedAt = this.#now();
    this.#timer = setInterval(() => this.checkDelay(), checkMs).unref();
  }

  close(): void {
    if (this.#timer) clearInterval(this.#timer);
  }

  /** Whether the event loop was not blocked in the last two seconds. */
  get isResponsive(): boolean {
    const now = this.#now();
    return now >= this.#restsUntil && now - this.#checkedAt < blockedMs + checkMs;
  }

  /** Records the start of work, and returns the function that records its end. */
  began(work: Work): () => void {
    const timed = { work, begunAt: this.#now() };
    this.#running.add(timed);
    return () => {
      this.#running.delete(timed);
      this.#ended.push(timed);
    };
  }

  /** Checks whether the loop was blocked since the last check. `start` calls this method ten times a second. */
  checkDelay(): void {
    const now = this.#now();
    const blockFor = now - this.#checkedAt - checkMs;
    if (blockFor > blockedMs) this.#report(blockFor, now);
    this.#checkedAt = now;
    this.#usage = process.cpuUsage();
    this.#ended = [];
  }

  #report(blockFor: number, now: number): void {
    this.#restsUntil = now + restMs;
    this.#blocks.inc();
    this.#seconds.inc(blockFor / 1_000);
    // Only work that ran during the whole block is logged. The start of the block is uncertain by one check
    // interval, so work that began in this interval is included.
    const during = [...this.#ended, ...this.#running].filter(
      ({ begunAt }) => now - begunAt > blockFor - checkMs,
    );
    const work = during.slice(-maxNamed).map(({ work: { name, requestId } }) => ({ name, requestId }));
    const { user, system } = process.cpuUsage(this.#usage);
    const members = {
      milliseconds: Math.round(blockFor),
      // If the CPU time is far below `milliseconds`, the process was paused or got no CPU.
      cpuMilliseconds: Math.round((user + system) / 1_000),
      work,
      more: Math.max(0, during.length - maxNamed),
    };
    this.#logger.error(members, 'the event loop was blocked');
  }
}
