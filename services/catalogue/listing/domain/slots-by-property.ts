import { rolesSeeing } from '../../model/audiences.ts';
import { isPublic, type ListedDocument } from '../../model/documents.ts';
import { slugKey } from '../../model/text.ts';
import { Bits, Postings, type Renumbering } from './bits.ts';

type Term = { readonly id: number; readonly slug: string };

/** Returns the property for the slug of a term, such as `tag:red`. */
function slugProperty(kind: string, slug: string): string {
  return `${kind}:${slugKey(slug)}`;
}

/** Returns the two properties of a term, such as `tag#7` (id) and `tag:red` (slug). */
export function termProperties(kind: string, { id, slug }: Term): string[] {
  return [`${kind}#${id}`, slugProperty(kind, slug)];
}

/**
 * Returns the properties that match a reference to a term: `tag:red` for `red`. Digits may be an id or a
 * slug: `7` gives `tag#7` and `tag:7`.
 */
export function termReference(kind: string, reference: string): string[] {
  return /^\d{1,15}$/.test(reference)
    ? [`${kind}#${Number(reference)}`, slugProperty(kind, reference)]
    : [slugProperty(kind, reference)];
}

/** Returns the property of an option of an attribute, such as `attribute:pa_colour:red`. */
export function optionProperty(attribute: string, slug: string): string {
  return `attribute:${slugKey(attribute)}:${slugKey(slug)}`;
}

/** Returns the property of documents that are reserved for a customer role, such as `reserved:trade`. */
export function reservedFor(role: string): string {
  return `reserved:${role}`;
}

/** Returns the properties that determine who may see a document. */
export function audienceProperties(document: ListedDocument): string[] {
  const roles = rolesSeeing(document);
  return [
    ...(isPublic(document) ? ['public'] : []),
    ...(roles === null ? [] : ['reserved', ...roles.map(reservedFor)]),
  ];
}

/** Stores the slots of the documents that have a property, for each property. */
export class SlotsByProperty {
  readonly #numbers = new Map<string, number>();
  readonly #postings = new Postings();

  add(name: string, slot: number): void {
    let number = this.#numbers.get(name);
    if (number === undefined) {
      number = this.#numbers.size;
      this.#numbers.set(name, number);
    }
    this.#postings.add(number, slot);
  }

  addTo(bits: Bits, name: string): void {
    const number = this.#numbers.get(name);
    if (number !== undefined) this.#postings.addTo(bits, number);
  }

  /** Returns how many slots of a set have any of these properties. */
  countIn(bits: Bits, names: readonly string[]): number {
    const known = names.map((name) => this.#numbers.get(name)).filter((number) => number !== undefined);
    const [first] = known;
    if (first === undefined) return 0;
    if (known.length === 1) return this.#postings.countIn(bits, first);
    const any = new Bits(0);
    for (const number of known) this.#postings.addTo(any, number);
    return any.countIn(bits);
  }

  get snapshot() {
    return { names: [...this.#numbers.keys()], postings: this.#postings.snapshot };
  }

  restore({ names, postings }: SlotsByProperty['snapshot']): void {
    for (const [number, name] of names.entries()) this.#numbers.set(name, number);
    this.#postings.restore(postings);
  }

  renumber(slots: Renumbering): void {
    this.#postings.renumber(slots);
  }
}
