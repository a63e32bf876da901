import type { ProductChoices } from '#contracts/catalogue.ts';

/**
 * What is found in attributes, options and variations of a product again and again: two hundred items of one request may
 * each name one of a thousand variations. Each list is prepared once, as long as it is in memory.
 */
type Option = ProductChoices['attributes'][number]['options'][number];
type Variation = ProductChoices['variations'][number];

/** A function of a list whose result is kept as long as the list. */
function once<List extends object, Result>(make: (list: List) => Result): (list: List) => Result {
  const made = new WeakMap<List, Result>();
  return (list) => {
    const known = made.get(list);
    if (known !== undefined) return known;
    const result = make(list);
    made.set(list, result);
    return result;
  };
}

/** Sets an entry unless there is one: the first of a list counts. */
function setFirst<Value>(map: Map<string, Value>, name: string, value: Value): void {
  if (!map.has(name)) map.set(name, value);
}

/** A text as names and options are compared: case, blanks around it and percent-encoding make no difference. */
function plain(text: string): string {
  const trimmed = text.trim();
  // Most texts are plain ASCII, for which all of the rest changes nothing.
  if (/^[ -$&-~]*$/.test(trimmed)) return trimmed.toLowerCase();
  let decoded = trimmed;
  try {
    decoded = decodeURIComponent(trimmed);
  } catch {
    // A percent sign of its own.
  }
  return decoded.normalize('NFC').toLowerCase();
}

interface Named {
  readonly key: string;
  readonly name: string;
}

const byName = once((attributes: readonly Named[]): ReadonlyMap<string, Named> => {
  const names = new Map<string, Named>();
  for (const one of attributes) setFirst(names, plain(one.key), one);
  for (const one of attributes) setFirst(names, plain(one.key).replace(/^pa_/, ''), one);
  for (const one of attributes) setFirst(names, plain(one.name), one);
  return names;
});

/**
 * The attribute that a name means, of some: by its key, else by that without `pa_`, else by its label, each with or
 * without `attribute_` before it (docs/reference/cart.md#options-of-a-variable-product).
 */
export function attributeNamed(attributes: readonly Named[], name: string): Named | undefined {
  return byName(attributes).get(plain(name).replace(/^attribute_/, ''));
}

const bySpelling = once((options: readonly Option[]) => {
  const [slugs, spellings] = [new Map<string, Option>(), new Map<string, Option>()];
  for (const option of options) {
    setFirst(slugs, option.slug, option);
    setFirst(spellings, plain(option.slug), option);
    setFirst(spellings, plain(option.label), option);
  }
  return { slugs, spellings };
});

/** The option that a text means: by its slug to the letter, else by slug or label in any spelling; null for none. */
export function optionMeant(options: readonly Option[], text: string): Option | null {
  const { slugs, spellings } = bySpelling(options);
  return slugs.get(text) ?? spellings.get(plain(text)) ?? null;
}

/** The variations of a product in their order, with the slugs of their attributes by key. */
export const variationsIn = once((variations: readonly Variation[]) =>
  variations.map(({ id, attributes }) => ({ id, attributes: Object.entries(attributes) })),
);
