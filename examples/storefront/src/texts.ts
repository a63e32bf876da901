import english from './texts/en.json';

// The texts of this storefront are in `texts`, in one file for each language. Messages of the shop, such as refusals, come
// from its answers in the language of the store.

/** A text with places such as `{name}`, or one for each plural form of `{count}`. */
type Template = string | Readonly<Partial<Record<Intl.LDMLPluralRule, string>>>;
type Texts = Readonly<Record<string, Template>>;
export type Key = keyof typeof english;

/** The files of the other languages. A browser reads one only if the store speaks that language. */
const languages = new Map<string, () => Promise<{ readonly default: Texts }>>([
  ['de', () => import('./texts/de.json')],
  ['es', () => import('./texts/es.json')],
  ['fr', () => import('./texts/fr.json')],
  ['it', () => import('./texts/it.json')],
  ['nl', () => import('./texts/nl.json')],
  ['pl', () => import('./texts/pl.json')],
]);

interface Spoken {
  readonly texts: Texts;
  readonly plurals: Intl.PluralRules;
  readonly numbers: Intl.NumberFormat;
}

const spokenIn = (tag: string, texts: Texts): Spoken => ({
  texts,
  plurals: new Intl.PluralRules(tag),
  numbers: new Intl.NumberFormat(tag),
});

const inEnglish = spokenIn('en', english);
let spoken = inEnglish;

/**
 * Makes the page speak a language, which is given by its tag: `de`, or `de-AT`. A page in a language without a file is
 * English, and so is a text that the file lacks.
 */
export async function speak(tag: string): Promise<void> {
  const [base = ''] = tag.split('-');
  const file = await languages.get(base)?.();
  spoken = file ? spokenIn(tag, file.default) : inEnglish;
  document.documentElement.lang = file ? tag : 'en';
}

/** Returns the text with a key in the language of the page. A number in `values.count` determines its plural form. */
export function text(key: Key, values: Readonly<Record<string, string | number>> = {}): string {
  const { texts, plurals, numbers } = Object.hasOwn(spoken.texts, key) ? spoken : inEnglish;
  const template = texts[key] ?? key;
  const form = typeof template === 'string' ? template : template[plurals.select(Number(values.count))];
  return (form ?? '').replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name] ?? '';
    return typeof value === 'number' ? numbers.format(value) : value;
  });
}

/** Returns a number as the language writes it. */
export function number(value: number): string {
  return spoken.numbers.format(value);
}
