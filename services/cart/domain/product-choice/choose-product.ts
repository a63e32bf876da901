import type { Item } from '#contracts/cart-commands.ts';
import type { ProductFacts } from '#contracts/catalogue.ts';
import { refusal } from '#platform/errors/errors.ts';
import { type CommandContext, factsByReference, nameList } from '../../model/command.ts';
import { chosenOptions, needsOptions, unchosen, variationWith } from './options.ts';

/** The result of a choice: the product or variation that is sold, and the chosen options. */
export interface Chosen {
  readonly facts: ProductFacts;
  /** By attribute key: the slug of the chosen option. Empty for a product without variations. */
  readonly attributes: Readonly<Record<string, string>>;
}

/** The options that a client gave. */
type Options = Pick<Item, 'variation'>;

/**
 * Matches a reference that is a whole number, such as `13` or `-13`. If no product has this id or SKU, the
 * reference is refused as an unknown id, not as an unknown SKU.
 */
const numeric = /^-?\d+$/;

/**
 * Returns the product of a reference.
 *
 * @throws ServiceError `service_product_id_required` for 0 or an empty reference, `service_unknown_product_id` for an
 * unknown SKU, `service_invalid_product` for an unknown id or a product in the bin
 * (docs/reference/cart.md#add-an-item)
 */
export function productNamed(reference: string, context: CommandContext): ProductFacts {
  const trimmed = reference.trim();
  if (trimmed === '' || /^0+$/.test(trimmed)) throw refusal('service_product_id_required', {});
  const facts = factsByReference(context, reference);
  if (facts && facts.status !== 'trash') return facts;
  throw numeric.test(trimmed)
    ? refusal('service_invalid_product', {})
    : refusal('service_unknown_product_id', {});
}

/** Returns whether the check of a variation needs the facts of its product. */
function needsProduct(variation: ProductFacts, options: Options): boolean {
  return !variation.purchasable || needsOptions(variation, options.variation);
}

/**
 * Returns the ids of further products whose facts an item needs: the chosen variation of a product, or the product of a
 * variation.
 */
export function furtherIdsOf(item: Item, context: CommandContext): readonly number[] {
  const product = factsByReference(context, item.reference);
  if (product?.type === 'variation') return needsProduct(product, item) ? [product.parentId] : [];
  const id = product?.choices && variationWith(product.choices, item.variation);
  return id ? [id] : [];
}

/**
 * Returns a variation with its chosen options. `product` is the product of the variation; null if its facts are not
 * needed.
 */
function withOptions(variation: ProductFacts, product: ProductFacts | null, options: Options): Chosen {
  return { facts: variation, attributes: chosenOptions(variation, product, options.variation) };
}

function variationNamed(variation: ProductFacts, options: Options, { facts }: CommandContext): Chosen {
  if (!needsProduct(variation, options)) return withOptions(variation, null, options);
  const product = facts.get(variation.parentId);
  if (!product || product.status === 'trash') throw refusal('service_cart_invalid_parent_product', {});
  return withOptions(variation, product, options);
}

/**
 * Returns the refusal for options that fit no variation. The message of the refusal names the attributes without an
 * option.
 */
function noVariation({ status, choices }: ProductFacts, { variation }: Options) {
  // The attributes of an unpublished product are not public, so the message does not name these attributes.
  const missing = status === 'publish' && choices ? unchosen(choices, variation) : [];
  const message = missing.length > 0 ? { message: `Choose ${nameList(missing)}.` } : {};
  return refusal('service_no_variation_found', {}, message);
}

function variationOf(product: ProductFacts, options: Options, { facts }: CommandContext): Chosen {
  const id = product.choices && variationWith(product.choices, options.variation);
  const variation = id ? facts.get(id) : null;
  if (!variation) throw noVariation(product, options);
  return withOptions(variation, product, options);
}

/**
 * Returns the product or variation for these options (docs/reference/cart.md#options-of-a-variable-product). For a
 * variable product, returns its first variation that fits the options. For a simple product, ignores the options.
 *
 * @throws ServiceError `service_cannot_add_product_type_to_cart`, `service_no_variation_found`,
 * `service_cart_invalid_parent_product` for a variation without a product, `service_invalid_variation_data`,
 * `service_missing_variation_data`
 */
export function chosenOf(product: ProductFacts, options: Options, context: CommandContext): Chosen {
  switch (product.type) {
    case 'simple':
      return { facts: product, attributes: {} };
    case 'variation':
      return variationNamed(product, options, context);
    case 'variable':
      return variationOf(product, options, context);
    default:
      throw refusal('service_cannot_add_product_type_to_cart', { product_type: product.type });
  }
}
