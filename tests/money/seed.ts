/**
 * Returns the seed in the environment variable `MONEY_SEED`, which repeats a failed case; null if the variable
 * is not set.
 */
export function givenSeed(): number | null {
  const text = process.env.MONEY_SEED;
  return text === undefined || text === '' ? null : Number(text);
}
