/** The seed in the environment variable `SIMULATION_SEED`, to repeat what a failed test printed; null without one. */
export function givenSeed(): number | null {
  const text = process.env.SIMULATION_SEED;
  return text === undefined || text === '' ? null : Number(text);
}
