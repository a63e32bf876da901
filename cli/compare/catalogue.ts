import type { Progress } from '#platform/terminal/progress.ts';
import { decimalsOf } from './differences.ts';
import { compareRead, type PagePair, pagePairs, type TwoShops } from './two-shops.ts';

/**
 * A product or variation that carts can contain. If a variation accepts any option of an attribute, `choices` has
 * all options of this attribute.
 */
export interface SellableItem {
  readonly id: number;
  /** The id of the product itself, also for a variation. */
  readonly productId: number;
  readonly name: string;
  readonly choices: Readonly<Record<string, readonly string[]>>;
}

/** The products of the old shop, some of which fill the compared carts, and the number of compared lists. */
export interface Catalogue {
  readonly ids: readonly number[];
  readonly buyables: readonly SellableItem[];
  /** Number of compared lists. */
  readonly lists: number;
}

type Members = Readonly<Record<string, unknown>>;

function part(record: unknown, name: string): Members {
  const value = (record as Members | null | undefined)?.[name];
  return typeof value === 'object' && value !== null ? (value as Members) : {};
}

function idOf(record: unknown): number | null {
  const id = (record as Members | null)?.id;
  return typeof id === 'number' ? id : null;
}

/** Records of one shop that wait for the record with the same id from the other shop. */
class UnpairedRecords {
  readonly #there = new Map<unknown, unknown>();
  readonly #here = new Map<unknown, unknown>();

