import type { Attribute, TermKind, TermList } from '#contracts/terms.ts';
import { slugKey } from '../../domain/slugs.ts';

/** The record type of one kind of terms, such as `Category` for `categories`. */
export type TermOf<Kind extends TermKind> = Extract<TermList, { kind: Kind }>['records'][number];

/** All terms of each kind, sorted by name. */
export type TermRecords = { readonly [Kind in TermKind]: readonly TermOf<Kind>[] };

interface Named {
  readonly id: number;
  readonly name: string;
  readonly slug: string;
}

const letters = new Intl.Collator('en', { sensitivity: 'base' });

/** Compares two texts, ignoring case and accents. */
export function byLetters(one: string, other: string): number {
  return letters.compare(one, other);
}

/** Returns records sorted by name, ignoring case and accents. Records with equal names are sorted by id. */
export function byName<Term extends Named>(records: readonly Term[]): Term[] {
  return records.toSorted((one, other) => byLetters(one.name, other.name) || one.id - other.id);
}

/** Returns the record with this id, or else the record with this slug; null if no record has this id or slug. */
export function termByReference<Term extends Named>(
  records: readonly Term[],
  reference: string,
): Term | null {
  const id = /^\d{1,15}$/.test(reference) ? Number(reference) : null;
  const byId = id === null ? undefined : records.find((one) => one.id === id);
  const key = slugKey(reference);
  return byId ?? records.find(({ slug }) => slugKey(slug) === key) ?? null;
}

/** Returns the attribute with this id or slug, with or without the prefix `pa_`; null if no attribute matches. */
export function attributeNamed(attributes: readonly Attribute[], reference: string): Attribute | null {
  return termByReference(attributes, reference) ?? termByReference(attributes, `pa_${reference}`);
}
