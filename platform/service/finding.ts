/** What a look at something behind a process has found. */
export interface Finding {
  /** `sick`: it answers, but not as it must. */
  readonly state: 'up' | 'sick' | 'down';
  /** For an operator; empty while up. Holds no secret. */
  readonly reason: string;
  /** The clock behind it, where it tells one. */
  readonly clock?: ClockSample;
  /** The version of an engine, where it tells one. */
  readonly version?: string;
}

/** A clock that was read from afar. Milliseconds. */
export interface ClockSample {
  /** How far it is ahead of this process's. */
  readonly aheadMs: number;
  /** The true figure is within so much of that. */
  readonly errorMs: number;
}

export const up: Finding = { state: 'up', reason: '' };

export function sick(reason: string): Finding {
  return { state: 'sick', reason };
}

export function down(reason: string): Finding {
  return { state: 'down', reason };
}

/** Up if it is; else down for this reason. */
export function loaded(isThere: boolean, otherwise: string): Finding {
  return isThere ? up : down(otherwise);
}

/**
 * What `ask` gives, and the clock that `theirs` finds in it: Unix milliseconds, which were read between the question and
 * the answer.
 */
export async function withClock<T>(
  ask: () => Promise<T>,
  theirs: (answer: T) => number,
): Promise<{ answer: T; clock: ClockSample }> {
  const begun = performance.now();
  const answer = await ask();
  const errorMs = (performance.now() - begun) / 2;
  return { answer, clock: { aheadMs: theirs(answer) - (Date.now() - errorMs), errorMs } };
}
