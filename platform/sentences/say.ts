import { hash } from 'node:crypto';
import type { ParameterRule } from '#platform/errors/faults.ts';
import type { ErrorCode } from '#platform/errors/registry.ts';
import { english } from './english.ts';
import { place, type Sentences, type Template } from './sentence.ts';
import { technical } from './technical.ts';

/** All sentences in English. */
export const inEnglishByKey = { ...english, ...technical } satisfies Record<
  ErrorCode | `parameter.${ParameterRule}`,
  unknown
>;
export type Key = keyof typeof inEnglishByKey;

export function isKey(text: string): text is Key {
  return Object.hasOwn(inEnglishByKey, text);
}

/** Returns whether no shopper causes the sentence with a key, so that it is always English. */
export function isTechnical(key: Key): boolean {
  return Object.hasOwn(technical, key);
}

/** What a sentence mentions, by the name of its place. */
export type Values = Readonly<Record<string, unknown>>;

/** The sentences of a language, with its forms of numbers and lists. */
export interface Language {
  /** The language tag, such as `de-AT`. */
  readonly tag: string;
  /** Differs for languages with other sentences, so that caches can depend on it. */
  readonly id: string;
  readonly sentences: Sentences;
  readonly plurals: Intl.PluralRules;
  readonly lists: Intl.ListFormat;
  readonly numbers: Intl.NumberFormat;
}

/** Returns a language. A sentence that it lacks is said in English. */
export function languageWith(tag: string, sentences: Sentences): Language {
  return {
    tag,
    id: `${tag} ${hash('sha256', JSON.stringify(sentences), 'base64url')}`,
    sentences,
    plurals: new Intl.PluralRules(tag),
    lists: new Intl.ListFormat(tag, { type: 'conjunction' }),
    numbers: new Intl.NumberFormat(tag),
  };
}

export const inEnglish: Language = {
  ...languageWith('en', inEnglishByKey),
  // In Britain no comma stands before `and`.
  lists: new Intl.ListFormat('en-GB', { type: 'conjunction' }),
  numbers: new Intl.NumberFormat('en', { useGrouping: false }),
};

/** The language of this process: in the gateway that of the store, elsewhere English. */
let spoken = inEnglish;

/** Makes this process say all sentences in a language. */
export function speak(language: Language): void {
  spoken = language;
}

/** Returns the language in which this process says sentences. */
export function spokenLanguage(): Language {
  return spoken;
}

function shown(value: unknown, isQuoted: boolean, { lists, numbers }: Language): string {
  if (typeof value === 'number') return numbers.format(value);
  if (!Array.isArray(value)) return String(value);
  return isQuoted ? lists.format(value.map((text) => say('quotes', { text }))) : value.join(', ');
}

/** Returns the form of a sentence for a number. A number that the language has no form for gets another one. */
function formFor(template: Template, count: number, { plurals }: Language): string {
  if (typeof template === 'string') return template;
  return template[plurals.select(count)] ?? template.other ?? template.many ?? '';
}

/** Returns the sentence with a key. `count` determines the plural form. */
export function say(key: Key, values: Values = {}, count = 1): string {
  const language = Object.hasOwn(spoken.sentences, key) ? spoken : inEnglish;
  const form = formFor(language.sentences[key] ?? key, count, language);
  return form.replaceAll(place, (_, name: string, quoted?: string) =>
    shown(values[name], quoted !== undefined, language),
  );
}
