import { Command, Option } from 'commander';
import { Problem } from '#platform/errors/problem.ts';
import { progress } from '#platform/terminal/progress.ts';
import { json } from '#platform/terminal/text.ts';
import type { ShopSource } from '#platform/woocommerce/folder.ts';
import type { Importer } from '#platform/woocommerce/import.ts';
import type { ShowProgress } from '#platform/woocommerce/send.ts';
import { type ConfirmOptions, confirmOptions, withConfirmation } from '../shared/confirmation.ts';
import type { Host } from '../shared/host.ts';

interface Options extends ConfirmOptions {
  readonly from: string;
  readonly consumerKey?: string;
  readonly consumerSecret?: string;
  readonly reset?: true;
  readonly check?: true;
}

export function importCommand(host: Host): Command {
  return new Command('import').description('import a whole shop').addCommand(woocommerceCommand(host));
}

/**
 * Help text about prices and products that are reserved for roles. WooCommerce itself cannot reserve prices
 * or products.
 */
const reservedHelp = `
Prices and visibility of roles are in meta_data of products and variations, as a value or as JSON text:
  _cartwright_role_prices   {"wholesale": {"regular_price": "8.00", "sale_price": ""}}
  _cartwright_visible_to    ["wholesale"]
The setting customer-roles names the roles of customers beside customer.
`;

const secretWarning =
  'warning: other users of this machine can read --consumer-secret in the list of processes, and the shell keeps it; ' +
  'set WOOCOMMERCE_CONSUMER_SECRET instead\n';

/**
 * Returns the command `import woocommerce --from DIR|URL`, which imports from a folder with the JSON of WooCommerce's
 * REST API v3, or from a live shop.
 */
function woocommerceCommand(host: Host): Command {
  return confirmOptions(new Command('woocommerce'))
    .description("import a shop from the JSON of WooCommerce's REST API v3; may be repeated")
    .addHelpText('after', reservedHelp)
    .requiredOption(
      '--from <folder|url>',
      'folder that holds products.json and the rest, or address of a shop',
    )
    .addOption(
      new Option('--consumer-key <key>', 'key that may read the shop').env('WOOCOMMERCE_CONSUMER_KEY'),
    )
    .option(
      '--consumer-secret <secret>',
      'better in WOOCOMMERCE_CONSUMER_SECRET, where other users cannot see it',
    )
    .option(
      '--reset',
      'also delete records of which the folder has no list, and those that are left out; what was made here and ' +
        'accounts stay',
    )
    .addOption(
      new Option(
        '--check',
        'report what would be imported, changed and left out, and write nothing',
      ).conflicts('reset'),
    )
    .option('--json', 'print the report as JSON')
    .action(async (options: Options) => {
      if (options.consumerSecret !== undefined) host.err(secretWarning);
      const work = async () => {
        const bar = progress(host);
        const importer = { connect: () => host.connect(), show: bar.show };
        const report = withSource(host, options, bar.show, (source) => reportOf(importer, source, options));
        host.out(await report.finally(() => bar.end()));
      };
      // Without `--reset`, only records are deleted that the shop had and has deleted. With `--dry-run` nothing is written.
      if (!options.reset || options.dryRun || options.yes) return work();
      const { contentsText } = await import('../shared/import-report.ts');
      await withConfirmation(host, options, {
        describe: async (bus) =>
          `import ${options.from} and delete all that it does not have, and that was not made here, from ${await contentsText(bus)}`,
        act: work,
      });
    });
}

/** Returns the printed report of an import or a check. */
async function reportOf(importer: Importer, source: ShopSource, options: Options): Promise<string> {
  const [{ checkWooCommerce, importWooCommerce }, { checkText, reportText }] = await Promise.all([
    import('#platform/woocommerce/import.ts'),
    import('../shared/import-report.ts'),
  ]);
  if (options.check || options.dryRun) {
    const report = await checkWooCommerce(importer, source, options.reset === true);
    return options.json ? json(report) : checkText(report);
  }
  const report = await importWooCommerce(importer, source, options.reset === true);
  return options.json ? json(report) : reportText(report);
}

/**
 * Calls `act` with the files of the folder that `--from` names. If `--from` is a URL, fetches the live shop into a
 * temporary folder first.
 */
async function withSource<T>(
  host: Host,
  { from, consumerKey, consumerSecret }: Options,
  show: ShowProgress,
  act: (source: ShopSource) => Promise<T>,
): Promise<T> {
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(from)) {
    const { folderSource } = await import('#platform/woocommerce/folder.ts');
    return act(folderSource(from));
  }
  const secret = consumerSecret ?? host.consumerSecret();
  if (!consumerKey || !secret) {
    throw new Problem(
      'a live shop is read with its key pair: set WOOCOMMERCE_CONSUMER_KEY ' +
        'and WOOCOMMERCE_CONSUMER_SECRET',
    );
  }
  const { withFetched } = await import('#platform/woocommerce/fetch-shop.ts');
  return withFetched({ url: from, consumerKey, consumerSecret: secret }, show, act);
}
