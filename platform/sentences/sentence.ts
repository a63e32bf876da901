/** A sentence with places for values, or one for each plural form of a number. */
export type Template = string | Readonly<Partial<Record<Intl.LDMLPluralRule, string>>>;

/** Sentences by key. */
export type Sentences = Readonly<Record<string, Template>>;

/** Matches a place: `{name}`, or `{names:quoted}` for a list of names in quotation marks. */
export const place = /\{(\w+)(:quoted)?\}/g;

/** Returns the forms of a sentence. */
export function formsOf(template: Template): readonly string[] {
  return typeof template === 'string' ? [template] : Object.values(template);
}
