import { assertPrivate } from '../http.ts';
import type { Progress } from '../output/progress.ts';
import { Problem } from '../problem.ts';
import { type CartsDone, compareCarts } from './carts.ts';
import { compareCatalogue } from './catalogue.ts';
import { assertCocart, CocartClient, type KeyPair } from './client.ts';
import { Comparison } from './differences.ts';
import { Pace, type Pause } from './pace.ts';
import { type Found, Tally } from './tally.ts';

/** Options of a comparison. */
export interface CompareOptions {
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
export interface CompareReport extends CartsDone {
  readonly there: string;
  readonly here: string;
  readonly seed: number;
  readonly products: number;
  readonly lists: number;
  readonly differences: readonly Found[];
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

  const tally = new Tally();
  const shops = { there, here, comparison: new Comparison([there.root, here.root]), tally };
  const { ids, buyables, lists } = await compareCatalogue(shops, bar);
  const { carts: count, countries } = options;
  const done = await compareCarts(shops, { count, seed, buyables, coupons, countries, keyPair }, bar);
  const compared = { there: there.root, here: here.root, seed, products: ids.length, lists };
  return { ...compared, ...done, differences: tally.found };
}

/** Returns the codes of the old shop's newest coupons. @throws Problem if the shop refuses the key pair */
async function couponCodes(there: CocartClient, keyPair: KeyPair): Promise<string[]> {
  const path = 'wc/v3/coupons?per_page=100';
  const { status, body } = await there.askSite(path, { keyPair });
  if (status === 401 || status === 403) {
    throw new Problem(
      `the old shop refuses the key pair (${status}): it needs the permission to read`,
      'refused',
    );
  }
  // An old WooCommerce may lack this route. The comparison then uses no coupons.
  const coupons = status === 200 && Array.isArray(body) ? body : [];
  return coupons
    .map((one) => (one as { code?: unknown } | null)?.code)
    .filter((code) => typeof code === 'string');
}
