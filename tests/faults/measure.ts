import type { Verdict } from './checker.ts';
import type { Attempt } from './history.ts';

/** A time in which something was broken, on the clock of the attempts, in milliseconds. */
export interface Window {
  readonly from: number;
  /** When the part was let back: recovery counts from here. */
  readonly to: number;
}

const took = ({ sentAt, endedAt }: Attempt) => endedAt - sentAt;

/** What one round of a fault showed. Times are milliseconds, recovery is seconds. */
export class Run {
  readonly verdict: Verdict;
  /** Replicas of our processes that have another pid than before. */
  readonly restarted: number;
  readonly #attempts: readonly Attempt[];
  readonly #windows: readonly Window[];

  constructor(verdict: Verdict, attempts: readonly Attempt[], windows: readonly Window[], restarted: number) {
    this.verdict = verdict;
    this.restarted = restarted;
    this.#attempts = attempts;
    this.#windows = windows;
  }

  /** What a client without retries would have seen as an error. A refusal that the cart explains is none. */
  failed(attempts: readonly Attempt[]): Attempt[] {
    return attempts.filter(({ outcome }) => outcome === 'unanswered');
  }

  unanswered(): Attempt[] {
    return this.failed(this.#attempts);
  }

  /** How often each kind of error was seen, and how long the slowest of it took. */
  causes(): string[] {
    const kinds = Map.groupBy(this.unanswered(), ({ status, cause }) => `${status ?? 'no answer'} ${cause}`);
    return [...kinds].map(
      ([kind, attempts]) =>
        `${attempts.length} × ${kind}, the slowest after ${Math.round(this.slowest(attempts))} ms`,
    );
  }

  /** Attempts that ran, wholly or in part, while something was broken. */
  during(): Attempt[] {
    return this.#attempts.filter((attempt) =>
      this.#windows.some(({ from, to }) => attempt.sentAt < to && attempt.endedAt > from),
    );
  }

  /** Attempts that were sent while something was broken, from `afterMs` after it broke. */
  sentDuring(afterMs = 0): Attempt[] {
    return this.#attempts.filter(({ sentAt }) =>
      this.#windows.some(({ from, to }) => sentAt > from + afterMs && sentAt < to),
    );
  }

  slowest(attempts: readonly Attempt[]): number {
    return attempts.reduce((longest, attempt) => Math.max(longest, took(attempt)), 0);
  }

  percentile(share: number): number {
    const sorted = this.#attempts.map(took).sort((a, b) => a - b);
    return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  }

  /** The longest time from a part's being let back to the first acknowledgement of a write sent after that. */
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
