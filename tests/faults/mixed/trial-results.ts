import type { Verdict } from '../checker.ts';
import type { Window } from '../measure.ts';
import type { MeasuredRequest } from './traffic.ts';

const duration = ({ sentAt, endedAt }: MeasuredRequest) => endedAt - sentAt;

/** Results of a trial. Times are milliseconds, recovery is seconds. */
export class TrialResults {
  readonly asked: readonly MeasuredRequest[];
  readonly verdict: Verdict;
  readonly #windows: readonly Window[];

  constructor(asked: readonly MeasuredRequest[], verdict: Verdict, windows: readonly Window[]) {
    this.asked = asked;
    this.verdict = verdict;
    this.#windows = windows;
  }

  /** Requests without a successful answer. */
  get failed(): MeasuredRequest[] {
    return this.asked.filter(isFailed);
  }

  /** Requests without any answer. Even a busy machine must answer, with 503. */
  get unanswered(): MeasuredRequest[] {
    return this.asked.filter(({ status }) => status === null);
  }

  /** Returns a text for each kind of failure: its count and cause, and the longest time until the failure. */
  causes(): string[] {
    const kinds = Map.groupBy(this.failed, ({ kind, status, cause }) => `${kind} ${status ?? '-'} ${cause}`);
    return [...kinds].map(
      ([kind, asked]) => `${asked.length} × ${kind}, the slowest after ${Math.round(longest(asked))} ms`,
    );
  }

  get longest(): number {
    return longest(this.asked);
  }

  percentile(share: number): number {
    const sorted = this.asked.map(duration).sort((one, other) => one - other);
    return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  }

  /** Seconds from the first damage to the last failed request; 0 if no request failed. */
  get failedFor(): number {
    const from = Math.min(...this.#windows.map((window) => window.from));
    const last = Math.max(...this.failed.map(({ endedAt }) => endedAt), from);
    return Number.isFinite(last) ? (last - from) / 1_000 : 0;
  }

  /** Returns the requests that were sent while the system was damaged. */
  duringDamage(): MeasuredRequest[] {
    return this.asked.filter(({ sentAt }) =>
      this.#windows.some(({ from, to }) => sentAt > from && sentAt < to),
    );
  }

  /** Returns the failed requests that were sent more than `seconds` after the end of the last damage. */
  failedLater(seconds: number): MeasuredRequest[] {
    const served = Math.max(...this.#windows.map(({ to }) => to)) + seconds * 1_000;
    return this.failed.filter(({ sentAt }) => sentAt > served);
  }
}

function isFailed({ status }: MeasuredRequest): boolean {
  return status === null || status > 299;
}

export function longest(asked: readonly MeasuredRequest[]): number {
  return asked.reduce((most, one) => Math.max(most, duration(one)), 0);
}
