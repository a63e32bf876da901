import { Command } from 'commander';
import type { Host } from '../host.ts';
import { json } from '../output/json.ts';
import { Problem } from '../problem.ts';

interface Options {
  readonly from: string;
  readonly reset?: true;
  readonly json?: true;
}

/** `import`: takes a whole shop in. */
export function importCommand(host: Host): Command {
  return new Command('import').description('take a whole shop in').addCommand(woocommerceCommand(host));
}

/** `import woocommerce --from DIR`: from a folder of the JSON that WooCommerce's REST API v3 gives. */
function woocommerceCommand(host: Host): Command {
  return new Command('woocommerce')
    .description("take a shop in from the JSON of WooCommerce's REST API v3; may be repeated")
    .requiredOption('--from <folder>', 'folder that holds products.json and the other collections')
    .option('--reset', 'remove what is kept and not in the folder')
    .option('--json', 'print the report as JSON')
    .action(async (options: Options) => {
      if (/^[a-z][a-z0-9+.-]*:\/\//i.test(options.from)) {
        throw new Problem('a live shop cannot be imported yet: fetch its JSON into a folder and name that');
      }
      const { importWooCommerce } = await import('../import/woocommerce/import.ts');
      const { reportText } = await import('../import/report.ts');
      const report = await importWooCommerce(host, options.from, options.reset === true);
      host.out(options.json ? json(report) : reportText(report));
    });
}
