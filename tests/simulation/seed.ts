/** The seed in the environment variable `SIMULATION_SEED`, to repeat what a failed test printed; null without one. */
export function givenSeed(): number | null {
  const text = process.env.SIMULATION_SEED;
  return text === undefined || text === '' ? null : Number(text);
}

/** How much a random test does: `short` in `npm test`, `long` in `npm run simulation`. */
export function lengthOf(short: number, long: number): number {
  return process.env.SIMULATION === 'long' ? long : short;
}

/** From now on, random tests of this process and its children are long. */
export function beLong(): void {
  process.env.SIMULATION = 'long';
}
