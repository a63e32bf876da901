import type { ClockSample, Finding } from './finding.ts';
import { sick } from './finding.ts';
import type { Metrics } from './metrics.ts';

/** Clocks may differ by so much: deadlines and lifetimes stand on it (docs/reference/rules.md#deadlines). Milliseconds. */
const mostMs = 1_000;
/** A reading that is older says nothing. Milliseconds. */
const keptMs = 5_000;

interface Reading extends ClockSample {
  readonly at: number;
}

/**
 * Compares the clock of this process with those of its dependencies. It is this process's that is off when every clock
 * that was read of late says so; when they disagree, it is the other one's.
 */
export class ClockWatch {
  readonly #readings = new Map<string, Reading>();
  /** A clock in milliseconds that never goes back. */
  readonly #now: () => number;

  constructor(metrics: Pick<Metrics, 'gauges'>, now = () => performance.now()) {
    this.#now = now;
    metrics.gauges(
      'clock_ahead_seconds',
      'How far the clock of a dependency is ahead of this process',
      'dependency',
      () => Object.entries(this.ahead),
    );
  }

  #recent(): [name: string, reading: Reading][] {
    const now = this.#now();
    return [...this.#readings].filter(([, { at }]) => now - at < keptMs);
  }

  /** Seconds by which each clock that was read of late is ahead of this process's. */
  get ahead(): Record<string, number> {
    return Object.fromEntries(this.#recent().map(([name, { aheadMs }]) => [name, aheadMs / 1_000]));
  }

  /** Why the clock of this process is not to be trusted; null while it is. */
  get fault(): string | null {
    const recent = this.#recent();
    if (recent.length === 0 || !recent.every(([, reading]) => isOff(reading))) return null;
    const named = recent.map(([name, { aheadMs }]) => `${seconds(-aheadMs)} ${name}`);
    return `the clock is ${named.join(', ')}`;
  }

  /** What was found of a dependency, with a word on its clock: `sick` where that is off and this process's is right. */
  judged(name: string, found: Finding): Finding {
    const { clock } = found;
    if (!clock) return found;
    this.#readings.set(name, { ...clock, at: this.#now() });
    if (found.state !== 'up' || !isOff(clock) || this.fault) return found;
    return sick(`its clock is ${seconds(clock.aheadMs)} this process`);
  }
}

/** Whether a clock differs by too much, as far as can be known. */
function isOff({ aheadMs, errorMs }: ClockSample): boolean {
  return Math.abs(aheadMs) - errorMs > mostMs;
}

/** `2.5 s ahead of`, or `2.5 s behind`. */
function seconds(aheadMs: number): string {
  return `${(Math.abs(aheadMs) / 1_000).toFixed(1)} s ${aheadMs > 0 ? 'ahead of' : 'behind'}`;
}
