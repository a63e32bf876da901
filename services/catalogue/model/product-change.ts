import { knownRoles, type Role } from '#contracts/audience.ts';
import type { ProductChange } from '#contracts/catalogue-operators.ts';
import type { EnteredPrices, EnteredStock, RolePrice, ShopTime } from '#contracts/product.ts';
import { invalidRequest, type RequestRule } from '#platform/errors/faults.ts';
import { exactMember } from '#platform/money/exact.ts';
import {
  isVariation,
  membersFromVariations,
  type ProductDocument,
  type SellableDocument,
  type VariationDocument,
} from './documents.ts';
import { isSaleBelow } from './pricing.ts';

/** A stored product with all its variations. */
export interface Family {
  readonly product: ProductDocument;
  readonly variations: readonly VariationDocument[];
}

/**
 * The digest of a product or variation that this service changed. No imported record has this digest, so the
 * next import writes the record again.
 */
const changedDigest = 'changed here';

const priced = ['regular', 'sale', 'saleFrom', 'saleTo'] as const;
const amounts: ReadonlySet<string> = new Set<keyof ProductChange>([...priced, 'exact', 'stock']);

/** Returns whether a change affects only prices and stock. */
export function changesOnlyPricesAndStock(change: ProductChange): boolean {
  return Object.keys(change).every((name) => amounts.has(name));
}

function invalid(path: string, rule: RequestRule, values?: Readonly<Record<string, unknown>>) {
  return invalidRequest(`change.${path}`, rule, values);
}

/** Returns whether two values have the same JSON. */
function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/**
 * Returns the prices after a change. The dates of the previous sale do not apply any longer if the change sets or
 * removes the sale price.
 */
function merged(current: EnteredPrices, change: ProductChange): EnteredPrices {
  const regular = change.regular === undefined ? current.regular : change.regular;
  const withoutRegular = change.regular === null ? null : current.sale;
  const sale = change.sale === undefined ? withoutRegular : change.sale;
  const isNew = change.sale !== undefined || sale === null;
  const from = isNew ? null : current.saleFrom;
  const to = isNew ? null : current.saleTo;
  const { saleFrom = from, saleTo = to } = change;
  const exact = {
    regular: (change.regular === undefined ? current : change).exact?.regular,
    sale: sale === null ? undefined : (change.sale === undefined ? current : change).exact?.sale,
  };
  return { regular, sale, saleFrom, saleTo, ...exactMember(exact) };
}

function requireOwnPrices({ type }: SellableDocument, path: string): void {
  if (type === 'variable' || type === 'grouped') {
    throw invalid(path, 'price_of_parts', { type });
  }
}

function changedPrices(document: SellableDocument, change: ProductChange): EnteredPrices {
  const given = priced.find((name) => change[name] !== undefined);
  if (!given) return document.prices;
  requireOwnPrices(document, given);
  const prices = merged(document.prices, change);
  requireBounds(prices);
  requireBelow(prices, change.sale === undefined);
  return prices;
}

/** Returns the role prices after a change. A new price for a role replaces the previous price for this role. */
function changedRolePrices(document: SellableDocument, change: ProductChange): readonly RolePrice[] {
  const current = document.rolePrices ?? [];
  const { rolePrices: given = [] } = change;
  if (given.length === 0) return current;
  requireOwnPrices(document, 'rolePrices');
  const roles = new Set(given.map(({ role }) => role));
  for (const [index, own] of given.entries()) {
    if (own.sale === null || isSaleBelow(own)) continue;
    throw invalid(`rolePrices.${index}.sale`, 'sale_price');
  }
  return [
    ...current.filter(({ role }) => !roles.has(role)),
    ...given.filter(({ regular }) => regular !== null),
  ].sort((one, other) => (one.role < other.role ? -1 : 1));
}

/**
 * Refuses unknown customer roles, because a mistyped role would hide a product from everybody.
 * @throws ServiceError
 */
