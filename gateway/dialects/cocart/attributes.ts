import type { ChosenAttribute, Product } from '#contracts/product.ts';
import { phpMap } from '../shared/php-map.ts';
import { byAttribute } from '../shared/product-members.ts';

/** An attribute with the option that a variation fixes. */
interface Fixed {
  readonly id: number;
  readonly key: string;
  readonly name: string;
  readonly slug: string;
  readonly label: string;
}

function mapOf<Option>(all: readonly Fixed[], option: (one: Fixed) => Option) {
  return phpMap(byAttribute(all, (one) => ({ id: one.id, name: one.name, option: option(one) })));
}

function fixed(all: readonly ChosenAttribute[]): readonly Fixed[] {
  return all.filter(({ slug }) => slug !== '');
}

/** Returns the attributes that a variation fixes, of its form as a product: those with exactly one option. */
export function fixedOfProduct({ attributes }: Product): readonly Fixed[] {
  return attributes.flatMap(({ id, key, name, options: [option, ...more] }) =>
    option && more.length === 0 ? [{ id, key, name, ...option }] : [],
  );
}

/** Returns the slugs of fixed options, by attribute. */
export function optionsOf(all: readonly Pick<Fixed, 'key' | 'slug'>[]): Record<string, string> {
  return byAttribute(
    all.filter(({ slug }) => slug !== ''),
    ({ slug }) => slug,
  );
}

const bySlug = ({ slug, label }: Fixed) => ({ [slug]: label });
const byLabel = ({ label }: Fixed) => label;

/**
 * The options that variations fix, keyed by attribute, without attributes that accept any option. v2 gives a
 * map of slug to label, v1 the label.
 */

export const chosenV2 = (all: readonly ChosenAttribute[]) => mapOf(fixed(all), bySlug);
export const chosenV1 = (all: readonly ChosenAttribute[]) => mapOf(fixed(all), byLabel);
export const chosenOfProductV2 = (product: Product) => mapOf(fixedOfProduct(product), bySlug);
export const chosenOfProductV1 = (product: Product) => mapOf(fixedOfProduct(product), byLabel);

/** Returns the preselected options, by slug. */
export function defaultAttributes({ defaultAttributes: all }: Product) {
  return phpMap(byAttribute(all, ({ id, name, slug }) => ({ id, name, option: slug })));
}

/** All attributes of a product of v1, with their options' labels. */
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
