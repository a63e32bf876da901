/**
 * The pauses in seconds between the tries of a delivery. The first pauses suit a brief outage of the
 * receiver. All pauses together are about 35 hours, for a long outage.
 */
const pausesSeconds = [1, 5, 15, 30, 60, 120, 300, 900, 1_800, 3_600, 10_800, 21_600, 43_200, 43_200];

/** The maximum number of tries for a delivery. */
export const maxTries = pausesSeconds.length + 1;

/**
 * Returns the pause after a number of tries, in milliseconds; null if no try is left. `spread`, from 0 to 1,
 * changes the pause by up to 10 %, so that a receiver does not get all waiting deliveries at once.
 */
export function pauseAfter(tries: number, spread: number): number | null {
  const pause = pausesSeconds[tries - 1];
  return pause === undefined ? null : Math.round(pause * 1_000 * (0.9 + 0.2 * spread));
}
