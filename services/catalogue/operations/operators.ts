import {
  createCategory,
  createProduct,
  deleteCategory,
  deleteProduct,
  type NewProduct,
} from '#contracts/catalogue-edit.ts';
import { findProducts, inspectProduct, setProduct } from '#contracts/catalogue-operators.ts';
import { eraseFromCatalogue } from '#contracts/erasure.ts';
import {
  type ProductRecord,
  plainProduct,
  type Reservation,
  type ShopTime,
  type TermReference,
} from '#contracts/product.ts';
import type { Category } from '#contracts/terms.ts';
import { type ImplementedOperation, implement } from '#platform/bus/dispatcher.ts';
import { refusal } from '#platform/errors/errors.ts';
import { invalidRequest } from '#platform/errors/faults.ts';
import { slugOf } from '#platform/util/slug.ts';
import { withoutEndingSlashes } from '#platform/util/text.ts';
import type { SellableDocument } from '../model/documents.ts';
import {
  changeProduct,
  changesOnlyPricesAndStock,
  requireKnownRoles,
  requirePrices,
} from '../model/product-change.ts';
import { plainFactsOf } from '../model/product-facts.ts';
import { isNumber, parseReference } from '../model/references.ts';
import { shopTime, unitsOf } from '../model/store-settings.ts';
import { termByReference } from '../model/terms.ts';
import type { CouponStore } from '../store/coupons.ts';
import type { ProductChanger } from '../store/product-changer.ts';
import { countedIn } from '../store/product-writer.ts';
import type { ReviewWriter } from '../store/review-writer.ts';
import type { CategoryStore } from '../store/terms.ts';
import { storedAndPublished } from './coupons.ts';
import type { ImportDeps } from './import.ts';
import { type ListingDeps, pageOf } from './lists.ts';
import { momentOf } from './products.ts';
import { wholeProduct } from './whole-products.ts';

interface OperatorDeps extends ListingDeps, Pick<ImportDeps, 'writer' | 'publish'> {
  readonly changer: ProductChanger;
  readonly categories: CategoryStore;
  readonly reviewWriter: ReviewWriter;
  readonly coupons: Pick<CouponStore, 'erase'>;
}

/** Returns the operations that change the catalogue between imports. */
export function operatorOperations(deps: OperatorDeps): ImplementedOperation[] {
  return [...changeOperations(deps), ...editOperations(deps), ...erasureOperations(deps)];
}

/**
 * Returns the operations that read products of any status, and that change products between imports
 * (contracts/catalogue-operators.ts).
 */
function changeOperations(deps: OperatorDeps): ImplementedOperation[] {
  return [
    implement(findProducts, async ({ query }, { deadline }) => {
      const { settings } = await deps.settings();
      const { ids, total } = await pageOf(deps, query, settings, { viewer: null, deadline });
      const found = new Map((await deps.products.byIds(ids, null)).map((one) => [one._id, one] as const));
      const documents = ids.map((id) => found.get(id)).filter((one) => one !== undefined);
      const moment = momentOf(deps, settings, await deps.termCache.current());
      const products = documents.map((one) => plainFactsOf(one, moment));
      return { products, total, units: unitsOf(settings) };
    }),
    implement(inspectProduct, async ({ reference }) => {
      const document = await productByReference(deps, reference);
      const { settings } = await deps.settings();
      const { json } = await wholeProduct(deps, document, { viewer: null, reviews: false });
      const { product } = json.toJSON();
      return { product, reservation: reservationOf(document), units: unitsOf(settings) };
    }),
    implement(setProduct, async ({ reference, change }, { deadline }) => {
      const { settings } = await deps.settings();
      requireKnownRoles(change, settings.customerRoles);
      const moment = momentOf(deps, settings, await deps.termCache.current());
      const time = shopTime(moment.now, settings);
      const changed = (id: number) =>
        deps.changer.change({
          ...{ id, deadline },
          onlyPricesAndStock: changesOnlyPricesAndStock(change),
          change: (family) => changeProduct(family, id, change, time),
        });
      const { id } = parseReference(reference);
      const byId = id === null ? null : await changed(id);
      const done = byId ?? (await changed((await productByReference(deps, reference))._id));
      if (!done) throw refusal('service_product_invalid_id', {});
      const { document, number } = done;
      return { product: plainFactsOf(document, moment), units: unitsOf(settings), number };
    }),
  ];
}

function reservationOf({ visibleTo, rolePrices = [] }: SellableDocument): Reservation {
  return { visibleTo: visibleTo ? [...visibleTo] : null, rolePrices: [...rolePrices] };
}

/**
 * Returns the product or variation with this id or SKU, of any status. @throws ServiceError for an unknown id or SKU
 */
async function productByReference({ products }: OperatorDeps, text: string): Promise<SellableDocument> {
  const reference = parseReference(text);
  const [found] = await products.named([reference], null);
  if (found) return found;
  throw isNumber(reference)
    ? refusal('service_product_invalid_id', {})
    : refusal('service_unknown_product_id', {});
}

