import { Command, Option } from 'commander';
import type { Host } from '../host.ts';
import type { Report } from '../import/report.ts';
import { json } from '../output/json.ts';
import { Problem } from '../problem.ts';

interface Options {
  readonly from: string;
  readonly consumerKey?: string;
  readonly consumerSecret?: string;
  readonly reset?: true;
  readonly json?: true;
}

/** `import`: takes a whole shop in. */
export function importCommand(host: Host): Command {
  return new Command('import').description('take a whole shop in').addCommand(woocommerceCommand(host));
}

/** How a shop says what is reserved, since WooCommerce has no words for it. */
const reservedHelp = `
What is reserved for roles stands in meta_data of products and variations, as a value or as JSON text:
  _cartwright_role_prices   {"wholesale": {"regular_price": "8.00", "sale_price": ""}}
  _cartwright_visible_to    ["wholesale"]
The setting customer-roles names the roles of customers beside customer.
`;

/**
 * `import woocommerce --from DIR|URL`: from a folder of the JSON that WooCommerce's REST API v3 gives, or from a shop
 * that runs.
 */
function woocommerceCommand(host: Host): Command {
  return new Command('woocommerce')
    .description("take a shop in from the JSON of WooCommerce's REST API v3; may be repeated")
    .addHelpText('after', reservedHelp)
    .requiredOption(
      '--from <folder|url>',
      'folder that holds products.json and the rest, or address of a shop',
    )
    .addOption(
      new Option('--consumer-key <key>', 'key that may read the shop').env('WOOCOMMERCE_CONSUMER_KEY'),
    )
    .addOption(
      new Option('--consumer-secret <secret>', 'better in the environment, where nobody else sees it').env(
        'WOOCOMMERCE_CONSUMER_SECRET',
      ),
    )
    .option('--reset', 'remove what is kept and not in the shop; accounts stay, see users delete')
    .option('--json', 'print the report as JSON')
    .action(async (options: Options) => {
      const report = await reportOf(host, options);
      const { reportText } = await import('../import/report.ts');
      host.out(options.json ? json(report) : reportText(report));
    });
}

async function reportOf(host: Host, options: Options): Promise<Report> {
  const { from, consumerKey, consumerSecret } = options;
  const reset = options.reset === true;
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(from)) {
    const { importWooCommerce } = await import('../import/woocommerce/import.ts');
    return importWooCommerce(host, from, reset);
  }
  if (!consumerKey || !consumerSecret) {
    throw new Problem(
      'a live shop is read with its key pair: name --consumer-key and --consumer-secret, or ' +
        'WOOCOMMERCE_CONSUMER_KEY and WOOCOMMERCE_CONSUMER_SECRET',
    );
  }
  const { importLive } = await import('../import/woocommerce/live/import-live.ts');
  return importLive(host, { url: from, consumerKey, consumerSecret }, reset);
}
