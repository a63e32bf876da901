import type { ProductChoices } from '#contracts/catalogue.ts';
import { memo } from '#platform/util/memo.ts';

/**
 * This file has look-up tables of a product's attributes, options and variations. Searching lists would take
 * too long: a request may have 200 items, and each item may name one of 1,000 variations.
 */
type Option = ProductChoices['attributes'][number]['options'][number];
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
export function attributeNamed(attributes: readonly Named[], name: string): Named | undefined {
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
export function matchingOption(options: readonly Option[], text: string): Option | null {
  const { slugs, spellings } = bySpelling(options);
  return slugs.get(text) ?? spellings.get(plain(text)) ?? null;
}

/** Returns the variations of a product in order, each with pairs of attribute key and option slug. */
export const variationsIn = memo((variations: readonly Variation[]) =>
  variations.map(({ id, attributes }) => ({ id, attributes: Object.entries(attributes) })),
);
