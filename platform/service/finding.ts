/** The result of checking a dependency. */
export interface Finding {
  /** `sick`: the dependency answers but reports a fault. */
  readonly state: 'up' | 'sick' | 'down';
  /** Explains the state to operators; empty if the state is `up`. Contains no secret. */
  readonly reason: string;
  /** The clock of the dependency; absent if the dependency reports no time. */
  readonly clock?: ClockSample;
  /** The version of the engine; absent if the engine reports no version. */
  readonly version?: string;
}

/** A reading of the clock of another process. */
export interface ClockSample {
  /** Milliseconds by which the other clock is ahead of the clock of this process. */
  readonly aheadMs: number;
  /** Maximum error of `aheadMs` in milliseconds. */
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
 * Returns the answer of `ask`, and the difference between the two clocks. `clockIn` returns the time of the
 * other clock (Unix milliseconds) from the answer. The other clock counts as read in the middle of the request.
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
