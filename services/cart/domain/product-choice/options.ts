import type { Item } from '#contracts/cart-commands.ts';
import type { ProductChoices, ProductFacts } from '#contracts/catalogue.ts';
import { refusal } from '#platform/errors/errors.ts';
import { listed } from '../listed.ts';
import type { Line } from '../state.ts';
import type { FactsById } from '../world.ts';
import { attributeNamed, optionMeant, variationsIn } from './prepared.ts';

type Given = Item['variation'];
type Option = ProductChoices['attributes'][number]['options'][number];

/** What was given of attributes, by their keys: texts that say something. What the product does not have is ignored. */
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

/** Id of the first variation that has what was given; what it leaves open fits anything. Null for none. */
export function variationWith({ attributes, variations }: ProductChoices, given: Given): number | null {
  const values = givenOf(attributes, given);
  const slugs = new Map(
    attributes.map(({ key, options }) => {
      const value = values.get(key) ?? null;
      return [key, value === null ? null : (optionMeant(options, value)?.slug ?? value)] as const;
    }),
  );
  const fits = ([key, slug]: readonly [string, string]) => slug === '' || slug === slugs.get(key);
  return variationsIn(variations).find((one) => one.attributes.every(fits))?.id ?? null;
}

/** Labels of attributes of a variable product of which nothing was chosen. */
export function unchosen({ attributes }: ProductChoices, given: Given): readonly string[] {
  const values = givenOf(attributes, given);
  return attributes.filter(({ key }) => !values.has(key)).map(({ name }) => name);
}

/** Attributes that a variation leaves open. */
function openOf({ attributes }: ProductFacts) {
  return attributes.filter(({ slug }) => slug === '');
}

/** Whether something was given that only the product of a variation can tell to be one of its options. */
export function needsOptions(variation: ProductFacts, given: Given): boolean {
  const values = givenOf(variation.attributes, given);
  return openOf(variation).some(({ key }) => values.has(key));
}

/** Options of an attribute of a variable product. */
function optionsOf(product: ProductFacts | null | undefined, key: string): readonly Option[] {
  return product?.choices?.attributes.find((one) => one.key === key)?.options ?? [];
}

function notAllowed(attribute: string, options: readonly Option[]) {
  const allowed = options.map(({ slug }) => slug);
  return refusal(
    'service_invalid_variation_data',
    { attribute, allowed },
    { message: `That is no option of "${attribute}". Allowed: ${listed(allowed) || 'none'}.` },
  );
}

/**
 * The slugs of all attributes of a variation, in its order: its own, and of those that it leaves open what was given.
 *
 * @throws ServiceError `service_invalid_variation_data` for what it cannot be, `service_missing_variation_data` for
 * all that it leaves open and nobody gave (docs/reference/cart.md#options-of-a-variable-product)
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
    const option = value === undefined ? null : optionMeant(allowed, value);
    if (value !== undefined && !option) throw notAllowed(name, allowed);
    if (!option && slug === '') missing.push(name);
    else chosen.push([key, option?.slug ?? slug]);
  }
  if (missing.length === 0) return Object.fromEntries(chosen);
  throw refusal('service_missing_variation_data', { missing }, { message: `Choose ${listed(missing)}.` });
}

/**
 * Label of each attribute to that of the chosen option (docs/reference/cart.md#the-item). `product` is that of a
 * variation.
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

/** Ids of the products that know the labels of what lines were given for attributes that they leave open. */
export function labellingIds(lines: readonly Line[], facts: FactsById): readonly number[] {
  const isOpen = ({ variationId }: Line) => {
    const known = facts.get(variationId);
    return known !== undefined && known !== null && openOf(known).length > 0;
  };
  return lines.filter(isOpen).map(({ productId }) => productId);
}