export function requireKnownRoles(
  { rolePrices = [], visibleTo }: ProductChange,
  further: readonly Role[],
): void {
  const roles: readonly string[] = [...knownRoles, ...further];
  for (const [path, role] of [
    ...rolePrices.map((one) => ['rolePrices', one.role] as const),
    ...(visibleTo ?? []).map((one) => ['visibleTo', one] as const),
  ]) {
    if (!roles.includes(role)) {
      throw invalid(path, 'role', { role });
    }
  }
}

/** Refuses prices that contradict each other. @throws ServiceError */
export function requirePrices(prices: EnteredPrices): void {
  requireBounds(prices);
  requireBelow(prices, false);
}

function requireBounds({ sale, saleFrom, saleTo }: EnteredPrices): void {
  if (sale === null && (saleFrom ?? saleTo)) {
    throw invalid(saleFrom ? 'saleFrom' : 'saleTo', 'no_sale_price');
  }
  if (saleFrom && saleTo && saleFrom.utc > saleTo.utc) {
    throw invalid('saleTo', 'sale_dates');
  }
}

/**
 * Refuses a sale price that is not below the regular price. If the change has no sale price (`isSaleUnchanged`),
 * the message names the regular price.
 */
function requireBelow(prices: EnteredPrices, isSaleUnchanged: boolean): void {
  if (prices.sale === null || isSaleBelow(prices)) return;
  if (prices.regular === null) throw invalid('sale', 'sale_without_regular');
  throw isSaleUnchanged ? invalid('regular', 'regular_price') : invalid('sale', 'sale_price');
}

/**
 * Returns the status of counted stock. If the quantity is 0 or less: `onbackorder` if backorders are allowed,
 * otherwise `outofstock`.
 */
function statusOf(quantity: number, backorders: EnteredStock['backorders']): EnteredStock['status'] {
  if (quantity > 0) return 'instock';
  return backorders === 'no' ? 'outofstock' : 'onbackorder';
}

function changedStock(document: SellableDocument, { stock }: ProductChange): EnteredStock {
  const current = document.stock;
  if (stock === undefined) return current;
  if (document.type === 'grouped' || document.type === 'external') {
    throw invalid('stock', 'no_stock', { type: document.type });
  }
  if (stock !== null) {
    return { ...current, counted: 'own', quantity: stock, status: statusOf(stock, current.backorders) };
  }
  const shared = isVariation(document) ? document.parent.stock : null;
  return shared?.counted === 'own'
    ? { ...current, counted: 'parent', quantity: null, status: shared.status }
    : { ...current, counted: 'no', quantity: null };
}

/**
 * Returns the variation with the current data of its product. A variation without its own count uses the count
 * of its product; if the product counts no stock either, the variation keeps its status.
 */
function withParent(variation: VariationDocument, product: ProductDocument): VariationDocument {
  const { status, stock, visibleTo = null } = product;
  const parent = { ...variation.parent, status, stock, visibleTo };
  const own = variation.stock;
  if (own.counted === 'own') return { ...variation, parent };
  const counted = stock.counted === 'own' ? ('parent' as const) : ('no' as const);
  const shared = counted === 'parent' ? stock.status : own.status;
  return { ...variation, parent, stock: { ...own, counted, status: shared } };
}

/** Returns the members of a product that variations copy. */
function shared({ status, stock, visibleTo = null }: ProductDocument) {
  return [status, stock, visibleTo];
}

/** Returns the status of a variable product without counted stock: the best status of its published variations. */
function bestOf(variations: readonly VariationDocument[]): EnteredStock['status'] {
  const statuses = variations.filter(({ status }) => status === 'publish').map(({ stock }) => stock.status);
  if (statuses.includes('instock')) return 'instock';
  return statuses.includes('onbackorder') ? 'onbackorder' : 'outofstock';
}

/** Returns the product after all members that depend on its variations (`membersFromVariations`) are updated. */
function withChildren(product: ProductDocument, variations: readonly VariationDocument[]): ProductDocument {
  return {
    ...product,
    ...membersFromVariations(variations.map(({ _id: id, ...rest }) => ({ id, ...rest }))),
  };
}

