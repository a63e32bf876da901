/**
 * How a try failed that another may follow. `silent`: not answered in time. `nobody`: nobody was there to hear it. `away`: the
 * same, but somebody was a moment ago. `refused`: answered 503. `lost`: the connection was lost before the answer came.
 */
export type Failure = 'silent' | 'nobody' | 'away' | 'refused' | 'lost';

/** How long one try waits unless told otherwise, and how long after one that failed at once the next. Milliseconds. */
export const usualTryMs = 450;
const againMs = 50;
/** With less time than this left, a request is not sent any more. Milliseconds. */
const leastMs = 10;
/**
 * How a request is repeated. `freely`: it has one effect however often it is sent. `unless-silent`: the same, but the request
 * itself may be the cause of the silence. `unheard`: it may have another effect each time.
 */
export type Repetition = 'freely' | 'unless-silent' | 'unheard';

/** How often a request is sent again after failing in each way. */
const mostFailures: Record<Repetition, Record<Failure, number>> = {
  freely: {
    silent: Number.POSITIVE_INFINITY,
    nobody: 1,
    away: Number.POSITIVE_INFINITY,
    refused: 2,
    lost: 3,
  },
  'unless-silent': { silent: 0, nobody: 1, away: Number.POSITIVE_INFINITY, refused: 2, lost: 3 },
  unheard: { silent: 0, nobody: 1, away: Number.POSITIVE_INFINITY, refused: 0, lost: 0 },
};

/** A question, and the surroundings it is asked in. */
export interface Question<Reply> {
  /** Unix milliseconds after which nobody waits for the answer any more. */
  readonly deadline: number;
  readonly repetition: Repetition;
  /** How long one try waits before the next, in milliseconds, where one follows silence. */
  readonly tryMs: number;
  /** Unix milliseconds. */
  now(): number;
  pause(milliseconds: number): Promise<unknown>;
  /** Whether a request that somebody has worked on may be sent once more. */
  mayRepeat(): boolean;
  /** Asks once and waits so long at most. `repeated` when it was asked before and that try may still be at work. */
  attempt(waitMs: number, repeated: boolean): Promise<Reply>;
  /** Null for a failure that is final. */
  failureOf(error: unknown): Failure | null;
}

/**
 * Asks until there is an answer: again at once after silence or while a service is away for a moment, as long as there is
 * time; three times more after the connection was lost; twice more after a 503; once more where nobody is there at all.
 *
 * @throws whatever the last attempt threw
 */
export async function untilAnswered<Reply>(question: Question<Reply>): Promise<Reply> {
  const { deadline, repetition } = question;
  const left = { ...mostFailures[repetition] };
  const tryMs = left.silent > 0 ? question.tryMs : Number.POSITIVE_INFINITY;
  // Where nobody was there, nobody's work is made more; and a lost connection is no sign of too much work.
  const isFree = (failure: Failure) => failure === 'nobody' || failure === 'away' || failure === 'lost';
  const mayFollow = (failure: Failure) => isFree(failure) || question.mayRepeat();
  for (let repeated = false; ; repeated = true) {
    try {
      const time = deadline - question.now();
      if (time < leastMs) throw new Error('no answer in time');
      return await question.attempt(Math.min(tryMs, time), repeated);
    } catch (error) {
      const failure = question.failureOf(error);
      if (!failure || left[failure] === 0 || !mayFollow(failure)) throw error;
      left[failure] -= 1;
      if (failure !== 'silent' && failure !== 'lost') await question.pause(againMs);
    }
  }
}
