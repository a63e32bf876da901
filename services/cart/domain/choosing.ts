import type { Item } from '#contracts/cart-commands.ts';
import type { ProductFacts } from '#contracts/catalogue.ts';
import { refusal } from '#platform/errors/errors.ts';
import { namedIn, type World } from './world.ts';

/** What an item turned out to be: the product or variation that is sold, and the options that were chosen. */
export interface Chosen {
  readonly facts: ProductFacts;
  /** Attribute key to option slug; empty for what is no variation. */
  readonly attributes: Readonly<Record<string, string>>;
}

/** Product id as a number in text, with the sign that makes it none. */
const numeric = /^-?\d+$/;

/** Types that go into a cart by themselves. */
const addable: ReadonlySet<string> = new Set(['simple']);

/**
 * The product that a reference must name.
 *
 * @throws ServiceError `service_product_id_required` for 0 or nothing, `service_unknown_product_id` for a text that
 * is no SKU, `service_invalid_product` for a number that is no product's or a product in the bin (contract 4.1, 1 and 2)
 */
export function productNamed(reference: string, world: World): ProductFacts {
  const trimmed = reference.trim();
  if (trimmed === '' || /^0+$/.test(trimmed)) throw refusal('service_product_id_required', {});
  const facts = namedIn(world, reference);
  if (facts && facts.status !== 'trash') return facts;
  throw numeric.test(trimmed)
    ? refusal('service_invalid_product', {})
    : refusal('service_unknown_product_id', {});
}

/** Ids of variations and products that an item needs besides what its reference names. */
export function furtherIdsOf(_item: Item, _world: World): readonly number[] {
  return [];
}

/** What is bought when a product is named with these options (contract 4.1, 4 to 6). */
export function chosenOf(product: ProductFacts, _item: Item, _world: World): Chosen {
  if (!addable.has(product.type)) {
    throw refusal('service_cannot_add_product_type_to_cart', { product_type: product.type });
  }
  return { facts: product, attributes: {} };
}
