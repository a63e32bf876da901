/**
 * Returns the seed in the environment variable `SIMULATION_SEED`, which repeats a failed case; null if the
 * variable is not set.
 */
export function givenSeed(): number | null {
  const text = process.env.SIMULATION_SEED;
  return text === undefined || text === '' ? null : Number(text);
}
