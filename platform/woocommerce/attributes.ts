import { z } from 'zod';
import type { ChosenAttribute, ProductAttribute } from '#contracts/product.ts';
import { percentEncoded, slugOf } from '../util/slug.ts';
import { flag, list, text, whole } from './fields.ts';
import { UnsupportedValue } from './notes.ts';
import type { WooTerm } from './terms.ts';
import { plainText } from './values.ts';

export const WooChosen = z.object({ id: whole(0), name: text, option: text });
export type WooChosen = z.infer<typeof WooChosen>;

export const WooAttribute = z.object({
  id: whole(0),
  name: text,
  slug: text,
  position: whole(0),
  visible: flag,
  variation: flag,
  options: list(text),
});
export type WooAttribute = z.infer<typeof WooAttribute>;

type Option = ProductAttribute['options'][number];

/** Returns a slug in which every character of a name counts: `color%21` for `Color!`. */
function spelled(name: string): string {
  const encode = (one: string) => `%${one.charCodeAt(0).toString(16).padStart(2, '0')}`;
  return percentEncoded(name.trim().toLowerCase())
    .replaceAll(/[^a-z0-9_%-]/g, encode)
    .slice(0, 600);
}

/** Returns the first slug for a name that is not empty and not taken: `color`, `color%21` or `color-2`. */
function freeSlug(name: string, language: string, isTaken: (slug: string) => boolean): string {
  const slug = slugOf(name, language);
  const found = [slug, spelled(name)].find((one) => one !== '' && !isTaken(one));
  if (found !== undefined) return found;
  let number = 2;
  while (isTaken(`${slug}-${number}`)) number += 1;
  return `${slug}-${number}`;
}

/** Finds options of the shop's attributes by name and by slug. */
export class TermsOfAttributes {
  /** The language of the shop, in which WordPress makes slugs of names. */
  readonly language: string;
  readonly #options = new Map<number, { byLabel: Map<string, Option>; bySlug: Map<string, Option> }>();

  /** `terms` are pairs of an attribute's id and the terms of this attribute. */
  constructor(
    terms: Iterable<readonly [number, readonly Pick<WooTerm, 'name' | 'slug'>[]]> = [],
    language = '',
  ) {
    this.language = language;
    for (const [attributeId, list] of terms) {
      const options = list.map(({ name, slug }) => ({ slug, label: plainText(name) })).reverse();
      this.#options.set(attributeId, {
        // `options` is in reverse order, because a `Map` keeps the last of several terms with the same name, but
        // the first term must win.
        byLabel: new Map(options.map((one) => [one.label, one])),
        bySlug: new Map(options.map((one) => [one.slug, one])),
      });
    }
  }

  /** Returns the term that a text names by its name or its slug; undefined if there is none. */
  term(attributeId: number, given: string): Option | undefined {
    const ofAttribute = this.#options.get(attributeId);
    const option = ofAttribute?.byLabel.get(plainText(given)) ?? ofAttribute?.bySlug.get(given);
    return option && option.slug !== '' ? { ...option } : undefined;
  }
}

/**
 * Returns the options of an attribute, each with a slug of its own. In an attribute of one product, the label is also
 * the slug.
 */
function optionsOf({ id, options }: WooAttribute, terms: TermsOfAttributes): Option[] {
  const found = new Map<string, Option>();
  const isTaken = (slug: string) => found.has(slug);
  for (const given of new Set(options.map(plainText))) {
    const known = id === 0 ? { slug: given, label: given } : terms.term(id, given);
    const option = known ?? { slug: freeSlug(given, terms.language, isTaken), label: given };
    if (!isTaken(option.slug)) found.set(option.slug, option);
  }
  return [...found.values()];
}

/**
 * Returns the option that a text names. The text can be a label or a slug, because WooCommerce writes the term's name on
 * products, but the term's slug in default options. The slug is empty for an empty text, which means any option.
 */
function optionNamed({ id, options }: ProductAttribute, given: string, terms: TermsOfAttributes): Option {
  const label = plainText(given);
  if (label === '') return { slug: '', label: '' };
  const listed = options.find((one) => one.label === label) ?? options.find((one) => one.slug === given);
  if (listed) return listed;
  if (id === 0) return { slug: label, label };
  const isTaken = (slug: string) => options.some((one) => one.slug === slug);
  return terms.term(id, given) ?? { slug: freeSlug(label, terms.language, isTaken), label };
}

/** Returns the key of an attribute: `pa_colour` for one of the shop, `material` for one of a single product. */
function keyOf(
  { id, name, slug }: WooAttribute,
  language: string,
  isTaken: (key: string) => boolean,
): string {
  if (id !== 0 && slug !== '' && !isTaken(slug)) return slug;
  const prefix = id === 0 ? '' : 'pa_';
  return prefix + freeSlug(plainText(name), language, (one) => isTaken(prefix + one));
}

/**
 * Returns the attributes of a product with their options. No two attributes have the same key.
 *
 * @throws UnsupportedValue for two attributes of one name in which variations differ: an option could mean either
 */
export function attributesOf(given: readonly WooAttribute[], terms: TermsOfAttributes): ProductAttribute[] {
  const [keys, names] = [new Set<string>(), new Set<string>()];
  return given.map((one) => {
    const [key, name] = [keyOf(one, terms.language, (taken) => keys.has(taken)), plainText(one.name)];
    const identity = one.id === 0 ? name.trim() : one.id.toString();
    if (one.variation && names.has(identity)) throw new UnsupportedValue('attributes', 'different', one.name);
    if (one.variation) names.add(identity);
    keys.add(key);
    const { id, position, visible, variation } = one;
    return { id, key, name, position, visible, variation, options: optionsOf(one, terms) };
  });
}

/** Returns the attribute that a variation names; undefined if it is none of `attributes`. */
function attributeNamed(
  attributes: readonly ProductAttribute[],
  { id, name }: WooChosen,
  { language }: TermsOfAttributes,
): ProductAttribute | undefined {
  if (id !== 0) return attributes.find((one) => one.id === id);
  const [plain, own] = [plainText(name), attributes.filter((one) => one.id === 0)];
  const slug = slugOf(plain, language);
  return own.find((one) => one.name.trim() === plain.trim()) ?? own.find(({ key }) => key === slug);
}

/**
 * Returns a variation's option for each attribute in which the variations of the product differ. An empty slug means
 * that every option of the attribute is allowed.
 */
export function chosenBy(
  product: readonly ProductAttribute[],
  given: readonly WooChosen[],
  terms: TermsOfAttributes,
): ChosenAttribute[] {
  const attributes = product.filter(({ variation }) => variation);
  const chosen = new Map<ProductAttribute | undefined, string>();
  for (const one of given.toReversed()) chosen.set(attributeNamed(attributes, one, terms), one.option);
  return attributes.map((attribute) => {
    const { id, key, name } = attribute;
    return { id, key, name, ...optionNamed(attribute, chosen.get(attribute) ?? '', terms) };
  });
}

/** Returns the options that a product selects by default. */
export function defaultsOf(
  product: readonly ProductAttribute[],
  given: readonly WooChosen[],
  terms: TermsOfAttributes,
): ChosenAttribute[] {
  return chosenBy(product, given, terms).filter(({ slug }) => slug !== '');
}
