import type { Attribute, AttributeTerm, Brand, Category, Tag, TermList } from '#contracts/terms.ts';
import { embedded, termEmbed } from './embed.ts';
import type { Links } from './links.ts';
import { imageV1 } from './v1-members.ts';
import type { Version, Views } from './views.ts';

/**
 * These functions write terms and attributes, which are equal in all dialects
 * (docs/reference/terms.md#lists-of-terms).
 */

/**
 * The members of a term or attribute, and the paths of its list and parent, such as `products/tags` (without
 * version).
 */
interface Written {
  readonly members: { readonly id: number; readonly [member: string]: unknown };
  readonly collection: string;
  /** Path of the parent resource. */
  readonly up: string;
}

function tag({ id, name, slug, description, count }: Tag) {
  return { id, name, slug, description, count };
}

function brand(one: Brand, links: Links) {
  const { parentId, image, menuOrder } = one;
  return { ...tag(one), parent: parentId, image: image && imageV1(image, links), menu_order: menuOrder };
}

function category(one: Category, links: Links) {
  return { ...brand(one, links), display: one.display };
}

function attribute({ id, name, slug, type, orderBy, hasArchives }: Attribute) {
  return { id, name, slug, type, order_by: orderBy, has_archives: hasArchives };
}

function attributeTerm(one: AttributeTerm) {
  return { ...tag(one), menu_order: one.menuOrder };
}

function inTree(members: Written['members'], collection: string, parentId: number): Written {
  return { members, collection, up: parentId === 0 ? 'products' : `${collection}/${parentId}` };
}

function flat(members: Written['members'], collection: string): Written {
  return { members, collection, up: 'products' };
}

function written(found: TermList, links: Links): Written[] {
  switch (found.kind) {
    case 'categories':
      return found.records.map((one) => inTree(category(one, links), 'products/categories', one.parentId));
    case 'brands':
      return found.records.map((one) => inTree(brand(one, links), 'products/brands', one.parentId));
    case 'attributes':
      return found.records.map((one) => flat(attribute(one), 'products/attributes'));
    case 'terms':
      return found.records.map((one) => {
        const up = `products/attributes/${one.attributeId}`;
        return { members: attributeTerm(one), collection: `${up}/terms`, up };
      });
    case 'tags':
      return found.records.map((one) => flat(tag(one), 'products/tags'));
    case 'shippingClasses':
      throw new Error('shipping classes have no route, so no address');
  }
}

/**
 * Returns the members of a term or attribute with its addresses. v1 answers have the links in `_links` and in
 * `links` (docs/reference/terms.md#lists-of-terms).
 */
function withAddresses({ members, collection, up }: Written, version: Version, links: Links) {
  const list = links.resource(`${version}/${collection}`);
  const self = `${list}/${members.id}`;
  const addresses = {
    self: [{ href: self }],
    collection: [{ href: list }],
    up: [{ href: links.resource(`${version}/${up}`) }],
  };
  const whole = { ...members, rest_url: self, _links: addresses };
  return version === 'v1' ? { ...whole, links: addresses } : whole;
}

/**
 * Returns the presenters of terms for a dialect. The parameter `kept` is a function that returns the terms
 * with the changes that the dialect makes, such as escaped names.
 */
export function termPresentersOf(
  kept: (found: TermList, version: Version) => TermList,
): typeof termPresenters {
  const as = (view: Views['categories']) => ({ ...view, found: kept(view.found, view.version) });
  const list = (view: Views['categories'], links: Links) => terms(as(view), links);
  const one = (view: Views['category'], links: Links) => term(as(view), links);
  return presentersOf(list, one);
}

/**
 * Returns the body of the answer for a list of terms. The link `up` of a top-level term leads to the list of
 * products.
 */
export function terms({ found, version, context }: Views['categories'], links: Links) {
  const all = written(found, links).map((one) => withAddresses(one, version, links));
  return context === 'embed' ? all.map((one) => embedded(one, termEmbed)) : all;
}

/** Returns the body of the answer for one term, which is the only entry of the view's list. */
export function term(view: Views['category'], links: Links) {
  return terms(view, links)[0];
}

function presentersOf(list: typeof terms, one: typeof term) {
  return {
    category: one,
    tag: one,
    brand: one,
    attribute: one,
    attributeTerm: one,
    categories: list,
    tags: list,
    brands: list,
    attributes: list,
    attributeTerms: list,
  };
}

export const termPresenters = presentersOf(terms, term);
