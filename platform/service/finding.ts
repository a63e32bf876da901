/** The result of checking a dependency. */
export interface Finding {
  /** `sick`: it answers, but with a fault. */
  readonly state: 'up' | 'sick' | 'down';
  /** For an operator; empty while up. Contains no secret. */
  readonly reason: string;
  /** The dependency's clock, if it reports one. */
  readonly clock?: ClockSample;
  /** The engine's version, if it reports one. */
  readonly version?: string;
}

/** A reading of another process's clock. Milliseconds. */
export interface ClockSample {
  /** Milliseconds ahead of this process's clock. */
  readonly aheadMs: number;
  /** Maximum error of that figure. */
  readonly errorMs: number;
}

export const up: Finding = { state: 'up', reason: '' };

export function sick(reason: string): Finding {
  return { state: 'sick', reason };
}

export function down(reason: string): Finding {
  return { state: 'down', reason };
}

/** Returns up if `isThere`; else down, with this reason. */
export function upIf(isThere: boolean, otherwise: string): Finding {
  return isThere ? up : down(otherwise);
}

/**
 * Returns the answer of `ask`, and how far another process's clock is ahead. `theirs` returns that clock from the
 * answer, in Unix milliseconds; the reading is assumed to be from the middle of the request.
 */
export async function askWithClock<T>(
  ask: () => Promise<T>,
  theirs: (answer: T) => number,
): Promise<{ answer: T; clock: ClockSample }> {
  const begun = performance.now();
  const answer = await ask();
  const errorMs = (performance.now() - begun) / 2;
  return { answer, clock: { aheadMs: theirs(answer) - (Date.now() - errorMs), errorMs } };
}
