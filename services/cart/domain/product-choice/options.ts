import type { Item } from '#contracts/cart-commands.ts';
import type { ProductChoices, ProductFacts } from '#contracts/catalogue.ts';
import { refusal } from '#platform/errors/errors.ts';
import { type FactsById, nameList } from '../../model/command.ts';
import type { Line } from '../../model/state.ts';
import { attributeNamed, matchingOption, variationsIn } from './lookup-tables.ts';

type Given = Item['variation'];
type Option = ProductChoices['attributes'][number]['options'][number];

/** Returns the given options by attribute key, without empty texts and unknown attributes. */
function givenOf(
  attributes: readonly { key: string; name: string }[],
  given: Given,
): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const [name, value] of Object.entries(given)) {
    const attribute = value.trim() === '' ? undefined : attributeNamed(attributes, name);
    if (attribute && !values.has(attribute.key)) values.set(attribute.key, value.trim());
  }
  return values;
}

/**
 * Returns the id of the first variation that fits the given options. Returns null if no variation fits. If the
 * variation leaves an attribute open, any option fits.
 */
export function variationWith({ attributes, variations }: ProductChoices, given: Given): number | null {
  const values = givenOf(attributes, given);
  const slugs = new Map(
    attributes.map(({ key, options }) => {
      const value = values.get(key) ?? null;
      return [key, value === null ? null : (matchingOption(options, value)?.slug ?? value)] as const;
    }),
  );
  const fits = ([key, slug]: readonly [string, string]) => slug === '' || slug === slugs.get(key);
  return variationsIn(variations).find((one) => one.attributes.every(fits))?.id ?? null;
}

/** Returns the labels of a variable product's attributes for which no option was given. */
export function unchosen({ attributes }: ProductChoices, given: Given): readonly string[] {
  const values = givenOf(attributes, given);
  return attributes.filter(({ key }) => !values.has(key)).map(({ name }) => name);
}

/** Returns the attributes whose option a variation leaves open. */
function openOf({ attributes }: ProductFacts) {
  return attributes.filter(({ slug }) => slug === '');
}

/**
 * Returns whether an option is given for an attribute that the variation leaves open. Only the facts of the variation's
 * product list the allowed options of such an attribute.
 */
export function needsOptions(variation: ProductFacts, given: Given): boolean {
  const values = givenOf(variation.attributes, given);
  return openOf(variation).some(({ key }) => values.has(key));
}

/** Returns the options of an attribute of a variable product. */
function optionsOf(product: ProductFacts | null | undefined, key: string): readonly Option[] {
  return product?.choices?.attributes.find((one) => one.key === key)?.options ?? [];
}

function notAllowed(attribute: string, options: readonly Option[]) {
  const allowed = options.map(({ slug }) => slug);
  return refusal(
    'service_invalid_variation_data',
    { attribute, allowed },
    { message: `That is no option of "${attribute}". Allowed: ${nameList(allowed) || 'none'}.` },
  );
}

/**
 * Returns the slug of an option for each attribute of a variation, in order: the variation's own option, or the given
 * option if the variation leaves the attribute open.
 *
 * @throws ServiceError `service_invalid_variation_data` for an invalid option, `service_missing_variation_data` for
 * open attributes without an option (docs/reference/cart.md#options-of-a-variable-product)
 */
export function chosenOptions(
  variation: ProductFacts,
  product: ProductFacts | null,
  given: Given,
): Record<string, string> {
  const values = givenOf(variation.attributes, given);
  const missing: string[] = [];
  const chosen: [key: string, slug: string][] = [];
  for (const { key, name, slug, label } of variation.attributes) {
    const allowed = slug === '' ? optionsOf(product, key) : [{ slug, label }];
    const value = values.get(key);
    const option = value === undefined ? null : matchingOption(allowed, value);
    if (value !== undefined && !option) throw notAllowed(name, allowed);
    if (!option && slug === '') missing.push(name);
    else chosen.push([key, option?.slug ?? slug]);
  }
  if (missing.length === 0) return Object.fromEntries(chosen);
  throw refusal('service_missing_variation_data', { missing }, { message: `Choose ${nameList(missing)}.` });
}

/**
 * Returns the label of each attribute with the label of its chosen option (docs/reference/cart.md#the-item).
 * `product` is the variation's product.
 */
export function labelsOf(
  { attributes }: Pick<Line, 'attributes'>,
  facts: ProductFacts,
  product: ProductFacts | null | undefined,
): Record<string, string> {
  const labels = facts.attributes.map(({ key, name, slug, label }) => {
    if (slug !== '') return [name, label];
    const chosen = attributes[key] ?? '';
    const option = optionsOf(product, key).find((one) => one.slug === chosen);
    return [name, option?.label ?? chosen];
  });
  return Object.fromEntries(labels);
}

/**
 * Returns the ids of the products of lines whose variation leaves an attribute open. The label of the option that the
 * shopper chose for this attribute is in the facts of the product, not in the facts of the variation.
 */
export function labellingIds(lines: readonly Line[], facts: FactsById): readonly number[] {
  const isOpen = ({ variationId }: Line) => {
    const known = facts.get(variationId);
    return known !== undefined && known !== null && openOf(known).length > 0;
  };
  return lines.filter(isOpen).map(({ productId }) => productId);
}
