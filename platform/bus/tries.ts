/** How a try failed that another may follow: not answered in time, nobody there to hear it, or answered 503. */
export type Failure = 'silent' | 'nobody' | 'refused';

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
  freely: { silent: Number.POSITIVE_INFINITY, nobody: 1, refused: 2 },
  'unless-silent': { silent: 0, nobody: 1, refused: 2 },
  unheard: { silent: 0, nobody: 1, refused: 0 },
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
 * Asks until there is an answer: again at once after silence, as long as there is time; twice more after a 503; once
 * more where nobody is there at all.
 *
 * @throws whatever the last attempt threw
 */
export async function untilAnswered<Reply>(question: Question<Reply>): Promise<Reply> {
  const { deadline, repetition } = question;
  const left = { ...mostFailures[repetition] };
  const tryMs = left.silent > 0 ? question.tryMs : Number.POSITIVE_INFINITY;
  // Where nobody was there, nobody's work was made more.
  const mayFollow = (failure: Failure) => failure === 'nobody' || question.mayRepeat();
  for (let repeated = false; ; repeated = true) {
    try {
      const time = deadline - question.now();
      if (time < leastMs) throw new Error('no answer in time');
      return await question.attempt(Math.min(tryMs, time), repeated);
    } catch (error) {
      const failure = question.failureOf(error);
      if (!failure || left[failure] === 0 || !mayFollow(failure)) throw error;
      left[failure] -= 1;
      if (failure !== 'silent') await question.pause(againMs);
    }
  }
}