/**
 * Returns a variable product with the stock status of its variations. Other products, and products with their
 * own count, stay unchanged.
 */
function withStockOf(product: ProductDocument, variations: readonly VariationDocument[]): ProductDocument {
  if (product.type !== 'variable' || product.stock.counted === 'own') return product;
  return { ...product, stock: { ...product.stock, status: bestOf(variations) } };
}

function changed<T extends SellableDocument>(document: T, change: ProductChange): T {
  const prices = changedPrices(document, change);
  const stock = changedStock(document, change);
  const rolePrices = changedRolePrices(document, change);
  const { visibleTo: current = null } = document;
  const visibleTo = change.visibleTo === undefined ? current : change.visibleTo;
  return { ...document, prices, rolePrices, visibleTo, stock, status: change.status ?? document.status };
}

/**
 * Changes the product or variation `id`, with `now` as modification time. Returns all documents of the
 * product and its variations that differ after the change.
 *
 * A variable product copies prices and stock status from its variations, and variations copy status and stock
 * from their product. This function updates these copies.
 *
 * @throws ServiceError `service_invalid_request` for an invalid change (contracts/catalogue-operators.ts)
 */
export function changeProduct(
  { product, variations }: Family,
  id: number,
  change: ProductChange,
  now: ShopTime,
): SellableDocument[] {
  const own = product._id === id ? changed(product, change) : product;
  const moved = variations.map((one) => {
    const next = one._id === id ? changed(one, change) : one;
    return isSame(shared(own), shared(product)) ? next : withParent(next, own);
  });
  const children = product._id === id ? own : withChildren(own, moved);
  const followsStock = change.stock !== undefined || (product._id !== id && change.status !== undefined);
  const parent = followsStock ? withStockOf(children, moved) : children;
  const marked = (document: SellableDocument, modified: ShopTime): SellableDocument => ({
    ...document,
    modified,
    digest: changedDigest,
  });
  const products = isSame(parent, product) ? [] : [marked(parent, now)];
  const others = moved
    .filter((one, index) => !isSame(one, variations[index]))
    .map((one) => marked(one, one._id === id ? now : one.modified));
  return [...products, ...others];
}

/** Products with their variations, in memory, while changes are made one after another. */
export class Families {
  readonly #before: ReadonlyMap<number, SellableDocument>;
  readonly #documents: Map<number, SellableDocument>;
  readonly #written = new Set<number>();

  /** A document may occur several times in `documents`. */
  constructor(documents: readonly SellableDocument[]) {
    this.#before = new Map(documents.map((one) => [one._id, one]));
    this.#documents = new Map(this.#before);
  }

  /** Returns the product with its variations that a product or variation belongs to. Null for an unknown id. */
  of(id: number): Family | null {
    const named = this.#documents.get(id);
    const product = named && isVariation(named) ? this.#documents.get(named.parentId) : named;
    if (!product || isVariation(product)) return null;
    const variations = [...this.#documents.values()].filter(isVariation);
    return { product, variations: variations.filter(({ parentId }) => parentId === product._id) };
  }

  document(id: number): SellableDocument | null {
    return this.#documents.get(id) ?? null;
  }

  replace(documents: readonly SellableDocument[]): void {
    for (const one of documents) {
      this.#documents.set(one._id, one);
      this.#written.add(one._id);
    }
  }

  /** The documents that were replaced, each in its last version. */
  get written(): SellableDocument[] {
    return [...this.#documents.values()].filter(({ _id }) => this.#written.has(_id));
  }

  /** Returns the ids of the products for which `factOf` returns another value than before the changes. */
  changedProducts(factOf: (product: ProductDocument) => unknown): number[] {
    return this.written.flatMap((one) => {
      const before = this.#before.get(one._id);
      if (isVariation(one) || !before || isVariation(before)) return [];
      return factOf(one) === factOf(before) ? [] : [one._id];
    });
  }
}
