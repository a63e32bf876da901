import { type Audience, isManager, type Role } from '#contracts/audience.ts';
import type { EnteredPrices } from '#contracts/catalogue-import.ts';
import type { ChildPrices, ProductDocument, SellableDocument, VariationDocument } from './documents.ts';

/**
 * The reader of an answer (docs/reference/catalogue.md#who-sees-what): an audience; null for the shop's own
 * operations, which see everything at public prices.
 */
export type Viewer = Audience | null;

/** The members that may be reserved, of products and variations alike. */
type Reserved = Pick<SellableDocument, 'type' | 'prices' | 'rolePrices' | 'visibleTo'> &
  Partial<Pick<ProductDocument, 'childPrices' | 'reservedChildren'>> &
  Partial<Pick<ProductDocument, 'variationIds' | 'groupedIds'>> & {
    readonly parent?: Pick<VariationDocument['parent'], 'visibleTo'>;
  };

const managers: readonly Role[] = ['shop_manager', 'administrator'];

/** Returns whether a viewer sees everything: managers do. */
export function seesAll(viewer: Viewer): boolean {
  return viewer === null || isManager(viewer);
}

function isAmong(visibleTo: readonly Role[] | null | undefined, viewer: Viewer): boolean {
  if (!visibleTo) return true;
  return seesAll(viewer) || visibleTo.includes(viewer ?? '');
}

/**
 * Returns whether a viewer may see a document; for a variation, its product too. Publication is checked elsewhere.
 */
export function isVisibleTo(document: Pick<Reserved, 'visibleTo' | 'parent'>, viewer: Viewer): boolean {
  return isAmong(document.visibleTo, viewer) && isAmong(document.parent?.visibleTo, viewer);
}

/** Returns the prices for a viewer: those of the role, with the dates of the public sale, or the public ones. */
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

/** Returns the children of a product that a viewer sees, with their prices. */
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

/** Views of documents per viewer, cached for the lifetime of the document. */
const seen = new WeakMap<object, Map<Viewer, object>>();

/**
 * Returns a document as a viewer sees it: with the prices of the role, and without hidden children. It returns the
 * same object each time, and the document itself if nothing is reserved.
 */
export function asSeenBy<Document extends Reserved>(document: Document, viewer: Viewer): Document {
  const hasChildren = hasReservedChildren(document);
  if (!hasChildren && !document.rolePrices?.some(({ role }) => role === viewer)) return document;
  const views = seen.get(document) ?? new Map<Viewer, object>();
  seen.set(document, views);
  const held = views.get(viewer);
  // Cached under this document, so it has the same type.
  if (held) return held as Document;
  const view = {
    ...document,
    prices: pricesFor(document, viewer),
    ...(hasChildren && childrenFor(document, viewer)),
  };
  views.set(viewer, view);
  return view;
}

/** Returns the roles that may see a reserved document and its product; null for everybody. */
export function rolesSeeing({ visibleTo, parent }: Reserved): readonly Role[] | null {
  const above = parent?.visibleTo;
  if (!visibleTo) return above ?? null;
  return above ? visibleTo.filter((role) => above.includes(role)) : visibleTo;
}

/** Returns the roles for which a document differs from its public form. */
export function rolesConcerned(document: Reserved): ReadonlySet<Role> {
  const { childPrices = [], reservedChildren = [] } = document;
  const layers: readonly Partial<Pick<Reserved, 'visibleTo' | 'rolePrices'>>[] = [
    document,
    ...(document.parent ? [document.parent] : []),
    ...childPrices,
    ...reservedChildren,
  ];
  const roles = new Set<Role>();
  for (const { visibleTo, rolePrices } of layers) {
    for (const { role } of rolePrices ?? []) roles.add(role);
    for (const role of visibleTo ? [...visibleTo, ...managers] : []) roles.add(role);
  }
  return roles;
}
