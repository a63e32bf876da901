/** The result of checking a dependency. */
export interface Finding {
  /** `sick` means that the dependency answers, but with a fault. */
  readonly state: 'up' | 'sick' | 'down';
  /** Explains the state to operators; empty while up. Contains no secret. */
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
  /** Maximum error of `aheadMs`. */
  readonly errorMs: number;
}

export const up: Finding = { state: 'up', reason: '' };

export function sick(reason: string): Finding {
  return { state: 'sick', reason };
}

export function down(reason: string): Finding {
  return { state: 'down', reason };
}

/** Returns `up` if `isThere`; otherwise `down` with the given reason. */
export function upIf(isThere: boolean, otherwise: string): Finding {
  return isThere ? up : down(otherwise);
}

/**
 * Returns the answer of `ask`, and how far another process's clock is ahead. `clockIn` returns the time of that clock
 * from the answer, in Unix milliseconds. The clock is assumed to have been read in the middle of the request.
 */
export async function askWithClock<T>(
  ask: () => Promise<T>,
  clockIn: (answer: T) => number,
): Promise<{ answer: T; clock: ClockSample }> {
  const begun = performance.now();
  const answer = await ask();
  const errorMs = (performance.now() - begun) / 2;
  return { answer, clock: { aheadMs: clockIn(answer) - (Date.now() - errorMs), errorMs } };
}
