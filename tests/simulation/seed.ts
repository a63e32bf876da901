/**
 * Returns the seed in the environment variable `SIMULATION_SEED`, with which a failed case can be repeated; null if it
 * is not set.
 */
export function givenSeed(): number | null {
  const text = process.env.SIMULATION_SEED;
  return text === undefined || text === '' ? null : Number(text);
}
