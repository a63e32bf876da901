import { findProducts, inspectProduct, setProduct } from '#contracts/catalogue-operators.ts';
import type { Reservation } from '#contracts/product.ts';
import { type ImplementedOperation, implement } from '#platform/bus/implement.ts';
import { refusal } from '#platform/errors/errors.ts';
import { type ListingDeps, pageOf } from '../listing/operations.ts';
import type { SellableDocument } from '../model/documents.ts';
import { changeProduct, changesOnlyPricesAndStock, requireKnownRoles } from '../model/product-change.ts';
import { plainFactsOf } from '../model/product-facts.ts';
import { isNumber, parseReference } from '../model/references.ts';
import { shopTime, unitsOf } from '../model/store-settings.ts';
import type { ProductChanger } from '../store/product-changer.ts';
import { momentOf } from './operations.ts';
import { wholeProduct } from './whole-products.ts';

/** Dependencies of the operations on products for operators. */
export interface OperatorDeps extends ListingDeps {
  readonly changer: ProductChanger;
}

/**
 * Returns the operations that read products of any status, and that change products between imports
 * (contracts/catalogue-operators.ts).
 */
export function operatorOperations(deps: OperatorDeps): ImplementedOperation[] {
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
export async function productByReference(
  { products }: OperatorDeps,
  text: string,
): Promise<SellableDocument> {
  const reference = parseReference(text);
  const [found] = await products.named([reference], null);
  if (found) return found;
  throw isNumber(reference)
    ? refusal('service_product_invalid_id', {})
    : refusal('service_unknown_product_id', {});
}
