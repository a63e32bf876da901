import { rolesSeeing } from '../audiences.ts';
import {
  isPublic,
  isVariation,
  type ListedDocument,
  type ListedProduct,
  type ListedVariation,
} from '../documents.ts';
import { slugKey } from '../slugs.ts';
import { stockOf } from '../stock.ts';
import type { Bits } from './bits.ts';
import { Postings, type Renumbering } from './postings.ts';

/** Mean rating in whole stars, halves up; 0 without reviews. */
function stars(averageRating: string): number {
  return Math.round(Number(averageRating) || 0);
}

type Term = { readonly id: number; readonly slug: string };

/** Facet of a term by its slug. */
export function slugFacet(kind: string, slug: string): string {
  return `${kind}:${slugKey(slug)}`;
}

/** Names of a term, by which both an id and a slug find it. */
function term(kind: string, { id, slug }: Term): string[] {
  return [`${kind}#${id}`, slugFacet(kind, slug)];
}

/** Facet of an option of an attribute. */
export function optionFacet(attribute: string, slug: string): string {
  return `attribute:${slugKey(attribute)}:${slugKey(slug)}`;
}

function* facetsOfProduct(document: ListedProduct): Generator<string> {
  yield `visibility:${document.catalogVisibility}`;
  yield `rating:${stars(document.averageRating)}`;
  if (document.featured) yield 'featured';
  for (const { id } of document.categories) yield `category#${id}`;
  for (const tag of document.tags) yield* term('tag', tag);
  for (const brand of document.brands) yield* term('brand', brand);
  for (const { key, options } of document.attributes) {
    for (const { slug } of options) yield optionFacet(key, slug);
  }
}

/** Of its product a variation has the terms; it is featured and reviewed only with it. */
function* facetsOfVariation({ parent, attributes }: ListedVariation): Generator<string> {
  yield 'visibility:visible';
  for (const id of parent.categoryIds) yield `category#${id}`;
  for (const tag of parent.tags) yield* term('tag', tag);
  for (const brand of parent.brands) yield* term('brand', brand);
  for (const { key, slug } of attributes) {
    if (slug !== '') yield optionFacet(key, slug);
  }
}

/** Facet of what a role may see of what is not for everybody. */
export function reservedFor(role: string): string {
  return `reserved:${role}`;
}

/** What a document is found by in lists, prices and texts aside. A name may come twice. */
export function* facetsOf(document: ListedDocument): Generator<string> {
  if (isPublic(document)) yield 'public';
  const roles = rolesSeeing(document);
  if (roles !== null) yield 'reserved';
  for (const role of roles ?? []) yield reservedFor(role);
  yield `type:${document.type}`;
  yield `status:${document.status}`;
  yield `parent#${document.parentId}`;
  yield `stock:${stockOf(document, true).status}`;
  yield `tax:${document.taxClass}`;
  yield* term('shipping', { id: document.shippingClassId, slug: document.shippingClass });
  if (document.virtual) yield 'virtual';
  yield* isVariation(document) ? facetsOfVariation(document) : facetsOfProduct(document);
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
