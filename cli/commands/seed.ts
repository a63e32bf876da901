import { Command, InvalidArgumentError } from 'commander';
import { Problem } from '#platform/errors/problem.ts';
import { json } from '#platform/terminal/text.ts';
import type { Report } from '#platform/woocommerce/import.ts';
import type { Bus } from '../shared/bus.ts';
import { type ConfirmOptions, confirmOptions, withConfirmation } from '../shared/confirmation.ts';
import type { Host } from '../shared/host.ts';

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

/** Returns the command `seed`, which fills the catalogue with a demo shop or made-up products. */
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
          const { contentsText } = await import('../shared/import-report.ts');
          return `empty the catalogue (${await contentsText(bus)}) and ${write}`;
        },
        act: (bus) => seed(host, bus, options),
      });
    });
}

async function seed(host: Host, bus: Bus, { demo, products, reset, json: asJson }: Options): Promise<void> {
  const [{ storeShop }, { reportText, joined }, { progress }] = await Promise.all([
    import('../seed/put.ts'),
    import('../seed/report.ts'),
    import('#platform/terminal/progress.ts'),
  ]);
  const bar = progress(host);
  const began = performance.now();
  const reports: Report[] = [];
  try {
    if (demo) {
      const { demoShop } = await import('../seed/demo/shop.ts');
      reports.push(await storeShop(bus, bar, demoShop(Date.now()), reset === true));
    }
    if (products !== undefined) {
      const { syntheticShop } = await import('../seed/synthetic/shop.ts');
      reports.push(await storeShop(bus, bar, syntheticShop(products), reset === true && !demo));
    }
  } finally {
    bar.end();
  }
  const report = joined(reports, (performance.now() - began) / 1_000);
  host.out(asJson ? json(report) : reportText(report));
}
