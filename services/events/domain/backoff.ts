/** Pauses between tries, in seconds: a receiver that is down for a minute is found again soon, one that is gone for a day too. */
const pausesSeconds = [1, 5, 15, 30, 60, 120, 300, 900, 1_800, 3_600, 10_800, 21_600, 43_200, 43_200];

/** How often a delivery is tried at all. */
export const mostAttempts = pausesSeconds.length + 1;

/**
 * Milliseconds until the next try after so many that failed; null when there is none. `spread` from 0 to 1 moves it by
 * a tenth to either side, so that receivers do not get all at once what waited for them.
 */
export function pauseAfter(attempts: number, spread: number): number | null {
  const pause = pausesSeconds[attempts - 1];
  return pause === undefined ? null : Math.round(pause * 1_000 * (0.9 + 0.2 * spread));
}