  /**
   * Adds a page of records from both shops. Yields pairs of records with the same id, as soon as both shops
   * have returned the record.
   */
  *paired({ there, here }: PagePair): Generator<readonly [there: unknown, here: unknown]> {
    for (const one of there) this.#there.set(idOf(one), one);
    for (const one of here) this.#here.set(idOf(one), one);
    for (const [id, old] of [...this.#there]) {
      if (!this.#here.has(id)) continue;
      yield [old, this.#here.get(id)];
      this.#there.delete(id);
      this.#here.delete(id);
    }
  }
}

/** A list to compare. */
interface List {
  readonly path: string;
  /** Name of the list in the report. */
  readonly kind: string;
  /** Called for each record of the old shop. Without this function, only ids and their order are compared. */
  readonly onRecord?: (record: unknown) => void;
}

/** Returns the members of a product that decide whether a filtered list should have it. */
function listedProduct(record: unknown) {
  const { price, price_range } = part(record, 'prices');
  const { from, to } = part({ price_range }, 'price_range');
  return {
    id: idOf(record),
    type: (record as Members).type,
    stockStatus: part(record, 'stock').stock_status,
    /** The lowest and the highest price, in major units. */
    lowest: Number(from ?? price) / 10 ** decimalsOf(record),
    highest: Number(to || (from ?? price)) / 10 ** decimalsOf(record),
  };
}

/** Compares the ids in a list and their order. If the list has `onRecord`, also compares each record. */
async function compareList(shops: TwoShops, { path, kind, onRecord }: List): Promise<void> {
  const { tally, comparison } = shops;
  const unpaired = new UnpairedRecords();
  const there: ReturnType<typeof listedProduct>[] = [];
  const here: ReturnType<typeof listedProduct>[] = [];
  let counts: PagePair['counts'] = { there: {}, here: {} };
  for await (const page of pagePairs(shops, path, kind)) {
    counts = page.counts;
    there.push(...page.there.map(listedProduct));
    here.push(...page.here.map(listedProduct));
    if (!onRecord) continue;
    for (const record of page.there) onRecord(record);
    for (const [old, own] of unpaired.paired(page)) {
      const example = `${path} of ${idOf(old)}`;
      tally.add(`${kind}[]`, comparison.differences(old, own), { example, there: old, here: own });
    }
  }
  const ids = (records: typeof there) => ({ records: records.map(({ id }) => ({ id })) });
  const differences = comparison.differences(
    { ...counts.there, ...ids(there) },
    { ...counts.here, ...ids(here) },
  );
  tally.add(kind, differences, { example: path, there: { records: there }, here: { records: here } });
}

/** Returns the slugs of a product's categories or tags. */
function slugsOf(product: unknown, member: string): string[] {
  const slugs = Object.values(part(product, member)).map((term) => (term as Members).slug);
  return slugs.filter((slug) => typeof slug === 'string');
}

/** Returns the items of a product that can be bought: the product itself, some of its variations, or none. */
function buyablesOf(product: unknown): SellableItem[] {
  const id = idOf(product);
  const { type, name } = product as Members;
  const isSold = (one: unknown) =>
    part(one, 'add_to_cart').is_purchasable === true && part(one, 'stock').is_in_stock === true;
  if (type === 'simple')
    return id !== null && isSold(product) ? [{ id, productId: id, name: String(name), choices: {} }] : [];
  if (type !== 'variable' || id === null) return [];
  return Object.values(part(product, 'variations')).flatMap((one) => {
    const variation = idOf(one);
    if (variation === null || part(one, 'stock').is_in_stock !== true) return [];
    const open = Object.entries(part(one, 'attributes')).filter(([, option]) => option === '');
    const options = (attribute: string) =>
      Object.keys(part(part(part(product, 'attributes'), attribute), 'options'));
    const choices = Object.fromEntries(open.map(([attribute]) => [attribute, options(attribute)]));
    return Object.values(choices).some((all) => all.length === 0)
      ? []
      : [{ id: variation, productId: id, name: String(name), choices }];
  });
}

/** Returns the price of a product in major units; null if the product has no price. */
function priceOf(product: unknown): number | null {
  const { price } = part(product, 'prices');
  const amount = Number(price);
  return price === '' || price === undefined || !Number.isFinite(amount)
    ? null
    : amount / 10 ** decimalsOf(product);
}

/**
 * Returns query texts that filter products, such as `max_price=12.5` and `on_sale=true`. Prices and slugs are
 * values of the shop's products, so that lists with these filters are not empty.
 */
function filters(prices: readonly number[], slugs: Record<string, ReadonlySet<string>>): string[] {
  const sorted = [...prices].sort((one, other) => one - other);
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
  const ranges =
    sorted.length === 0
      ? []
      : [`min_price=${at(0.5)}`, `max_price=${at(0.5)}`, `min_price=${at(0.25)}&max_price=${at(0.75)}`];
  const terms = Object.entries(slugs).flatMap(([name, all]) =>
    [...all].map((slug) => `${name}=${encodeURIComponent(slug)}`),
  );
  const statuses = ['instock', 'outofstock', 'onbackorder'].map((status) => `stock_status=${status}`);
  return [...terms, ...ranges, 'on_sale=true', 'featured=true', ...statuses];
}

/** Paths of the lists of terms. The comparison covers the order of the terms and all their members. */
const termLists = ['v2/products/categories', 'v2/products/tags', 'v2/products/attributes'];

/**
 * Compares the list of products, filtered lists of products, the lists of terms, and every single product. Returns the
 * ids and sellable items of the old shop, from which carts are made. @throws Problem if a shop does not answer
 */
export async function compareCatalogue(shops: TwoShops, bar: Progress): Promise<Catalogue> {
  const ids: number[] = [];
  const buyables: SellableItem[] = [];
  const prices: number[] = [];
  const categories = new Set<string>();
  const tags = new Set<string>();
  const onRecord = (product: unknown) => {
    const id = idOf(product);
    if (id !== null) ids.push(id);
    buyables.push(...buyablesOf(product));
    const price = priceOf(product);
    if (price !== null) prices.push(price);
    for (const slug of slugsOf(product, 'categories')) categories.add(slug);
    for (const slug of slugsOf(product, 'tags')) tags.add(slug);
  };
  await compareList(shops, { path: 'v2/products', kind: 'v2/products', onRecord });
  for (const path of termLists) await compareList(shops, { path, kind: path, onRecord: () => undefined });

  const queries = filters(prices, { category: categories, tag: tags });
  for (const [index, query] of queries.entries()) {
    bar.show('lists compared', index, queries.length);
    const kind = `v2/products?${query.replaceAll(/=[^&]*/g, '=…')}`;
    await compareList(shops, { path: `v2/products?${query}`, kind });
  }
  for (const [index, id] of ids.entries()) {
    bar.show('products compared', index, ids.length);
    await compareRead(shops, `v2/products/${id}`, 'v2/products/{id}');
  }
  return { ids, buyables, lists: 1 + termLists.length + queries.length };
}
