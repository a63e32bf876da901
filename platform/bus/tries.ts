import type { Operation } from '#contracts/operation.ts';
import type { Context } from './dispatcher.ts';

/**
 * Failures that allow another try.
 * - `silent`: no answer in time.
 * - `nobody`: no replica of the service runs.
 * - `away`: no replica runs, but a replica answered within the last second: the service may be restarting.
 * - `refused`: the service answered 503.
 * - `lost`: the connection was lost before the answer.
 */
export type Failure = 'silent' | 'nobody' | 'away' | 'refused' | 'lost';

/** Default milliseconds from the receipt of a request until its answer. */
export const usualDeadlineMs = 2_000;
/** Default maximum duration of one try, in milliseconds. */
export const usualTryMs = 450;
/** Milliseconds from a try that failed at once until the next try. */
const pauseMs = 50;
const failedAtOnce: ReadonlySet<Failure> = new Set(['nobody', 'away', 'refused']);
/** Minimum milliseconds that must be left before the deadline for another try. */
const minMs = 10;
/**
 * How a request may be repeated.
 * - `freely`: after every failure, because repeats have no further effect.
 * - `unless-silent`: after every failure except a missing answer, because the request may be slow.
 * - `unreceived`: only if no replica received the request.
 */
type Repetition = 'freely' | 'unless-silent' | 'unreceived';

/** Maximum number of repeats after each kind of failure. */
const maxFailures: Record<Repetition, Record<Failure, number>> = {
  freely: {
    silent: Number.POSITIVE_INFINITY,
    nobody: 1,
    away: Number.POSITIVE_INFINITY,
    refused: 2,
    lost: 3,
  },
  'unless-silent': {
    silent: 0,
    nobody: 1,
    away: Number.POSITIVE_INFINITY,
    refused: 2,
    lost: 3,
  },
  unreceived: { silent: 0, nobody: 1, away: Number.POSITIVE_INFINITY, refused: 0, lost: 0 },
};

/** A request that may be repeated, with the functions that `sendWithRepeats` calls. */
interface RepeatableRequest<Reply> {
  /** The time after which nobody needs the answer, in Unix milliseconds. */
  readonly deadline: number;
  readonly repetition: Repetition;
  /** Maximum milliseconds of one try. A single try without repeats may last until the deadline. */
  readonly tryMs: number;
  /** Returns the time in Unix milliseconds. */
  now(): number;
  pause(milliseconds: number): Promise<unknown>;
  /** Returns whether the retry budget allows a repeat. Called if a replica may have received the request. */
  mayRepeat(): boolean;
  /**
   * Sends the request once and waits at most `waitMs` milliseconds. `last` is the failure of the previous try; null for
   * the first try. If `last` is `silent`, a replica may still be handling an earlier try.
   */
  attempt(waitMs: number, last: Failure | null): Promise<Reply>;
  /** Returns the kind of a failure; null if the failure is final. */
  failureOf(error: unknown): Failure | null;
}

/**
 * Sends a request, and repeats the request until an answer arrives, at most as often as `maxFailures` allows.
 * No try begins after the deadline.
 *
 * @throws the last error
 */
export async function sendWithRepeats<Reply>(request: RepeatableRequest<Reply>): Promise<Reply> {
  const { deadline, repetition } = request;
  const left = { ...maxFailures[repetition] };
  const tryMs = left.silent > 0 ? request.tryMs : Number.POSITIVE_INFINITY;
  // Repeats after these failures add no load or are rare, so these repeats do not use the retry budget.
  const isFree = (failure: Failure) => failure !== 'silent' && failure !== 'refused';
  const isAllowed = (failure: Failure) => isFree(failure) || request.mayRepeat();
  for (let last: Failure | null = null; ; ) {
    try {
      const time = deadline - request.now();
      if (time < minMs) throw new Error('no answer in time');
      return await request.attempt(Math.min(tryMs, time), last);
    } catch (error) {
      const failure = request.failureOf(error);
      if (!failure || left[failure] === 0 || !isAllowed(failure)) throw error;
      left[failure] -= 1;
      last = failure;
      if (failedAtOnce.has(failure)) await request.pause(pauseMs);
    }
  }
}

/**
 * Returns how a request may be repeated. A write of an operator has no idempotency key, so a repeat could take
 * effect twice. Such a write is repeated only if no replica received the write (`unreceived`).
 */
export function repetitionOf(
  { effect, access, resentOnlyIfUnreceived, mayBeSlow }: Operation,
  context: Context,
): Repetition {
  if (resentOnlyIfUnreceived || (effect === 'write' && access !== 'caller')) return 'unreceived';
  return mayBeSlow || context.mayBeSlow ? 'unless-silent' : 'freely';
}

/** The maximum number of repeats in the budget, and their number at the start. */
const maxRepeats = 100;
/** The fraction of a repeat that each new request adds to the budget. */
const perRequest = 0.5;

/**
 * Limits how many requests to a service are repeated. In the long run, every two new requests allow one repeat.
 * Repeats help when one replica is missing, but only add load when all replicas are slow.
 */
export class RetryBudget {
  #repeats = maxRepeats;

  /** Adds to the budget for a request that is sent for the first time. */
  first(): void {
    this.#repeats = Math.min(maxRepeats, this.#repeats + perRequest);
  }

  /** Returns whether a request may be repeated `times` times, and takes these repeats from the budget. */
  again(times = 1): boolean {
    if (this.#repeats < times) return false;
    this.#repeats -= times;
    return true;
  }
}
