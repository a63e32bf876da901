import type { ClockSample, Finding } from './finding.ts';
import { sick } from './finding.ts';
import type { Metrics } from './metrics.ts';

/**
 * Maximum difference of clocks that deadlines and lifetimes allow for (docs/reference/rules.md#deadlines).
 * Milliseconds.
 */
const maxDifferenceMs = 1_000;
/** Milliseconds after which a reading is ignored. */
const recentMs = 5_000;

interface Reading extends ClockSample {
  readonly at: number;
}

/**
 * Compares the clock of this process with the clocks of its dependencies. If all recent readings differ from the
 * process's clock, that clock is wrong. If only some differ, the clocks of those dependencies are wrong.
 */
export class ClockWatch {
  readonly #readings = new Map<string, Reading>();
  /** Monotonic clock in milliseconds. */
  readonly #now: () => number;

  constructor(metrics: Pick<Metrics, 'gauges'>, now = () => performance.now()) {
    this.#now = now;
    metrics.gauges(
      'clock_ahead_seconds',
      'Seconds by which the clock of a dependency is ahead of this process',
      'dependency',
      () => Object.entries(this.ahead),
    );
  }

  #recent(): [name: string, reading: Reading][] {
    const now = this.#now();
    return [...this.#readings].filter(([, { at }]) => now - at < recentMs);
  }

  /** Seconds by which each recently read clock is ahead of this process's. */
  get ahead(): Record<string, number> {
    return Object.fromEntries(this.#recent().map(([name, { aheadMs }]) => [name, aheadMs / 1_000]));
  }

  /** Why the clock of this process is wrong; null if it is right. */
  get fault(): string | null {
    const recent = this.#recent();
    if (recent.length === 0 || !recent.every(([, reading]) => isWrong(reading))) return null;
    const named = recent.map(([name, { aheadMs }]) => `${seconds(-aheadMs)} ${name}`);
    return `the clock is ${named.join(', ')}`;
  }

  /**
   * Returns a finding that includes the clock: `sick` if the dependency's clock is wrong and this process's
   * is right.
   */
  withClock(name: string, found: Finding): Finding {
    const { clock } = found;
    if (!clock) return found;
    this.#readings.set(name, { ...clock, at: this.#now() });
    if (found.state !== 'up' || !isWrong(clock) || this.fault) return found;
    return sick(`its clock is ${seconds(clock.aheadMs)} this process`);
  }
}

/** Returns whether a clock differs by too much, even if its reading has the maximum error. */
function isWrong({ aheadMs, errorMs }: ClockSample): boolean {
  return Math.abs(aheadMs) - errorMs > maxDifferenceMs;
}

/** Returns a difference as text: `2.5 s ahead of` or `2.5 s behind`. */
function seconds(aheadMs: number): string {
  return `${(Math.abs(aheadMs) / 1_000).toFixed(1)} s ${aheadMs > 0 ? 'ahead of' : 'behind'}`;
}
