import type { ClockSample, Finding } from './finding.ts';
import { sick } from './finding.ts';
import type { Metrics } from './metrics.ts';

/** Maximum milliseconds by which two clocks may differ (docs/reference/rules.md#deadlines). */
const maxDifferenceMs = 1_000;
/** Milliseconds after which the reading of a clock is ignored. */
const recentMs = 5_000;

interface Reading extends ClockSample {
  readonly at: number;
}

/**
 * Compares the clock of this process with the clocks of its dependencies. If the clocks of all dependencies
 * differ, the clock of this process is wrong. If only some differ, the clocks of these dependencies are wrong.
 */
export class ClockWatch {
  readonly #readings = new Map<string, Reading>();
  /** Returns the time of the monotonic clock in milliseconds. */
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

  /** Seconds by which the clock of each dependency is ahead of this process, from recent readings. */
  get ahead(): Record<string, number> {
    return Object.fromEntries(this.#recent().map(([name, { aheadMs }]) => [name, aheadMs / 1_000]));
  }

  /** A text that says how wrong the clock of this process is; null if the clock is right. */
  get fault(): string | null {
    const recent = this.#recent();
    if (recent.length === 0 || !recent.every(([, reading]) => isWrong(reading))) return null;
    const named = recent.map(([name, { aheadMs }]) => `${seconds(-aheadMs)} ${name}`);
    return `the clock is ${named.join(', ')}`;
  }

  /**
   * Stores the clock reading of a finding and returns the finding. The state becomes `sick` if only the clock
   * of the dependency is wrong.
   */
  withClock(name: string, found: Finding): Finding {
    const { clock } = found;
    if (!clock) return found;
    this.#readings.set(name, { ...clock, at: this.#now() });
    if (found.state !== 'up' || !isWrong(clock) || this.fault) return found;
    return sick(`its clock is ${seconds(clock.aheadMs)} this process`);
  }
}

/** Returns whether a clock differs by more than a second, after subtracting the possible error of the reading. */
function isWrong({ aheadMs, errorMs }: ClockSample): boolean {
  return Math.abs(aheadMs) - errorMs > maxDifferenceMs;
}

/** Returns a difference as text: `2.5 s ahead of` or `2.5 s behind`. */
function seconds(aheadMs: number): string {
  return `${(Math.abs(aheadMs) / 1_000).toFixed(1)} s ${aheadMs > 0 ? 'ahead of' : 'behind'}`;
}
