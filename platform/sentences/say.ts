import { english, type Sentences } from './english.ts';

export type Key = keyof typeof english;

export function isKey(text: string): text is Key {
  return Object.hasOwn(english, text);
}

/** What a sentence mentions, by the name of its place. */
export type Values = Readonly<Record<string, unknown>>;

const plurals = new Intl.PluralRules('en');
// In Britain no comma stands before `and`.
const lists = new Intl.ListFormat('en-GB', { type: 'conjunction' });

/** Matches a place: `{name}`, or `{names:quoted}` for a list of names in quotation marks. */
const place = /\{(\w+)(:quoted)?\}/g;

function shown(value: unknown, isQuoted: boolean): string {
  if (!Array.isArray(value)) return String(value);
  return isQuoted ? lists.format(value.map((one) => `"${one}"`)) : value.join(', ');
}

/** Returns the sentence with a key. `count` determines the plural form. */
export function say(key: Key, values: Values = {}, count = 1): string {
  const sentences: Sentences = english;
  const template = sentences[key] ?? key;
  const form = typeof template === 'string' ? template : (template[plurals.select(count)] ?? template.other);
  return form.replaceAll(place, (_, name: string, quoted?: string) =>
    shown(values[name], quoted !== undefined),
  );
}
