import { lengthOf } from '#testing/length.ts';
import { commandKinds } from './commands.ts';
import { runMany, traced } from './many.ts';
import { withoutStacks } from './no-stacks.ts';
import { givenSeed } from './seed.ts';

/** Number of random simulations in a test run. `mutations.test.ts` shows that far fewer detect a fault. */
const all = lengthOf(4_000, 1_000_000);
/** Number of test files that share the schedules. Test files run in parallel. */
const files = 2;

/** Minimum average number of commands in a schedule, including reads. */
const fewestOperations = 3;

/**
 * The schedules of one test file. `shortcomings` returns the faults, and the commands and answers that occurred
 * too rarely.
 */
interface Share {
  readonly title: string;
  shortcomings(): Promise<readonly string[]>;
}

/** Returns a text for each kind that occurred at most `least` times. */
function tooRare(seen: ReadonlyMap<string, number>, kinds: readonly string[], least: number): string[] {
  const count = (kind: string) => seen.get(kind) ?? 0;
  return kinds.filter((kind) => count(kind) <= least).map((kind) => `${kind}: ${count(kind)} times`);
}

async function shortcomingsOf(from: number, count: number): Promise<readonly string[]> {
  const { counterexample, tally } = await runMany(from, count);
  if (counterexample) return [await traced(counterexample.seed)];
  const asked = [...tally.asked.values()].reduce((sum, one) => sum + one, 0);
  return [
    ...(asked > fewestOperations * count ? [] : [`only ${asked} operations`]),
    ...tooRare(tally.asked, commandKinds, asked / 50),
    ...tooRare(tally.answers, requiredAnswers, count / 1_000),
  ];
}

async function shortcomingsOfOne(seed: number): Promise<readonly string[]> {
  const trace = await traced(seed);
  process.stdout.write(`${trace}\n`);
  return (await runMany(seed, 1)).counterexample ? [trace] : [];
}

/**
 * Returns the schedules of a test file. `SIMULATION_SEED=N npm test -- tests/simulation/schedules-1.test.ts`
 * runs only schedule N and prints its events.
 */
export function shareOf(file: number): Share {
  withoutStacks();
  const seed = givenSeed();
  if (seed !== null) {
    const title = `schedule ${seed} has a history that a correct cart explains`;
    return { title, shortcomings: () => shortcomingsOfOne(seed) };
  }
  const count = all / files;
  const from = (file - 1) * count;
  const title = `in schedules ${from} to ${from + count - 1} every history is one of a correct cart, and every command and fate is in them`;
  return { title, shortcomings: () => shortcomingsOf(from, count) };
}

/** Answers that must occur at least once in a thousand schedules. Otherwise the schedules test too little. */
const requiredAnswers = [
  'done',
  'replayed',
  'service_unavailable',
  'service_revision_mismatch',
  'service_not_enough_in_stock',
  'service_not_enough_stock_remaining',
  'service_product_out_of_stock',
  'service_cannot_be_purchased',
  'service_item_not_in_cart',
  'service_coupon_cannot_add',
  'service_cart_coupon_invalid_code',
];
