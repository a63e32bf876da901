import { rolesSeeing } from '../audiences.ts';
import { isPublic, type ListedDocument } from '../documents.ts';
import { slugKey } from '../slugs.ts';
import type { Bits } from './bits.ts';
import { Postings, type Renumbering } from './postings.ts';

type Term = { readonly id: number; readonly slug: string };

/** Facet of a term by its slug. */
function slugFacet(kind: string, slug: string): string {
  return `${kind}:${slugKey(slug)}`;
}

/** Facets of a term: an id and a slug find it. */
export function termFacets(kind: string, { id, slug }: Term): string[] {
  return [`${kind}#${id}`, slugFacet(kind, slug)];
}

/** Facets that a term's id or slug may mean. Digits are an id if there is one, which the index knows. */
export function termReference(kind: string, reference: string): string[] {
  return /^\d{1,15}$/.test(reference)
    ? [`${kind}#${Number(reference)}`, slugFacet(kind, reference)]
    : [slugFacet(kind, reference)];
}

/** Facet of an option of an attribute. */
export function optionFacet(attribute: string, slug: string): string {
  return `attribute:${slugKey(attribute)}:${slugKey(slug)}`;
}

/** Facet of what a role may see of what is not for everybody. */
export function reservedFor(role: string): string {
  return `reserved:${role}`;
}

/** Facets that decide who sees a document. */
export function audienceFacets(document: ListedDocument): string[] {
  const roles = rolesSeeing(document);
  return [
    ...(isPublic(document) ? ['public'] : []),
    ...(roles === null ? [] : ['reserved', ...roles.map(reservedFor)]),
  ];
}

/** Slots by the name of what is true of them. */
export class Facets {
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

  renumber(slots: Renumbering): void {
    this.#postings.renumber(slots);
  }
}
