import { Command, InvalidArgumentError, Option } from 'commander';
import { Problem } from '#platform/errors/problem.ts';
import { progress } from '#platform/terminal/progress.ts';
import { json } from '#platform/terminal/text.ts';
import { listOf, shortText, wholeNumber } from '../shared/arguments.ts';
import type { Host } from '../shared/host.ts';

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
Only reads the old shop, except for its own guest carts, which it removes or empties at once. With a WooCommerce key pair it
also tries the shop's coupons; a pair with write permission removes the carts. The secret of the pair comes from
${secretName} or from standard input. Exits with 1 when answers differ.
`;

function country(text: string): string {
  if (/^[A-Z]{2}$/.test(text)) return text;
  throw new InvalidArgumentError('It must be codes of countries like DE,FR.');
}

/**
 * Returns the command `compare`, which sends equal requests to an old shop and to this system, and reports differences.
 */
export function compareCommand(host: Host): Command {
  return new Command('compare')
    .description('send a CoCart shop and this system the same requests and show differences')
    .addHelpText('after', help)
    .requiredOption('--with <url>', 'URL of the old shop or of its CoCart')
    .option('--here <url>', 'URL of this system; by default the local one')
    .addOption(
      new Option('--key <ck_…>', "key of the old shop's WooCommerce").env('WOOCOMMERCE_CONSUMER_KEY'),
    )
    .option('--secret-stdin', 'read the secret of the key from standard input')
    .option('--carts <n>', 'number of random carts', wholeNumber(0, 10_000), 20)
    .option('--rate <n>', 'maximum number of requests per second to the old shop', wholeNumber(1, 100), 5)
    .option('--seed <n>', 'seed of the random carts', wholeNumber(0, 4_294_967_295), 1)
    .option('--coupons <codes>', 'coupon codes to try, separated by commas', listOf(shortText(200)), [])
    .option('--countries <codes>', 'countries that carts are shipped to, such as DE,FR', listOf(country), [])
    .option('--json', 'print the report as JSON')
    .action(async (options: Options) => compare(host, options));
}

async function compare(host: Host, options: Options): Promise<void> {
  const keyPair = options.key ? { key: options.key, secret: await secretOf(host, options) } : null;
  const here = options.here ?? (await host.gateway());
  const [{ compareShops }, { compareText }] = await Promise.all([
    import('../compare/compare.ts'),
    import('../compare/compare.ts'),
  ]);
  const bar = progress(host);
  const order = { ...options, there: options.with, here, keyPair, interrupted: host.interrupted() };
  const report = await compareShops(order, host.pause, bar).finally(() => bar.end());
  host.out(options.json ? json(report) : compareText(report, host.width));
  const kinds = report.differences.length;
  if (kinds > 0)
    throw new Problem(`the answers differ in ${kinds} ${kinds === 1 ? 'member' : 'members'}`, 'failed');
}

async function secretOf(host: Host, { secretStdin }: Options): Promise<string> {
  const secret = secretStdin ? await host.input() : host.consumerSecret();
  if (secret) return secret;
  throw new Problem(
    `the secret of the key comes from ${secretName}, or from standard input with --secret-stdin`,
  );
}
