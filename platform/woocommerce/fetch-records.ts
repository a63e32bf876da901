import { hash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { Problem } from '../errors/problem.ts';
import { idOf, type ShopClient } from './client.ts';
import { mediaFile } from './pictures.ts';
import { WooProduct, WooVariation } from './products.ts';
import {
  attributesRoute,
  type Route,
  recordRoutes,
  requestsAtOnce,
  settingsRoutes,
  siteQuery,
  sorted,
  statusRoute,
  taxesRoute,
  zonesRoute,
} from './routes.ts';

/** Maximum number of ids in one request, which is also the number of records on one page. */
const idsAtOnce = 100;
/** How often a product is read again because it changed while its variations were read. */
const maxRereads = 3;

/** The list of all variations, which WooCommerce has since version 10.3. */
const allVariationsRoute: Route = {
  file: 'variations.json',
  path: 'wc/v3/variations',
  query: { status: 'any' },
  none: [400, 404],
};
const ordersRoute: Route = { file: 'orders.json', path: 'wc/v3/orders', none: [401, 403, 404] };
/** The members of products and variations that are used. Without the others, the shop answers in less time. */
const productFields = [...Object.keys(WooProduct.shape), 'variations'].join(',');
const variationFields = [...Object.keys(WooVariation.shape), 'parent_id'].join(',');
const stockFields =
  'id,parent_id,status,stock_quantity,stock_status,manage_stock,price,regular_price,sale_price,sku';

const attributeTermsFile = 'attribute-terms.json';

/** A collection whose records can be requested by their ids. */
export type ReadCollection = keyof typeof recordRoutes;

/** The parameters of the list of products that select those with a term. */
const productsWith = {
  categories: 'category',
  tags: 'tag',
  brands: 'brand',
  shippingClasses: 'shipping_class',
} as const;

/** Records of one collection that were requested by their ids. */
interface FoundRecords {
  /** The contents of files of an import, by the names of the files. */
  readonly files: Readonly<Record<string, unknown>>;
  /** For each product, its variations. */
  readonly variations: ReadonlyMap<number, readonly unknown[]>;
  /** The requested records that the shop has deleted, or put into the trash. */
  readonly gone: readonly number[];
  /** For each requested id that is a variation: its product, which has to be requested instead. */
  readonly parents: ReadonlyMap<number, number>;
  /** The requested products that were left out, because each of them needs a list of variations. Request them again. */
  readonly later: readonly number[];
}

/** Maximum number of lists of variations that are read with some products, so that nothing else waits for many lists. */
const mostLists = 10;

/** A digest of each record, or of a part of it, by which changes are found. */
export type Digests = ReadonlyMap<number, string>;

/** A record that has changed. */
export interface Changed {
  /** Names the record. */
  readonly key: string;
  /** The time of its last change by the shop's clock, in Unix seconds; 0 if the shop does not say it. */
  readonly time: number;
  /** The products that have to be read. */
  readonly products: readonly number[];
}

/** All attributes of a shop, and their terms. */
export interface ShopAttributes {
  /** The contents of files of an import, by the names of the files. */
  readonly files: Readonly<Record<string, unknown>>;
  /** For each term, the id of its attribute. */
  readonly owners: ReadonlyMap<number, number>;
  /** For each term, a digest of its record. */
  readonly digests: Digests;
  /** For each attribute, its slug. */
  readonly slugs: ReadonlyMap<number, string>;
}

/** Reads single records of a live shop, in the form of the files that the import reads. */
export class ShopRecords {
  readonly #client: ShopClient;
  /** Whether the shop has the list of all variations, which WooCommerce has since version 10.3. */
  #hasAllVariations = true;

  constructor(client: ShopClient) {
    this.#client = client;
  }

  /** Returns at most 100 records of a collection. @throws Problem if the shop's answers cannot be read */
  async read(collection: ReadCollection, ids: readonly number[]): Promise<FoundRecords> {
    const { file, path }: Route = recordRoutes[collection];
    const fields: Readonly<Record<string, string>> =
      collection === 'products' ? { _fields: productFields } : {};
    const listed = await this.#list(recordRoutes[collection], { include: ids.join(','), ...fields }, ids);
    const wanted = new Set(ids);
    const records = new Map(listed.map((one) => [idOf(one) ?? 0, one]));
    for (const id of records.keys()) if (!wanted.has(id)) records.delete(id);
    const missing = ids.filter((id) => !records.has(id));
    const gone: number[] = [];
    const parents = new Map<number, number>();
    // A list may lack a record for many reasons, so each of these records is asked for by itself.
    await inTurn(missing, async (id) => {
      const query = new URLSearchParams({ context: 'edit', ...fields });
      const record = await this.#client.readRecord(`${path}/${id}?${query}`);
      const { status, type, parent_id: parent } = (record ?? {}) as Record<string, unknown>;
      if (record === null || status === 'trash') gone.push(id);
      else if (type === 'variation') parents.set(id, Number(parent));
      else records.set(id, record);
    });
    if (collection !== 'products')
      return { files: { [file]: [...records.values()] }, variations: new Map(), gone, parents, later: [] };
    const { products, variations, later } = await this.#withVariations([...records.values()]);
    const media = await this.#media(products, variations);
    const found = { [file]: products, ...(media && { [mediaFile]: media }) };
    return { files: found, variations, gone, parents, later };
  }

  /**
   * Returns products with their variations, so that both belong to the same state of the product: a product is read
   * again if it changed while its variations were read. `later` are those that were left out.
   */
  async #withVariations(products: readonly unknown[]): Promise<{
    products: unknown[];
    variations: Map<number, readonly unknown[]>;
    later: number[];
  }> {
    const records = new Map(products.map((one) => [idOf(one) ?? 0, one]));
    const variations = new Map<number, readonly unknown[]>();
    const later: number[] = [];
    let open = products.filter(isVariable);
    for (let round = 0; open.length > 0; round += 1) {
      const lists = await this.#variationsOf(open);
      for (const [id, list] of lists) variations.set(id, list);
      for (const id of open.map((one) => idOf(one) ?? 0)) {
        if (lists.has(id)) continue;
        later.push(id);
        records.delete(id);
      }
      open = open.filter((one) => lists.has(idOf(one) ?? 0));
      const include = open.map(idOf).join(',');
      const again = await this.#list(
        recordRoutes.products,
        { include, _fields: productFields },
        open.map((one) => idOf(one) ?? 0),
      );
      const moved = again.filter((one) => !isSameState(one, records.get(idOf(one) ?? 0)));
      if (moved.length > 0 && round === maxRereads) {
        throw new Problem(`the product ${idOf(moved[0])} changes faster than it can be read`, 'failed');
      }
      for (const one of moved) records.set(idOf(one) ?? 0, one);
      open = moved.filter(isVariable);
    }
    return { products: [...records.values()], variations, later };
  }

  /**
   * Returns the variations of products; of only some, if each of them needs a request.
   * @throws Problem if a list lacks a variation that its product names
   */
  async #variationsOf(products: readonly unknown[]): Promise<Map<number, unknown[]>> {
    const named = new Map(products.map((one) => [idOf(one) ?? 0, variationIds(one)]));
    const lists = (await this.#allVariationsOf([...named.keys()])) ?? new Map<number, unknown[]>();
    const isWhole = (id: number) => {
      const ids = new Set(lists.get(id)?.map(idOf));
      return lists.has(id) && (named.get(id) ?? []).every((one) => ids.has(one));
    };
    const left = [...named.keys()].filter((id) => !isWhole(id));
    for (const id of left.slice(mostLists)) lists.delete(id);
    await inTurn(left.slice(0, mostLists), async (id) => {
      const path = `${recordRoutes.products.path}/${id}/variations`;
      const query = { _fields: variationFields };
      lists.set(id, await this.#list({ file: 'variations.json', path }, query, named.get(id)));
    });
    return lists;
  }

  /** Returns the variations of some products with one list; null if the shop has no such list. */
  async #allVariationsOf(ids: readonly number[]): Promise<Map<number, unknown[]> | null> {
    if (!this.#hasAllVariations) return null;
    const lists = new Map<number, unknown[]>(ids.map((id) => [id, []]));
    let isKnown = false;
    const query = { ...sorted, parent: ids.join(','), _fields: variationFields };
    for await (const { records } of this.#client.pages('wc/v3/variations', query, { none: [400, 404] })) {
      isKnown = true;
      for (const one of records) lists.get(Number((one as { parent_id?: unknown }).parent_id))?.push(one);
    }
    this.#hasAllVariations = isKnown;
    return isKnown ? lists : null;
  }

  /** Returns the sizes of all pictures of products; null if the shop shows them to nobody. */
  async #media(
    products: readonly unknown[],
    variations: ReadonlyMap<number, readonly unknown[]>,
  ): Promise<unknown[] | null> {
    const ids = new Set([...products, ...[...variations.values()].flat()].flatMap(pictureIds));
    const found: unknown[] = [];
    for (const some of portions([...ids])) {
      const query = {
        context: 'view',
        media_type: 'image',
        _fields: 'id,media_details',
        include: some.join(','),
      };
      const pages = this.#client.pages('wp/v2/media', query, {
        none: [400, 401, 403, 404],
        expected: some,
        isOnlyExpected: true,
      });
      let isShown = false;
      for await (const { records } of pages) {
        isShown = true;
        found.push(...records);
      }
      if (!isShown) return null;
    }
    return found;
  }

  /** Returns all attributes and their terms, without which no product can be read. */
  async attributes(): Promise<ShopAttributes> {
    const attributes = await this.#client.read(attributesRoute.path);
    if (!Array.isArray(attributes))
      throw new Problem('the shop answered with something else than a list of attributes', 'failed');
    const terms: Record<string, unknown[]> = {};
    const digests = new Map<number, string>();
    const owners = new Map<number, number>();
    const slugs = new Map<number, string>();
    await inTurn(attributes, async (attribute) => {
      const id = idOf(attribute);
      if (id === null) return;
      slugs.set(id, String((attribute as { slug?: unknown }).slug));
      const path = `${attributesRoute.path}/${id}/terms`;
      const list = await this.#list({ file: attributeTermsFile, path }, {});
      terms[String(id)] = list;
      for (const one of list) owners.set(idOf(one) ?? 0, id);
      for (const [term, digest] of digestsOf(list)) digests.set(term, digest);
    });
    const files = { [attributesRoute.file]: attributes, [attributeTermsFile]: terms };
    return { files, owners, slugs, digests };
  }

  /** Returns all settings, tax rates and shipping zones. */
  async settings(): Promise<Readonly<Record<string, unknown>>> {
    const files: Record<string, unknown> = {};
    const site = await this.#client.readIndex(siteQuery);
    if (site !== null) files['site.json'] = site;
    await inTurn([...settingsRoutes, statusRoute], async ({ file, path, none }) => {
      const value = await this.#client.read(path, none);
      if (value !== null) files[file] = value;
    });
    files[taxesRoute.file] = await this.#list(taxesRoute, {});
    files[zonesRoute.file] = await this.#zones();
    return files;
  }

  async #zones(): Promise<unknown[]> {
    const { path } = zonesRoute;
    const zones = await this.#client.read(path);
    if (!Array.isArray(zones))
      throw new Problem('the shop answered with something else than a list of zones', 'failed');
    const whole = new Map<unknown, unknown>();
    await inTurn(zones, async (zone) => {
      const id = idOf(zone);
      if (id === null) return;
      const locations = await this.#client.read(`${path}/${id}/locations`);
      const methods = await this.#client.read(`${path}/${id}/methods`);
      whole.set(zone, { ...zone, locations, methods });
    });
    return zones.flatMap((zone) => whole.get(zone) ?? []);
  }

  /**
   * Yields the ids of all records of a collection that are not in the trash, page by page.
   * @throws Problem if the list may be incomplete
   */
  async *ids(collection: ReadCollection): AsyncGenerator<number[]> {
    for await (const page of this.#pages(recordRoutes[collection], { _fields: 'id,status' }))
      yield page.flatMap(untrashedId);
  }

  /** Yields the digests of all records of a collection, page by page. @throws Problem if the list may be incomplete */
  async *digests(collection: ReadCollection): AsyncGenerator<Digests> {
    for await (const page of this.#pages(recordRoutes[collection], {})) yield digestsOf(page);
  }

  /** Yields the digests of the reviews since a time, in Unix seconds. */
  async *newReviews(since: number): AsyncGenerator<Digests> {
    const query = { after: dateOf(since), dates_are_gmt: 'true' };
    for await (const page of this.#pages(recordRoutes.reviews, query)) yield digestsOf(page);
  }

  /** Returns the time by the shop's clock, in Unix seconds. */
  async clock(): Promise<number> {
    await this.#client.readIndex(siteQuery);
    return this.lastClock;
  }

  /** The time of the shop's last answer by its clock, in Unix seconds. */
  get lastClock(): number {
    return this.#client.clock ?? Math.floor(Date.now() / 1_000);
  }

  /**
   * Yields the records that changed since a time of the shop's clock, in Unix seconds, page by page, in each list the newest
   * first: products, variations, and orders, which change the stock. A record that changes meanwhile moves to the front of
   * its list, so that no page lacks another record.
   */
  async *changedSince(since: number): AsyncGenerator<readonly Changed[]> {
    const newest = { orderby: 'modified', order: 'desc' };
    const changed = { ...newest, modified_after: dateOf(since), dates_are_gmt: 'true' };
    for (const status of ['any', 'trash']) {
      const query = { ...changed, status, _fields: 'id,date_modified_gmt' };
      for await (const page of this.#pages(recordRoutes.products, query))
        yield page.map((one) => changedRecord('product', one, [idOf(one)]));
    }
    if (this.#hasAllVariations) {
      const query = { ...changed, _fields: 'id,parent_id,date_modified_gmt' };
      for await (const page of this.#pages(allVariationsRoute, query))
        yield page.map((one) =>
          changedRecord('variation', one, [(one as { parent_id?: unknown }).parent_id]),
        );
    }
    const query = { ...changed, context: 'view', _fields: 'id,line_items,date_modified_gmt' };
    for await (const page of this.#pages(ordersRoute, query))
      yield page.map((one) =>
        changedRecord(
          'order',
          one,
          linesOf(one).map(({ product_id: id }) => id),
        ),
      );
  }

  /**
   * Yields digests of the stock and the prices of all products and their variations, page by page, by the ids of the
   * products. An id may come several times. @throws Problem if the list may be incomplete
   */
  async *stockAndPrices(): AsyncGenerator<Digests> {
    for await (const page of this.#pages(recordRoutes.products, { _fields: stockFields }))
      yield byProduct(page, 'id');
    if (!this.#hasAllVariations) return;
    for await (const page of this.#pages(allVariationsRoute, { _fields: stockFields }))
      yield byProduct(page, 'parent_id');
  }

  /** Returns the ids of the products with a term. `attributes` are the attributes of the shop, for their terms. */
  async productsWith(
    kind: keyof typeof productsWith | 'terms',
    id: number,
    attributes: ShopAttributes | null,
  ): Promise<number[]> {
    const slug = attributes?.slugs.get(attributes.owners.get(id) ?? 0) ?? '';
    const query: Readonly<Record<string, string>> =
      kind === 'terms'
        ? { attribute: slug, attribute_term: String(id) }
        : { [productsWith[kind]]: String(id) };
    return (await this.#list(recordRoutes.products, { ...query, _fields: 'id,status' })).flatMap(untrashedId);
  }

  /** Returns the records of a list. Unless they are requested by their ids, none may be missing. @throws Problem */
  async #list(
    route: Route,
    more: Readonly<Record<string, string>>,
    expected?: readonly number[],
  ): Promise<unknown[]> {
    const all: unknown[] = [];
    for await (const page of this.#pages(route, more, expected)) all.push(...page);
    return all;
  }

  /** Yields the pages of a list. @throws Problem if records may be missing, unless these are requested by their ids */
  async *#pages(
    { path, query, none }: Route,
    more: Readonly<Record<string, string>>,
    expected?: readonly number[],
  ): AsyncGenerator<readonly unknown[]> {
    const pages = this.#client.pages(
      path,
      { ...sorted, ...query, ...more },
      { ...(none && { none }), ...(expected && { expected, isOnlyExpected: more.include !== undefined }) },
    );
    for await (const { records, gap } of pages) {
      if (gap && !more.include) throw new Problem(`${path}: ${gap}`, 'failed');
      yield records;
    }
  }
}

const isVariable = (product: unknown) => (product as { type?: unknown }).type === 'variable';

function variationIds(product: unknown): number[] {
  const { variations } = product as { variations?: unknown };
  return Array.isArray(variations) ? variations.map(Number) : [];
}

/** Members of a product that differ between two answers although nothing has changed. */
const restless = new Set(['related_ids', '_links']);

function isSameState(one: unknown, other: unknown): boolean {
  const steady = (record: unknown) =>
    Object.entries((record ?? {}) as object).filter(([name]) => !restless.has(name));
  return isDeepStrictEqual(steady(one), steady(other));
}

function digestOf(record: unknown): string {
  const steady = Object.entries((record ?? {}) as object).filter(([name]) => !restless.has(name));
  return hash('sha256', JSON.stringify(steady), 'base64url');
}

function digestsOf(records: readonly unknown[]): Digests {
  return new Map(records.map((one) => [idOf(one) ?? 0, digestOf(one)]));
}

/** Returns digests by the product that a member of each record names. */
function byProduct(records: readonly unknown[], member: 'id' | 'parent_id'): Digests {
  const found = new Map<number, string>();
  for (const one of records) {
    const product = Number((one as Record<string, unknown>)[member]);
    found.set(product, `${found.get(product) ?? ''}${digestOf(one)}`);
  }
  return found;
}

/** Returns a time in Unix seconds as WooCommerce takes it with `dates_are_gmt`. */
function dateOf(seconds: number): string {
  return new Date(seconds * 1_000).toISOString().slice(0, 19);
}

function changedRecord(kind: string, record: unknown, products: readonly unknown[]): Changed {
  const { date_modified_gmt: date } = record as { date_modified_gmt?: unknown };
  const time = Date.parse(`${date}Z`) / 1_000;
  const ids = products.map(Number).filter((id) => Number.isSafeInteger(id) && id > 0);
  return { key: `${kind} ${idOf(record)}`, time: Number.isNaN(time) ? 0 : time, products: ids };
}

function linesOf(order: unknown): { readonly product_id?: unknown }[] {
  const { line_items: lines } = order as { line_items?: unknown };
  return Array.isArray(lines) ? lines : [];
}

function pictureIds(record: unknown): number[] {
  const { images, image } = record as { images?: unknown; image?: unknown };
  const all = [...(Array.isArray(images) ? images : []), image];
  return all.map(idOf).filter((id): id is number => id !== null && id > 0);
}

function untrashedId(record: unknown): number[] {
  const id = idOf(record);
  return id === null || (record as { status?: unknown }).status === 'trash' ? [] : [id];
}

/** Returns a list in portions of at most 100. */
export function portions<T>(all: readonly T[]): T[][] {
  const some: T[][] = [];
  for (let start = 0; start < all.length; start += idsAtOnce) some.push(all.slice(start, start + idsAtOnce));
  return some;
}

/** Runs `work` for all entries, at most three at once. */
async function inTurn<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const rest = [...all];
  const worker = async () => {
    for (let one = rest.shift(); one !== undefined; one = rest.shift()) await work(one);
  };
  await Promise.all(Array.from({ length: Math.min(requestsAtOnce, all.length) }, worker));
}
