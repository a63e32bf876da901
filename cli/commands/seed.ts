import { Command, InvalidArgumentError } from 'commander';
import { Problem } from '#platform/errors/problem.ts';
import { progress } from '#platform/terminal/progress.ts';
import { json } from '#platform/terminal/text.ts';
import type { Report } from '#platform/woocommerce/import.ts';
import {
  collectionsInDeletionOrder,
  nothing,
  removeAll,
  type ShowProgress,
  storedIds,
  summedCounts,
} from '#platform/woocommerce/send.ts';
import type { Bus } from '../shared/bus.ts';
import { type ConfirmOptions, confirmOptions, withConfirmation } from '../shared/confirmation.ts';
import type { Host } from '../shared/host.ts';
import { contentsText, reportText } from '../shared/import-report.ts';

/** Maximum number of made-up products, so that a mistyped number does not fill the disk. */
const maxProducts = 10_000_000;

interface Options extends ConfirmOptions {
  readonly demo?: true;
  readonly products?: number;
  readonly reset?: true;
}

function productCount(text: string): number {
  const count = Number(text);
  if (/^\d+$/.test(text) && count > 0 && count <= maxProducts) return count;
  throw new InvalidArgumentError(`It must be a whole number from 1 to ${maxProducts}.`);
}

export function seedCommand(host: Host): Command {
  return confirmOptions(new Command('seed'))
    .description('fill the catalogue with a demo shop or with made-up products; may be repeated')
    .option('--demo', 'the demo shop: some 60 products of all types, with reviews, coupons and settings')
    .option(
      '--products <n>',
      'so many made-up products, the same ones each time, ids from 1,000,000',
      productCount,
    )
    .option('--reset', 'empty the catalogue first')
    .option('--json', 'print the report as JSON')
    .action(async (options: Options) => {
      const { demo, products } = options;
      if (demo === undefined && products === undefined) {
        throw new Problem('give --demo, --products N, or both');
      }
      // Without `--reset` nothing is deleted, so the command needs no confirmation.
      await withConfirmation(host, options.reset ? options : { ...options, yes: true }, {
        describe: async (bus) => {
          const what = [demo ? 'the demo shop' : '', products ? `${products} made-up products` : ''];
          const write = `write ${what.filter((one) => one !== '').join(' and ')}`;
          if (!options.reset) return write;
          return `empty the catalogue (${await contentsText(bus)}) and ${write}`;
        },
        act: (bus) => seed(host, bus, options),
      });
    });
}

async function seed(host: Host, bus: Bus, { demo, products, reset, json: asJson }: Options): Promise<void> {
  const bar = progress(host);
  const began = performance.now();
  const reports: Report[] = [];
  try {
    if (reset) reports.push({ taken: await emptyCatalogue(bus, bar.show), adjusted: [], leftOut: [] });
    if (demo) {
      const { seedDemoShop } = await import('../seed/demo.ts');
      reports.push(await seedDemoShop(bus, bar.show, Date.now()));
    }
    if (products !== undefined) {
      const { seedSynthetic } = await import('../seed/synthetic.ts');
      reports.push(await seedSynthetic(bus, bar.show, products));
    }
  } finally {
    bar.end();
  }
  const report = joined(reports, (performance.now() - began) / 1_000);
  host.out(asJson ? json(report) : seedText(report));
}

/** Deletes all records of the catalogue. Returns, by collection, how many were deleted. */
async function emptyCatalogue(bus: Bus, show: ShowProgress): Promise<Report['taken']> {
  let removed: Report['taken'] = {};
  for (const collection of collectionsInDeletionOrder) {
    const ids = await storedIds(bus, collection);
    removed = summedCounts(removed, await removeAll(bus, { collection, ids }, show));
  }
  return removed;
}

/** Result of seeding, with its duration, speed and memory use. */
interface SeedReport extends Report {
  readonly seconds: number;
  readonly productsPerSecond: number;
  /** Maximum memory of the current process, in megabytes. */
  readonly peakMegabytes: number;
}

/** Returns one report for several shops. `seconds` is the time that seeding took. */
function joined(reports: readonly Report[], seconds: number): SeedReport {
  const taken = reports.reduce((sum, report) => summedCounts(sum, report.taken), {} as Report['taken']);
  const { created, changed, unchanged } = taken.products ?? nothing;
  return {
    taken,
    adjusted: reports.flatMap(({ adjusted }) => adjusted),
    leftOut: reports.flatMap(({ leftOut }) => leftOut),
    seconds: Number(seconds.toFixed(2)),
    productsPerSecond: Math.round((created + changed + unchanged) / seconds),
    peakMegabytes: Math.round(process.resourceUsage().maxRSS / 1_024),
  };
}

function seedText(report: SeedReport): string {
  const { seconds, productsPerSecond, peakMegabytes } = report;
  const took = `${seconds} s, ${productsPerSecond} products per second, at most ${peakMegabytes} MB here`;
  return `${reportText(report)}${took}\n`;
}
