import { z } from 'zod';
import { english } from './english.ts';
import { formsOf, place, type Sentences, type Template } from './sentence.ts';

/** The file of a language: JSON with a sentence for each key (docs/languages.md). */
const File = z.record(z.string(), z.unknown());

/** Maximum number of characters of a sentence. */
const maxLength = 500;

const Text = z
  .string()
  .min(1, 'is empty')
  .max(maxLength, `has more than ${maxLength} characters`)
  .regex(/^[^\p{Cc}]*$/u, 'has a line break or a control character');

/** What is wrong with one sentence of a file. */
export interface SentenceFault {
  readonly key: string;
  readonly what: string;
}

/** The sentences of a file that can be said, what is wrong with the others, and the keys that it lacks. */
export interface Translation {
  readonly sentences: Sentences;
  readonly faults: readonly SentenceFault[];
  readonly missing: readonly string[];
}

const allForms: readonly Intl.LDMLPluralRule[] = ['zero', 'one', 'two', 'few', 'many', 'other'];

/** The plural forms that a language needs for whole numbers, such as `one` and `other`. */
export function pluralFormsOf(tag: string): readonly Intl.LDMLPluralRule[] {
  const rules = new Intl.PluralRules(tag);
  const needed = new Set(Array.from({ length: 1_000 }, (_, count) => rules.select(count)));
  return allForms.filter((form) => needed.has(form));
}

function placesIn(template: Template): ReadonlySet<string> {
  return new Set(formsOf(template).flatMap((form) => form.match(place) ?? []));
}

/** Returns the names of plural forms in a value that has wrong ones or lacks some; null if it has the right ones. */
function wrongForms(given: object, tag: string): string | null {
  const needed = pluralFormsOf(tag);
  const unknown = Object.keys(given).filter(
    (one) =>
      one !== 'other' &&
      !new Intl.PluralRules(tag).resolvedOptions().pluralCategories.some((known) => known === one),
  );
  if (unknown.length > 0) return `has the form ${unknown.join(', ')}, which the language does not have`;
  const lacking = needed.filter((one) => !Object.hasOwn(given, one));
  return lacking.length > 0 ? `lacks the form ${lacking.join(', ')}` : null;
}

/** Returns what is wrong with the translation of an English sentence; null if nothing is. */
function faultOf(template: Template | undefined, given: unknown, tag: string): string | null {
  if (template === undefined) return 'is no key of a sentence';
  const isForms = typeof given === 'object' && given !== null && !Array.isArray(given);
  if (typeof given !== 'string' && !isForms) return 'is neither a text nor an object of plural forms';
  if (isForms) {
    const wrong = wrongForms(given, tag);
    if (wrong) return wrong;
  }
  for (const form of isForms ? Object.values(given) : [given]) {
    const { error } = Text.safeParse(form);
    if (error) return error.issues[0]?.message ?? 'is no text';
  }
  const own = placesIn(given as Template);
  const places = placesIn(template);
  const unknown = [...own].filter((one) => !places.has(one));
  if (unknown.length > 0) return `mentions ${unknown.join(', ')}, which this sentence does not know`;
  const unused = [...places].filter((one) => !own.has(one));
  return unused.length > 0 ? `does not mention ${unused.join(', ')}` : null;
}

/**
 * Returns the translation in the text of a file. `base` has the English sentences, by default those of the gateway.
 *
 * @throws Error with the reason if the text is not the file of a language
 */
export function translationIn(text: string, tag: string, base: Sentences = english): Translation {
  const given = contentOf(text);
  const faults: SentenceFault[] = [];
  const sentences: Record<string, Template> = {};
  for (const [key, value] of Object.entries(given)) {
    const what = faultOf(Object.hasOwn(base, key) ? base[key] : undefined, value, tag);
    if (what === null) sentences[key] = value as Template;
    else faults.push({ key, what });
  }
  return { sentences, faults, missing: Object.keys(base).filter((key) => !Object.hasOwn(given, key)) };
}

/** Returns the keys of the sentences of a translation that are still the English ones. */
export function untranslatedIn(sentences: Sentences): readonly string[] {
  const keys = Object.keys(english) as (keyof typeof english)[];
  return keys.filter((key) => {
    const own = sentences[key];
    if (own === undefined) return false;
    const inEnglish = formsOf(english[key]);
    // A sentence without words, such as `{sentence}`, is the same in every language.
    return formsOf(own).every(
      (form) => inEnglish.includes(form) && /\p{L}/u.test(form.replaceAll(place, '')),
    );
  });
}

function contentOf(text: string): z.infer<typeof File> {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch (error) {
    throw new Error(`is no JSON: ${error instanceof Error ? error.message : error}`);
  }
  const { data } = File.safeParse(content);
  if (!data) throw new Error('is no object with a sentence for each key');
  return data;
}

/** Returns a file with the English sentences, as a start for a translation: with the plural forms that a language needs. */
export function startFile(tag: string): string {
  const forms = pluralFormsOf(tag);
  const entries = Object.entries<Template>(english).map(([key, template]) => {
    if (typeof template === 'string') return [key, template];
    return [key, Object.fromEntries(forms.map((form) => [form, template[form] ?? template.other]))];
  });
  return `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`;
}
