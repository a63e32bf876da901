import { type Audience, isManager, type Role } from '#contracts/audience.ts';
import type { EnteredPrices } from '#contracts/catalogue-import.ts';
import type { ChildPrices, ProductDocument, SellableDocument, VariationDocument } from './documents.ts';

/**
 * The audience for whom an answer is made (docs/reference/catalogue.md#who-sees-what); null for the shop's own
 * operations, which see everything at public prices.
 */
export type Viewer = Audience | null;

/** The members of a product or variation that decide which roles see it, and at which price. */
type RoleRestricted = Pick<SellableDocument, 'type' | 'prices' | 'rolePrices' | 'visibleTo'> &
  Partial<Pick<ProductDocument, 'childPrices' | 'reservedChildren'>> &
  Partial<Pick<ProductDocument, 'variationIds' | 'groupedIds'>> & {
    readonly parent?: Pick<VariationDocument['parent'], 'visibleTo'>;
  };

const managers: readonly Role[] = ['shop_manager', 'administrator'];

/** Returns whether a viewer sees all products: managers and the shop's own operations do. */
export function seesAll(viewer: Viewer): boolean {
  return viewer === null || isManager(viewer);
}

function isAllowed(visibleTo: readonly Role[] | null | undefined, viewer: Viewer): boolean {
  if (!visibleTo) return true;
  return seesAll(viewer) || visibleTo.includes(viewer ?? '');
}

/**
 * Returns whether a viewer may see a document and, for a variation, its product. The status is checked by `isPublic`.
 */
export function isVisibleTo(document: Pick<RoleRestricted, 'visibleTo' | 'parent'>, viewer: Viewer): boolean {
  return isAllowed(document.visibleTo, viewer) && isAllowed(document.parent?.visibleTo, viewer);
}

/** Returns the prices for a viewer: the role's prices with the dates of the public sale, or else the public prices. */
function pricesFor(
  { prices, rolePrices = [] }: Pick<RoleRestricted, 'prices' | 'rolePrices'>,
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
function childrenFor(
  { childPrices = [], reservedChildren = [], ...document }: RoleRestricted,
  viewer: Viewer,
) {
  const hidden = new Set(
    reservedChildren.filter(({ visibleTo }) => !isAllowed(visibleTo, viewer)).map(({ id }) => id),
  );
  const shown = (ids: readonly number[] = []) => ids.filter((id) => !hidden.has(id));
  return {
    childPrices: childPrices
      .filter(({ visibleTo }) => isAllowed(visibleTo, viewer))
      .map((child) => childPricesFor(child, viewer))
      .filter(({ regular }) => regular !== null),
    ...(document.variationIds && { variationIds: shown(document.variationIds) }),
    ...(document.groupedIds && { groupedIds: shown(document.groupedIds) }),
  };
}

function hasReservedChildren({ childPrices = [], reservedChildren = [] }: RoleRestricted): boolean {
  return (
    reservedChildren.length > 0 || childPrices.some(({ rolePrices, visibleTo }) => rolePrices ?? visibleTo)
  );
}

/** Views by document and viewer, cached as long as the document is in memory. */
const viewsByDocument = new WeakMap<object, Map<Viewer, object>>();

/**
 * Returns a document as a viewer sees it: with the prices of the role, and without hidden children. Returns the same
 * object each time, and the document itself if nothing is reserved.
 */
export function asSeenBy<Document extends RoleRestricted>(document: Document, viewer: Viewer): Document {
  const hasChildren = hasReservedChildren(document);
  if (!hasChildren && !document.rolePrices?.some(({ role }) => role === viewer)) return document;
  const views = viewsByDocument.get(document) ?? new Map<Viewer, object>();
  viewsByDocument.set(document, views);
  const cached = views.get(viewer);
  // The view was cached for this document, so it has the same type.
  if (cached) return cached as Document;
  const view = {
    ...document,
    prices: pricesFor(document, viewer),
    ...(hasChildren && childrenFor(document, viewer)),
  };
  views.set(viewer, view);
  return view;
}

/** Returns the roles that may see a document and its product; null if everybody may. */
export function rolesSeeing({ visibleTo, parent }: RoleRestricted): readonly Role[] | null {
  const above = parent?.visibleTo;
  if (!visibleTo) return above ?? null;
  return above ? visibleTo.filter((role) => above.includes(role)) : visibleTo;
}

/** Returns the roles for which a document differs from its public form. */
export function rolesConcerned(document: RoleRestricted): ReadonlySet<Role> {
  const { childPrices = [], reservedChildren = [] } = document;
  const layers: readonly Partial<Pick<RoleRestricted, 'visibleTo' | 'rolePrices'>>[] = [
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
