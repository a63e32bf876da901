import type { Verdict } from './checker.ts';
import type { Attempt } from './history.ts';

/** A period in which the system was damaged, in milliseconds of the clock that attempts use. */
export interface Window {
  readonly from: number;
  /** When the process could run again. Recovery is measured from this time. */
  readonly to: number;
}

const duration = ({ sentAt, endedAt }: Attempt) => endedAt - sentAt;

/** Results of one run of a fault. Times are milliseconds, recovery is seconds. */
export class Run {
  readonly verdict: Verdict;
  /** Number of replicas that were restarted during the fault. */
  readonly restarted: number;
  readonly #attempts: readonly Attempt[];
  readonly #windows: readonly Window[];

  constructor(verdict: Verdict, attempts: readonly Attempt[], windows: readonly Window[], restarted: number) {
    this.verdict = verdict;
    this.restarted = restarted;
    this.#attempts = attempts;
    this.#windows = windows;
  }

  /** Returns the attempts that would be failures for a client without retries. Refusals are no failures. */
  failed(attempts: readonly Attempt[]): Attempt[] {
    return attempts.filter(({ outcome }) => outcome === 'unanswered');
  }

  unanswered(): Attempt[] {
    return this.failed(this.#attempts);
  }

  /** Returns a text for each kind of error: its count, and the longest time until the error. */
  causes(): string[] {
    const kinds = Map.groupBy(this.unanswered(), ({ status, cause }) => `${status ?? 'no answer'} ${cause}`);
    return [...kinds].map(
      ([kind, attempts]) =>
        `${attempts.length} × ${kind}, the slowest after ${Math.round(this.slowest(attempts))} ms`,
    );
  }

  /** Returns the attempts that overlap a period in which the system was damaged. */
  during(): Attempt[] {
    return this.#attempts.filter((attempt) =>
      this.#windows.some(({ from, to }) => attempt.sentAt < to && attempt.endedAt > from),
    );
  }

  /**
   * Returns the attempts that were sent while the system was damaged, but not in the first `afterMs` milliseconds
   * of the damage.
   */
  sentDuring(afterMs = 0): Attempt[] {
    return this.#attempts.filter(({ sentAt }) =>
      this.#windows.some(({ from, to }) => sentAt > from + afterMs && sentAt < to),
    );
  }

  slowest(attempts: readonly Attempt[]): number {
    return attempts.reduce((longest, attempt) => Math.max(longest, duration(attempt)), 0);
  }

  percentile(share: number): number {
    const sorted = this.#attempts.map(duration).sort((a, b) => a - b);
    return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  }

  /**
   * Returns the longest recovery in seconds. A recovery begins at the end of a damage. It ends at the first
   * acknowledgement of a write that was sent after the damage.
   */
  recovery(): number {
    const recoveries = this.#windows.map(({ to }) => {
      const after = this.#attempts.filter(
        ({ sentAt, outcome }) => sentAt >= to && outcome === 'acknowledged',
      );
      return Math.min(...after.map(({ endedAt }) => endedAt)) - to;
    });
    return Math.max(0, ...recoveries) / 1_000;
  }
}
