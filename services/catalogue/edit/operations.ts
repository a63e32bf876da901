import {
  createCategory,
  createProduct,
  deleteCategory,
  deleteProduct,
  type NewProduct,
} from '#contracts/catalogue-edit.ts';
import type { CatalogueChange } from '#contracts/feed.ts';
import type { TermReference } from '#contracts/product.ts';
import type { Category } from '#contracts/terms.ts';
import { type ImplementedOperation, implement } from '#platform/bus/implement.ts';
import { refusal } from '#platform/errors/errors.ts';
import { slugOf } from '#platform/util/slug.ts';
import type { ImportDeps } from '../import/operations.ts';
import { requirePrices } from '../model/product-change.ts';
import { plainFactsOf } from '../model/product-facts.ts';
import { shopTime, unitsOf } from '../model/store-settings.ts';
import { termByReference } from '../model/terms.ts';
import { momentOf } from '../products/operations.ts';
import { type OperatorDeps, productByReference } from '../products/operator-operations.ts';
import { countedIn } from '../store/product-writer.ts';
import type { CategoryStore } from '../store/terms.ts';
import { newRecord } from './new-product.ts';

export interface EditDeps extends OperatorDeps, Pick<ImportDeps, 'writer' | 'listing'> {
  readonly categories: CategoryStore;
  publish(number: number, change: CatalogueChange): void;
}

function invalid(path: string, message: string) {
  return refusal('service_invalid_request', { issues: [{ path, message }] }, { message });
}

/** Returns the operations that create and delete single products and categories (contracts/catalogue-edit.ts). */
export function editOperations(deps: EditDeps): ImplementedOperation[] {
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
      if (slug === '') throw invalid('category.slug', 'The name makes no slug: give one.');
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
    throw invalid('product.prices', 'A grouped product has no price of its own: its parts have.');
  }
  if (type !== 'grouped' && groupedIds.length > 0) {
    throw invalid('product.groupedIds', 'Only a grouped product has parts.');
  }
  if (type === 'external' && !/^https?:\/\//i.test(externalUrl)) {
    throw invalid('product.externalUrl', 'An external product needs the http(s) address where it is sold.');
  }
  requirePrices(prices);
}

async function categoriesOf(deps: EditDeps, { categories }: NewProduct): Promise<TermReference[]> {
  const found = await Promise.all(categories.map((one) => categoryNamed(deps, one)));
  return found.map(({ id, name, slug }) => ({ id, name, slug }));
}

async function categoryNamed(deps: EditDeps, reference: string): Promise<Category> {
  const { records } = await deps.termCache.current();
  const found = termByReference(records.categories, reference);
  if (!found) throw refusal('service_term_invalid', {}, { message: `There is no category ${reference}.` });
  return found;
}
