import { Command, InvalidArgumentError, Option } from 'commander';
import type { Host } from '../host.ts';
import { json } from '../output/json.ts';
import { progress } from '../output/progress.ts';
import { Problem } from '../problem.ts';
import { listOf, shortText, wholeNumber } from './arguments.ts';

interface Options {
  readonly with: string;
  readonly here?: string;
  readonly key?: string;
  readonly secretStdin?: true;
  readonly carts: number;
  readonly rate: number;
  readonly seed: number;
  readonly coupons: readonly string[];
  readonly countries: readonly string[];
  readonly json?: true;
}

const secretName = 'WOOCOMMERCE_CONSUMER_SECRET';

const help = `
The old shop is only read, but for carts of a guest, which are removed or emptied at once. A key pair of WooCommerce tells
the codes of its coupons; one that may write removes the carts. Its secret comes from ${secretName} or
from standard input. Ends with 1 when something differs.
`;

function country(text: string): string {
  if (/^[A-Z]{2}$/.test(text)) return text;
  throw new InvalidArgumentError('It must be codes of countries like DE,FR.');
}

/** `compare`: asks the old shop and this system the same and tells where they differ. */
export function compareCommand(host: Host): Command {
  return new Command('compare')
    .description('ask a shop with CoCart and this system the same, and show where their answers differ')
    .addHelpText('after', help)
    .requiredOption('--with <url>', 'address of the old shop, or of its CoCart')
    .option('--here <url>', 'address of this system; the one that runs here when not said')
    .addOption(
      new Option('--key <ck_…>', "key of the old shop's WooCommerce").env('WOOCOMMERCE_CONSUMER_KEY'),
    )
    .option('--secret-stdin', 'read the secret of the key from standard input')
    .option('--carts <n>', 'how many random carts', wholeNumber(0, 10_000), 20)
    .option('--rate <n>', 'requests a second that the old shop gets at most', wholeNumber(1, 100), 5)
    .option(
      '--seed <n>',
      'which random carts; the same number, the same carts',
      wholeNumber(0, 4_294_967_295),
      1,
    )
    .option('--coupons <codes>', 'codes of coupons to try, with commas', listOf(shortText(200)), [])
    .option('--countries <codes>', 'countries that carts are shipped to, such as DE,FR', listOf(country), [])
    .option('--json', 'print the report as JSON')
    .action(async (options: Options) => compare(host, options));
}

async function compare(host: Host, options: Options): Promise<void> {
  const keyPair = options.key ? { key: options.key, secret: await secretOf(host, options) } : null;
  const here = options.here ?? (await host.gateway());
  const [{ compareShops }, { compareText }] = await Promise.all([
    import('../compare/compare.ts'),
    import('../compare/report.ts'),
  ]);
  const bar = progress(host);
  const order = { ...options, there: options.with, here, keyPair, interrupted: host.interrupted() };
  const report = await compareShops(order, host.pause, bar).finally(() => bar.end());
  host.out(options.json ? json(report) : compareText(report, host.width));
  const kinds = report.differences.length;
  if (kinds > 0) throw new Problem(`the answers differ in ${kinds} ${kinds === 1 ? 'member' : 'members'}`);
}

async function secretOf(host: Host, { secretStdin }: Options): Promise<string> {
  const secret = secretStdin ? await host.input() : host.consumerSecret;
  if (secret) return secret;
  throw new Problem(
    `the secret of the key comes from ${secretName}, or from standard input with --secret-stdin`,
  );
}
