import type { Operation } from '#contracts/operation.ts';
import type { Context } from './context.ts';

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
 * - `unheard`: only if no replica received the request.
 */
export type Repetition = 'freely' | 'unless-silent' | 'unheard';

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
  unheard: { silent: 0, nobody: 1, away: Number.POSITIVE_INFINITY, refused: 0, lost: 0 },
};

/** A request that may be repeated, with the functions that `sendWithRepeats` calls. */
export interface RepeatableRequest<Reply> {
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
export async function sendWithRepeats<Reply>(question: RepeatableRequest<Reply>): Promise<Reply> {
  const { deadline, repetition } = question;
  const left = { ...maxFailures[repetition] };
  const tryMs = left.silent > 0 ? question.tryMs : Number.POSITIVE_INFINITY;
  // Repeats after these failures add no load or are rare, so these repeats do not use the retry budget.
  const isFree = (failure: Failure) => failure !== 'silent' && failure !== 'refused';
  const isAllowed = (failure: Failure) => isFree(failure) || question.mayRepeat();
  for (let last: Failure | null = null; ; ) {
    try {
      const time = deadline - question.now();
      if (time < minMs) throw new Error('no answer in time');
      return await question.attempt(Math.min(tryMs, time), last);
    } catch (error) {
      const failure = question.failureOf(error);
      if (!failure || left[failure] === 0 || !isAllowed(failure)) throw error;
      left[failure] -= 1;
      last = failure;
      if (failedAtOnce.has(failure)) await question.pause(pauseMs);
    }
  }
}

/**
 * Returns how a request may be repeated. A write of an operator has no idempotency key, so a repeat could take
 * effect twice. Such a write is repeated only if no replica received the write (`unheard`).
 */
export function repetitionOf(
  { effect, access, resentOnlyIfUnreceived, mayBeSlow }: Operation,
  context: Context,
): Repetition {
  if (resentOnlyIfUnreceived || (effect === 'write' && access !== 'caller')) return 'unheard';
  return mayBeSlow || context.mayBeSlow ? 'unless-silent' : 'freely';
}
