import { join } from 'node:path';
import { columns } from '#testing/columns.ts';
import { Floors } from './floors/floors.ts';
import { figuresOf, median, type Sample } from './measure.ts';
import type { Options } from './options.ts';
import { filesOf } from './other-commit.ts';
import type { Row } from './row.ts';
import { type Bench, badAnswers, chosenRows, runOnce, systemsOf } from './run-rows.ts';
import { say } from './say.ts';
import { startShop, targetsOf } from './systems.ts';

/** The runs of one row of the table: `ours` with the working tree, `theirs` with the other commit. */
interface Pairs {
  readonly ours: Sample[];
  readonly theirs: Sample[];
}

const costOf = (sample: Sample) => figuresOf([sample]).cpu;

/**
 * Returns a ratio for each pair of runs, in ascending order: the cost with the working tree divided by the cost
 * with the other commit.
 */
function ratiosOf({ ours, theirs }: Pairs): number[] {
  const ratios = ours.map((sample, at) => costOf(sample) / costOf(theirs[at] ?? sample));
  return ratios.toSorted((one, other) => one - other);
}

function tableOf(pairs: ReadonlyMap<Row, Pairs>, commit: string): string {
  return columns(
    [...pairs].map(([row, both]) => {
      const [ours, theirs] = [figuresOf(both.ours), figuresOf(both.theirs)];
      const ratios = ratiosOf(both);
      return {
        row: row.name,
        [`CPU-ms ${commit}`]: theirs.cpu.toFixed(3),
        'CPU-ms now': ours.cpu.toFixed(3),
        ratio: median(ratios).toFixed(2),
        spread: `${ratios.at(0)?.toFixed(2)}–${ratios.at(-1)?.toFixed(2)}`,
        'req/s': `${theirs.rate.toFixed(0)} – ${ours.rate.toFixed(0)}`,
        'p99 ms': `${theirs.p99.toFixed(1)} – ${ours.p99.toFixed(1)}`,
      };
    }),
  );
}

/**
 * Measures each chosen row with the working tree and with another commit, in alternating order. So other programs on
 * the machine slow both versions alike. Returns the table, and sentences about bad answers of the working tree.
 */
export async function compare(folder: string, commit: string, options: Options) {
  const rows = chosenRows(options.only).filter((row) => !('floor' in row));
  const other = await filesOf(commit, join(folder, 'other'));
  await using floors = new Floors(folder);
  await using stack = new AsyncDisposableStack();
  say(`starting this tree, then ${commit}`);
  const side = async (name: string, root?: string): Promise<Bench> => {
    const own = join(folder, name);
    const shop = stack.use(await startShop(own, options, root));
    return { floors, options, targets: await targetsOf(shop, own, systemsOf(rows), options, stack) };
  };
  const [ours, theirs] = [await side('ours'), await side('theirs', other)];
  const pairs = new Map<Row, Pairs>(rows.map((row) => [row, { ours: [], theirs: [] }]));
  for (let run = 1; run <= options.runs; run += 1) {
    for (const [row, both] of pairs) await runPair(row, both, { ours, theirs }, run);
  }
  const bad = badAnswers(new Map([...pairs].map(([row, both]) => [row, both.ours])));
  return { table: tableOf(pairs, commit), bad };
}

async function runPair(row: Row, taken: Pairs, bench: Readonly<Record<keyof Pairs, Bench>>, run: number) {
  const order = run % 2 === 1 ? (['ours', 'theirs'] as const) : (['theirs', 'ours'] as const);
  for (const side of order) taken[side].push(await runOnce(row, bench[side], run));
}
