import type { CommandOf, Item } from '#contracts/cart-commands.ts';
import type { ProductChoices, ProductFacts } from '#contracts/catalogue.ts';
import { refusal } from '#platform/errors/errors.ts';
import { memo } from '#platform/util/memo.ts';
import { type CommandContext, type FactsById, factsByReference } from '../../model/command.ts';
import type { CartState, Line } from '../../model/state.ts';
import { factsOfLine, lineWith } from './line.ts';

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

function variationOf(product: ProductFacts, options: Options, { facts }: CommandContext): Chosen {
  const id = product.choices && variationWith(product.choices, options.variation);
  const variation = id ? facts.get(id) : null;
  if (!variation) throw noVariation(product, options);
  return withOptions(variation, product, options);
}

/**
 * Returns the refusal for options that fit no variation, with the attributes without an option.
 */
function noVariation({ status, choices }: ProductFacts, { variation }: Options) {
  // The attributes of an unpublished product are not public, so the refusal does not name these attributes.
  const missing = status === 'publish' && choices ? unchosen(choices, variation) : [];
  return refusal('service_no_variation_found', missing.length > 0 ? { missing: [...missing] } : {});
}

function variationNamed(variation: ProductFacts, options: Options, { facts }: CommandContext): Chosen {
  if (!needsProduct(variation, options)) return withOptions(variation, null, options);
  const product = facts.get(variation.parentId);
  if (!product || product.status === 'trash') throw refusal('service_cart_invalid_parent_product', {});
  return withOptions(variation, product, options);
}

/**
 * Returns a variation with its chosen options. `product` is the product of the variation; null if its facts are not
 * needed.
 */
