import { type Audience, isManager, type Role } from '#contracts/audience.ts';
import type { EnteredPrices } from '#contracts/catalogue-import.ts';
import type { ChildPrices, ProductDocument, SellableDocument, VariationDocument } from './documents.ts';

/**
 * Whom something is shown to (docs/reference/catalogue.md#who-sees-what): an audience; or null for operations of the
 * shop's own, which see everything, at public prices.
 */
export type Viewer = Audience | null;

/** What of a document is reserved, of products and variations alike. */
type Reserved = Pick<SellableDocument, 'type' | 'prices' | 'rolePrices' | 'visibleTo'> &
  Partial<Pick<ProductDocument, 'childPrices' | 'reservedChildren'>> &
  Partial<Pick<ProductDocument, 'variationIds' | 'groupedIds'>> & {
    readonly parent?: Pick<VariationDocument['parent'], 'visibleTo'>;
  };

const managers: readonly Role[] = ['shop_manager', 'administrator'];

/** Whether nothing is hidden from somebody: those who look after the shop. */
export function seesAll(viewer: Viewer): boolean {
  return viewer === null || isManager(viewer);
}

function isAmong(visibleTo: readonly Role[] | null | undefined, viewer: Viewer): boolean {
  if (!visibleTo) return true;
  return seesAll(viewer) || visibleTo.includes(viewer ?? '');
}

/** Whether somebody may see it, a variation also its product. Whether it is published is another question. */
export function isVisibleTo(document: Pick<Reserved, 'visibleTo' | 'parent'>, viewer: Viewer): boolean {
  return isAmong(document.visibleTo, viewer) && isAmong(document.parent?.visibleTo, viewer);
}

/**
 * Prices that somebody pays: those of the role, within the bounds of the sale that the public has, or the public ones.
 */
function pricesFor(
  { prices, rolePrices = [] }: Pick<Reserved, 'prices' | 'rolePrices'>,
  viewer: Viewer,
): EnteredPrices {
  const own = rolePrices.find(({ role }) => role === viewer);
  return own ? { ...prices, regular: own.regular, sale: own.sale } : prices;
}

function childPricesFor(child: ChildPrices, viewer: Viewer): ChildPrices {
  const { rolePrices = [], visibleTo: _visibleTo, ...prices } = child;
  return pricesFor({ prices, rolePrices }, viewer);
}

/** What somebody sees of the products or variations that a product is bought through. */
function childrenFor({ childPrices = [], reservedChildren = [], ...document }: Reserved, viewer: Viewer) {
  const hidden = new Set(
    reservedChildren.filter(({ visibleTo }) => !isAmong(visibleTo, viewer)).map(({ id }) => id),
  );
  const shown = (ids: readonly number[] = []) => ids.filter((id) => !hidden.has(id));
  return {
    childPrices: childPrices
      .filter(({ visibleTo }) => isAmong(visibleTo, viewer))
      .map((child) => childPricesFor(child, viewer))
      .filter(({ regular }) => regular !== null),
    ...(document.variationIds && { variationIds: shown(document.variationIds) }),
    ...(document.groupedIds && { groupedIds: shown(document.groupedIds) }),
  };
}

function hasReservedChildren({ childPrices = [], reservedChildren = [] }: Reserved): boolean {
  return (
    reservedChildren.length > 0 || childPrices.some(({ rolePrices, visibleTo }) => rolePrices ?? visibleTo)
  );
}

/** Documents as somebody sees them, as long as they are held: what is made of one is remembered by it. */
const seen = new WeakMap<object, Map<Viewer, object>>();

/**
 * A document with what somebody is to see in it: the prices of the role in place of the public ones, and no hidden
 * product or variation among its children. The same object each time, and the document itself where nothing is
 * reserved.
 */
export function asSeenBy<Document extends Reserved>(document: Document, viewer: Viewer): Document {
  const hasChildren = hasReservedChildren(document);
  if (!hasChildren && !document.rolePrices?.some(({ role }) => role === viewer)) return document;
  const views = seen.get(document) ?? new Map<Viewer, object>();
  seen.set(document, views);
  const held = views.get(viewer);
  // What is kept under a document was made of it.
  if (held) return held as Document;
  const view = {
    ...document,
    prices: pricesFor(document, viewer),
    ...(hasChildren && childrenFor(document, viewer)),
  };
  views.set(viewer, view);
  return view;
}

/**
 * Roles that the document is reserved for and that may see it, with their products where that is reserved too; null for
 * everybody.
 */
export function rolesSeeing({ visibleTo, parent }: Reserved): readonly Role[] | null {
  const above = parent?.visibleTo;
  if (!visibleTo) return above ?? null;
  return above ? visibleTo.filter((role) => above.includes(role)) : visibleTo;
}

/** Roles that may see something else of a document than the public does. */
export function rolesConcerned(document: Reserved): ReadonlySet<Role> {
  const { childPrices = [], reservedChildren = [] } = document;
  const parts: readonly Partial<Pick<Reserved, 'visibleTo' | 'rolePrices'>>[] = [
    document,
    ...(document.parent ? [document.parent] : []),
    ...childPrices,
    ...reservedChildren,
  ];
  const roles = new Set<Role>();
  for (const { visibleTo, rolePrices } of parts) {
    for (const { role } of rolePrices ?? []) roles.add(role);
    for (const role of visibleTo ? [...visibleTo, ...managers] : []) roles.add(role);
  }
  return roles;
}
