import type { ChosenAttribute, Product } from '#contracts/product.ts';
import { phpMap } from '../shared/php-map.ts';
import { byAttribute } from '../shared/product-members.ts';

/** An attribute for which a variation has exactly one option. */
interface FixedAttribute {
  readonly id: number;
  readonly key: string;
  readonly name: string;
  readonly slug: string;
  readonly label: string;
}

function mapOf<Option>(all: readonly FixedAttribute[], option: (one: FixedAttribute) => Option) {
  return phpMap(byAttribute(all, (one) => ({ id: one.id, name: one.name, option: option(one) })));
}

function fixed(all: readonly ChosenAttribute[]): readonly FixedAttribute[] {
  return all.filter(({ slug }) => slug !== '');
}

/** Returns the attributes that have exactly one option, for a product of the type `variation`. */
export function fixedOfProduct({ attributes }: Product): readonly FixedAttribute[] {
  return attributes.flatMap(({ id, key, name, options: [option, ...more] }) =>
    option && more.length === 0 ? [{ id, key, name, ...option }] : [],
  );
}

/**
 * Returns a map from attribute to the slug of the chosen option, such as `{ attribute_pa_colour: 'red' }`. Attributes
 * that accept any option are left out.
 */
export function optionsOf(all: readonly Pick<FixedAttribute, 'key' | 'slug'>[]): Record<string, string> {
  return byAttribute(
    all.filter(({ slug }) => slug !== ''),
    ({ slug }) => slug,
  );
}

const bySlug = ({ slug, label }: FixedAttribute) => ({ [slug]: label });
const byLabel = ({ label }: FixedAttribute) => label;

/**
 * Returns a v2 variation's attributes with their options, such as `{ red: 'Red' }`: slug and label. Attributes that
 * accept any option are left out.
 */
export const chosenV2 = (all: readonly ChosenAttribute[]) => mapOf(fixed(all), bySlug);
/**
 * Returns a v1 variation's attributes with their options, such as `'Red'`: only the label. Attributes that accept any
 * option are left out.
 */
export const chosenV1 = (all: readonly ChosenAttribute[]) => mapOf(fixed(all), byLabel);
/** Returns the same as `chosenV2`, for a product of the type `variation`. */
export const chosenOfProductV2 = (product: Product) => mapOf(fixedOfProduct(product), bySlug);
/** Returns the same as `chosenV1`, for a product of the type `variation`. */
export const chosenOfProductV1 = (product: Product) => mapOf(fixedOfProduct(product), byLabel);

/** Returns the preselected option of each attribute of a product, as a slug. */
export function defaultAttributes({ defaultAttributes: all }: Product) {
  return phpMap(byAttribute(all, ({ id, name, slug }) => ({ id, name, option: slug })));
}

/** Returns all attributes of a v1 product, with the labels of their options. */
export function attributesV1(product: Product) {
  const all = byAttribute(product.attributes, ({ id, name, position, visible, variation, options }) => ({
    id,
    name,
    position,
    is_attribute_visible: visible,
    used_for_variation: variation,
    options: options.map(({ label }) => label),
  }));
  return phpMap(all);
}