function withOptions(variation: ProductFacts, product: ProductFacts | null, options: Options): Chosen {
  return { facts: variation, attributes: chosenOptions(variation, product, options.variation) };
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

function needsProduct(variation: ProductFacts, options: Options): boolean {
  return !variation.purchasable || needsOptions(variation, options.variation);
}

type Command = CommandOf<'set-quantity'>;

function choiceOf({ reference = '', variation }: Pick<Command, 'reference' | 'variation'>) {
  return { reference: reference.trim(), variation: variation ?? {} };
}

type Choice = ReturnType<typeof choiceOf>;

export function changesChoice(command: Pick<Command, 'reference' | 'variation'>): boolean {
  const { reference, variation } = choiceOf(command);
  return reference !== '' || Object.keys(variation).length > 0;
}

/**
 * Returns the products, by id or SKU, whose facts the command needs: the line's product, and the variation that the
 * command names. Empty if `changesChoice` is false, or if the cart lacks the line.
 */
export function referencesOfChange(command: Command, state: CartState): readonly string[] {
  const line = changesChoice(command) && lineWith(state.lines, command.lineKey);
  if (!line) return [];
  const { reference } = choiceOf(command);
  return [String(line.productId), ...(reference === '' ? [] : [reference])];
}

/**
 * Returns the ids of further products and variations whose facts the command needs. Empty if `changesChoice` is false,
 * or if the cart lacks the line.
 */
export function furtherIdsOfChange(
  command: Command,
  state: CartState,
  context: CommandContext,
): readonly number[] {
  const line = changesChoice(command) && lineWith(state.lines, command.lineKey);
  return line ? furtherIdsOf(changedItem(line, choiceOf(command), context), context) : [];
}

/** Returns the product and the options of a line after a command. @throws ServiceError if the choice is refused */
export function changedChoice(line: Line, command: Command, context: CommandContext): Chosen {
  if (!changesChoice(command)) return { facts: factsOfLine(line, context), attributes: line.attributes };
  const choice = choiceOf(command);
  const chosen = chosenOf(changedProduct(line, choice, context), changedItem(line, choice, context), context);
  if (!chosen.facts.purchasable) throw refusal('service_cannot_be_purchased', {});
  return chosen;
}

/** Returns a line's product, or the variation that the command names. @throws ServiceError for another product */
function changedProduct({ productId }: Line, { reference }: Choice, context: CommandContext): ProductFacts {
  const product = reference === '' ? context.facts.get(productId) : productNamed(reference, context);
  if (!product) throw refusal('service_cart_invalid_parent_product', {});
  if (product.id !== productId && product.parentId !== productId)
    throw refusal('service_no_variation_found', {});
  return product;
}

/**
 * Returns the changed line as an item with the command's options. For every other attribute, the item keeps the line's
 * option. If the command names a variation, the line's options that this variation fixes are left out.
 */
function changedItem(line: Line, { reference, variation }: Choice, context: CommandContext): Item {
  const named = reference || String(line.productId);
  const product = factsByReference(context, named);
  const isOpen = (name: string) =>
    product?.type !== 'variation' || product.attributes.some(({ key, slug }) => key === name && slug === '');
  // Two names may mean the same attribute, such as `Colour` and `pa_colour`. The first option counts, so the command's
  // options come before the line's options.
  const kept = Object.entries(line.attributes).filter(
    ([name]) => !Object.hasOwn(variation, name) && isOpen(name),
  );
  return {
    reference: named,
    quantity: String(line.quantity),
    variation: Object.fromEntries([...Object.entries(variation), ...kept]),
    itemData: line.itemData,
    price: null,
  };
}

type Given = Item['variation'];

type Option = ProductChoices['attributes'][number]['options'][number];

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

/** Returns the labels of a variable product's attributes for which no option was given. */
export function unchosen({ attributes }: ProductChoices, given: Given): readonly string[] {
  const values = givenOf(attributes, given);
  return attributes.filter(({ key }) => !values.has(key)).map(({ name }) => name);
}

function openOf({ attributes }: ProductFacts) {
  return attributes.filter(({ slug }) => slug === '');
}

/**
 * Returns whether an option is given for an attribute that the variation leaves open. Only the facts of the variation's
 * product list the allowed options of such an attribute.
 */
function needsOptions(variation: ProductFacts, given: Given): boolean {
  const values = givenOf(variation.attributes, given);
  return openOf(variation).some(({ key }) => values.has(key));
}

/**
 * Returns the slug of an option for each attribute of a variation, in order: the variation's own option, or the given
 * option if the variation leaves the attribute open.
 *
 * @throws ServiceError `service_invalid_variation_data` for an invalid option, `service_missing_variation_data` for
 * open attributes without an option (docs/reference/cart.md#options-of-a-variable-product)
 */
function chosenOptions(
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
  throw refusal('service_missing_variation_data', { missing });
}

function optionsOf(product: ProductFacts | null | undefined, key: string): readonly Option[] {
  return product?.choices?.attributes.find((one) => one.key === key)?.options ?? [];
}

function notAllowed(attribute: string, options: readonly Option[]) {
  return refusal('service_invalid_variation_data', { attribute, allowed: options.map(({ slug }) => slug) });
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

/**
 * This file has look-up tables of a product's attributes, options and variations. Searching lists would take
 * too long: a request may have 200 items, and each item may name one of 1,000 variations.
 */
type Variation = ProductChoices['variations'][number];

/** Adds a name that the map does not have yet. So the first of several equal names counts. */
function setFirst<Value>(map: Map<string, Value>, name: string, value: Value): void {
  if (!map.has(name)) map.set(name, value);
}

/** Returns a text for comparing names and options: in lower case, without outer spaces and percent-encoding. */
function plain(text: string): string {
  const trimmed = text.trim();
  // Most texts are ASCII without percent signs, so they need no decoding and no Unicode normalization.
  if (/^[ -$&-~]*$/.test(trimmed)) return trimmed.toLowerCase();
  let decoded = trimmed;
  try {
    decoded = decodeURIComponent(trimmed);
  } catch {
    // The text has a literal percent sign, so the text is compared as it is.
  }
  return decoded.normalize('NFC').toLowerCase();
}

interface Named {
  readonly key: string;
  readonly name: string;
}

const byName = memo((attributes: readonly Named[]): ReadonlyMap<string, Named> => {
  const names = new Map<string, Named>();
  for (const one of attributes) setFirst(names, plain(one.key), one);
  for (const one of attributes) setFirst(names, plain(one.key).replace(/^pa_/, ''), one);
  for (const one of attributes) setFirst(names, plain(one.name), one);
  return names;
});

/**
 * Returns the attribute to which `name` refers. `name` may be the key of the attribute, the key without `pa_`, or
 * the label, and may begin with `attribute_`. If several attributes match, the key comes first, then the key
 * without `pa_`, then the label (docs/reference/cart.md#options-of-a-variable-product).
 */
function attributeNamed(attributes: readonly Named[], name: string): Named | undefined {
  return byName(attributes).get(plain(name).replace(/^attribute_/, ''));
}

const bySpelling = memo((options: readonly Option[]) => {
  const [slugs, spellings] = [new Map<string, Option>(), new Map<string, Option>()];
  for (const option of options) {
    setFirst(slugs, option.slug, option);
    setFirst(spellings, plain(option.slug), option);
    setFirst(spellings, plain(option.label), option);
  }
  return { slugs, spellings };
});

/**
 * Returns the option to which a text refers: the option with exactly this slug, or else the first option whose slug or
 * label is the same text after conversion by `plain`. Null without a match.
 */
function matchingOption(options: readonly Option[], text: string): Option | null {
  const { slugs, spellings } = bySpelling(options);
  return slugs.get(text) ?? spellings.get(plain(text)) ?? null;
}

/** Returns the variations of a product in order, each with pairs of attribute key and option slug. */
const variationsIn = memo((variations: readonly Variation[]) =>
  variations.map(({ id, attributes }) => ({ id, attributes: Object.entries(attributes) })),
);
