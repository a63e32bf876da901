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

/**
 * Returns the attributes that have exactly one option, of a variation that is in the form of a product. The
 * routes of products return variations in this form.
 */
export function fixedOfProduct({ attributes }: Product): readonly FixedAttribute[] {
  return attributes.flatMap(({ id, key, name, options: [option, ...more] }) =>
    option && more.length === 0 ? [{ id, key, name, ...option }] : [],
  );
}

/**
 * Returns the slug of the option for each attribute. Attributes that accept any option have an empty slug and
 * are left out.
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
 * Each function returns the options of a variation by attribute, without attributes that accept any option. v2
 * answers map the option's slug to its label; v1 answers have only the label.
 */

export const chosenV2 = (all: readonly ChosenAttribute[]) => mapOf(fixed(all), bySlug);
export const chosenV1 = (all: readonly ChosenAttribute[]) => mapOf(fixed(all), byLabel);
export const chosenOfProductV2 = (product: Product) => mapOf(fixedOfProduct(product), bySlug);
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
