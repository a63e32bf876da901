import { Problem } from '#platform/errors/problem.ts';
import type { Progress } from '#platform/terminal/progress.ts';
import { table } from '#platform/terminal/table.ts';
import { assertPrivate } from '#platform/woocommerce/http.ts';
import { type CartsDone, compareCarts } from './carts.ts';
import { compareCatalogue } from './catalogue.ts';
import { assertCocart, CocartClient, type KeyPair, Pace, type Pause } from './client.ts';
import { Comparison } from './differences.ts';
import { type Expected, type Found, Tally } from './two-shops.ts';

/** Options of a comparison. */
interface CompareOptions {
  /** URL of the old shop. */
  readonly there: string;
  /** URL of this system. */
  readonly here: string;
  readonly keyPair: KeyPair | null;
  readonly carts: number;
  readonly seed: number;
  /** Maximum number of requests per second to the old shop. */
  readonly rate: number;
  readonly coupons: readonly string[];
  readonly countries: readonly string[];
  readonly timeoutMs?: number;
  readonly interrupted?: AbortSignal;
}

/** The result of a comparison. `there` and `here` are the URLs after redirects. */
interface CompareReport extends CartsDone {
  readonly there: string;
  readonly here: string;
  readonly seed: number;
  readonly products: number;
  readonly lists: number;
  readonly differences: readonly Found[];
  /** Differences that are intended, or faults of CoCart (docs/differences.md). */
  readonly expected: readonly Expected[];
}

/** Sends the same requests to two shops and reports differences. @throws Problem if a shop has no CoCart */
export async function compareShops(
  options: CompareOptions,
  pause: Pause,
  bar: Progress,
): Promise<CompareReport> {
  const { keyPair, timeoutMs, interrupted, seed } = options;
  const limits = { ...(timeoutMs !== undefined && { timeoutMs }), ...(interrupted && { interrupted }) };
  const pace = new Pace(options.rate, pause);
  const there = new CocartClient('the old shop', options.there, { pause, pace, ...limits });
  const here = new CocartClient('this system', options.here, { pause, ...limits });
  if (keyPair) assertPrivate(new URL(there.root));
  for (const client of [there, here]) await assertCocart(client);
  const known = keyPair ? await couponCodes(there, keyPair) : [];
  const coupons = [...new Set([...options.coupons, ...known])];
  const taxClasses = keyPair ? await taxClassesOf(there, keyPair) : new Map<number, string>();

  const tally = new Tally();
  const shops = { there, here, comparison: new Comparison([there.root, here.root]), tally };
  const { ids, buyables, lists } = await compareCatalogue(shops, bar);
  const { carts: count, countries } = options;
  const plan = { count, seed, buyables, taxClasses, coupons, countries, keyPair };
  const done = await compareCarts(shops, plan, bar);
  const compared = { there: there.root, here: here.root, seed, products: ids.length, lists };
  return { ...compared, ...done, differences: tally.found, expected: tally.expected };
}

type Members = Readonly<Record<string, unknown>>;

/**
 * Returns the records of a list of WooCommerce; none if the shop lacks the route.
 *
 * @throws Problem if the shop refuses the key pair
 */
async function recordsFrom(there: CocartClient, keyPair: KeyPair, path: string): Promise<readonly Members[]> {
  const { status, body } = await there.askSite(path, { keyPair });
  if (status === 401 || status === 403) {
    throw new Problem(
      `the old shop refuses the key pair (${status}): it needs the permission to read`,
      'refused',
    );
  }
  const records: readonly unknown[] = status === 200 && Array.isArray(body) ? body : [];
  return records.filter((one): one is Members => typeof one === 'object' && one !== null);
}

/** Returns the codes of the old shop's newest coupons. */
async function couponCodes(there: CocartClient, keyPair: KeyPair): Promise<string[]> {
  const coupons = await recordsFrom(there, keyPair, 'wc/v3/coupons?per_page=100');
  return coupons.map(({ code }) => code).filter((code) => typeof code === 'string');
}

/** Returns the tax class of each product by id. CoCart does not show these classes. */
async function taxClassesOf(there: CocartClient, keyPair: KeyPair): Promise<Map<number, string>> {
  const classes = new Map<number, string>();
  for (let page = 1; ; page += 1) {
    const path = `wc/v3/products?per_page=100&page=${page}&_fields=id,tax_class`;
    const products = await recordsFrom(there, keyPair, path);
    for (const { id, tax_class } of products) classes.set(Number(id), String(tax_class));
    if (products.length < 100) return classes;
  }
}

const widest = 40;

/** Returns a value as the text of a table cell. Texts are quoted, so that an empty text is visible. */
function cell(value: unknown): string {
  if (value === undefined) return '(none)';
  const text = JSON.stringify(value);
  return text.length > widest ? `${text.slice(0, widest - 1)}…` : text;
}

function remarks({ couponsCompared, emptied, left }: CompareReport): string[] {
  return [
    ...(couponsCompared === false
      ? ['Coupons were not compared: the old shop has no route that applies them.']
      : []),
    ...(couponsCompared === null ? ['No coupon was tried: name some in --coupons, or a key pair.'] : []),
    ...(emptied > 0 ? [`${emptied} carts of the old shop were emptied; they expire by themselves.`] : []),
    ...(left > 0 ? [`${left} carts of the old shop could not be removed; they expire by themselves.`] : []),
  ];
}

/** Returns why differences are expected, and how often each reason applies. */
function expectedText(expected: CompareReport['expected'], columns: number): string {
  const times = new Map<string, number>();
  for (const { reason, count } of expected) times.set(reason, (times.get(reason) ?? 0) + count);
  return times.size > 0 ? table(['expected, as in docs/differences.md', 'times'], [...times], columns) : '';
}

/** Returns the report as text. `columns` is the width of the terminal; 0 if the output is no terminal. */
export function compareText(report: CompareReport, columns: number): string {
  const { there, here, products, lists, carts, seed, differences, expected } = report;
  const rows = differences.map((one) => [one.path, one.member, cell(one.there), cell(one.here), one.count]);
  const found = rows.length > 0 ? table(['path', 'member', 'there', 'here', 'times'], rows, columns) : '';
  const examples = differences.map(({ path, member, example }) => `  ${path} ${member}: ${example}`);
  const first =
    rows.length > 0
      ? table(
          ['first seen in'],
          examples.map((one) => [one]),
        )
      : '';
  const counts = `${differences.length} differences, ${expected.length} expected`;
  const sum = `${products} products, ${lists} lists and ${carts} carts (seed ${seed}): ${counts}`;
  return [
    `there ${there}, here ${here}\n`,
    found,
    first,
    expectedText(expected, columns),
    `${[...remarks(report), sum].join('\n')}\n`,
  ]
    .filter((text) => text !== '')
    .join('\n');
}