/** Returns the operations that create and delete single products and categories (contracts/catalogue-edit.ts). */
function editOperations(deps: OperatorDeps): ImplementedOperation[] {
  const { writer, listing, publish } = deps;
  const settingsAndMoment = async () => {
    const { settings } = await deps.settings();
    return { settings, moment: momentOf(deps, settings, await deps.termCache.current()) };
  };
  return [
    implement(createProduct, async ({ product }) => {
      requireMembersOfType(product);
      const { settings, moment } = await settingsAndMoment();
      const categories = await categoriesOf(deps, product);
      const { homeUrl } = settings;
      const time = shopTime(moment.now, settings);
      const { document, documents, number, touched } = await writer.create(
        slugOf(product.name) || 'product',
        (place) => newRecord(product, { ...place, homeUrl, time, categories }),
      );
      listing.wrote(number, documents);
      publish(number, { products: [...touched], terms: categories.length > 0 });
      return { product: plainFactsOf(document, moment), units: unitsOf(settings), number };
    }),
    implement(deleteProduct, async ({ reference }) => {
      const { moment } = await settingsAndMoment();
      const document = await productByReference(deps, reference);
      const {
        removed,
        variations = 0,
        number,
        touched,
      } = await writer.remove([document._id], countedIn([document]));
      if (removed + variations > 0) publish(number, { products: [...touched], terms: true });
      // If the deleted document is a variation, `product` shows this variation, and `variations` is 0.
      return { product: plainFactsOf(document, moment), variations: removed === 0 ? 0 : variations };
    }),
    implement(createCategory, async ({ category: { parent, ...given } }) => {
      const slug = given.slug === '' ? slugOf(given.name) : given.slug;
      if (slug === '') throw invalidRequest('category.slug', 'no_slug');
      const parentId = parent === '' ? 0 : (await categoryNamed(deps, parent)).id;
      const created = await deps.categories.create({ ...given, slug, parentId, count: 0, image: null });
      publish(created.number, { products: [], terms: true });
      return created;
    }),
    implement(deleteCategory, async ({ reference }) => {
      const { records } = await deps.termCache.current();
      const category = termByReference(records.categories, reference);
      const done = category && (await deps.categories.delete(category));
      if (!done) throw refusal('service_term_invalid', {});
      const { products, moved, number, touched } = done;
      publish(number, { products: [...touched], terms: true });
      return { category, products, moved };
    }),
  ];
}

/**
 * Refuses members that the product's type cannot have, by the same rules as the command `products set`.
 * @throws ServiceError
 */
function requireMembersOfType({ type, prices, groupedIds, externalUrl }: NewProduct): void {
  if (type === 'grouped' && (prices.regular ?? prices.sale) !== null) {
    throw invalidRequest('product.prices', 'price_of_parts', { type });
  }
  if (type !== 'grouped' && groupedIds.length > 0) {
    throw invalidRequest('product.groupedIds', 'no_parts');
  }
  if (type === 'external' && !/^https?:\/\//i.test(externalUrl)) {
    throw invalidRequest('product.externalUrl', 'no_address');
  }
  requirePrices(prices);
}

async function categoriesOf(deps: OperatorDeps, { categories }: NewProduct): Promise<TermReference[]> {
  const found = await Promise.all(categories.map((one) => categoryNamed(deps, one)));
  return found.map(({ id, name, slug }) => ({ id, name, slug }));
}

async function categoryNamed(deps: OperatorDeps, reference: string): Promise<Category> {
  const { records } = await deps.termCache.current();
  const found = termByReference(records.categories, reference);
  if (!found) throw refusal('service_term_invalid', { reason: 'category', category: reference });
  return found;
}

/** Members that the service adds to a new product. */
interface AddedMembers {
  readonly id: number;
  readonly slug: string;
  /** URL of the shop; empty if the URL is unknown. */
  readonly homeUrl: string;
  readonly time: ShopTime;
  readonly categories: readonly TermReference[];
}

/** Returns the record of a new product in the form of an import. */
function newRecord(
  product: NewProduct,
  { id, slug, homeUrl, time, categories }: AddedMembers,
): ProductRecord {
  return {
    ...plainProduct,
    ...product,
    ...{ id, slug, categories: [...categories], created: time, modified: time },
    permalink: `${withoutEndingSlashes(homeUrl)}/product/${slug}/`,
  };
}

/** Returns the operation that removes a person from reviews and coupons, and publishes both changes. */
function erasureOperations(deps: OperatorDeps): ImplementedOperation[] {
  return [
    implement(eraseFromCatalogue, async ({ person }) => {
      const { changed: reviews, number, touched } = await deps.reviewWriter.erase(person);
      if (touched.length > 0) deps.publish(number, { products: [...touched] });
      const { codes } = await storedAndPublished(deps, deps.coupons.erase(person));
      return { reviews, coupons: codes.length };
    }),
  ];
}
