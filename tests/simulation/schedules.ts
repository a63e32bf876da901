import { describe, expect, test } from 'vitest';
import { commandKinds } from './commands.ts';
import { runMany, traced } from './many.ts';
import { givenSeed } from './seed.ts';

/** All schedules of a test run, and in how many files they are run side by side. */
const all = 100_000;
const files = 2;

/** A schedule has so many operations at least, on average. */
const fewestOperations = 3;

/**
 * Runs a file's share of the schedules. `SIMULATION_SEED=N npm test -- tests/simulation/schedules-1.test.ts` runs schedule
 * N alone and prints all that happened in it.
 */
export function describeSchedules(file: number): void {
  const seed = givenSeed();
  const count = all / files;
  const from = (file - 1) * count;
  // Refusals are many here, and nobody reads where they came from.
  Error.stackTraceLimit = 0;
  if (seed !== null) {
    test(`schedule ${seed} has a history that a correct cart explains`, async () => {
      process.stdout.write(`${await traced(seed)}\n`);
      expect((await runMany(seed, 1)).counterexample).toBeNull();
    });
    return;
  }
  describe(`schedules ${from} to ${from + count - 1}`, () => {
    test('every history is one of a correct cart, and every command and fate is in them', async () => {
      const { counterexample, tally } = await runMany(from, count);
      if (counterexample) expect.fail(await traced(counterexample.seed));
      const asked = [...tally.asked.values()].reduce((sum, one) => sum + one, 0);
      expect(asked).toBeGreaterThan(fewestOperations * count);
      for (const kind of commandKinds) expect(tally.asked.get(kind) ?? 0, kind).toBeGreaterThan(asked / 50);
      for (const fate of fates) expect(tally.told.get(fate) ?? 0, fate).toBeGreaterThan(count / 1_000);
    }, 1_800_000);
  });
}

/** What clients must have been told in every thousandth schedule at least, so that the histories are worth something. */
const fates = [
  'done',
  'replayed',
  'service_unavailable',
  'service_revision_mismatch',
  'service_not_enough_in_stock',
  'service_not_enough_stock_remaining',
  'service_product_out_of_stock',
  'service_cannot_be_purchased',
  'service_item_not_in_cart',
];
