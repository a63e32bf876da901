import { type Audience, isManager, type Role } from '#contracts/audience.ts';
import type { Claim } from '#contracts/claim.ts';
import type { EnteredPrices } from '#contracts/product.ts';
import { memo } from '#platform/util/memo.ts';
import type { ChildPrices, ProductDocument, SellableDocument, VariationDocument } from './documents.ts';

/**
 * The audience of an answer (docs/reference/catalogue.md#who-sees-what). Null for internal operations, which
 * see all products at public prices.
 */
export type Viewer = Audience | null;

/** The members that decide which customer roles see a product or variation, and at which prices. */
type RoleRestricted = Pick<SellableDocument, 'type' | 'prices' | 'rolePrices' | 'visibleTo'> &
  Partial<Pick<ProductDocument, 'childPrices' | 'reservedChildren'>> &
  Partial<Pick<ProductDocument, 'variationIds' | 'groupedIds'>> & {
    readonly parent?: Pick<VariationDocument['parent'], 'visibleTo'>;
  };

const managers: readonly Role[] = ['shop_manager', 'administrator'];

/** Returns whether a viewer sees all products, as managers and internal operations do. */
export function seesAll(viewer: Viewer): boolean {
  return viewer === null || isManager(viewer);
}

function isAllowed(visibleTo: readonly Role[] | null | undefined, viewer: Viewer): boolean {
  if (!visibleTo) return true;
  return seesAll(viewer) || visibleTo.includes(viewer ?? '');
}

/**
 * Returns whether a viewer's customer role may see a document. A variation is visible only together with its
 * product. The status is not checked here.
 */
export function isVisibleTo(document: Pick<RoleRestricted, 'visibleTo' | 'parent'>, viewer: Viewer): boolean {
  return isAllowed(document.visibleTo, viewer) && isAllowed(document.parent?.visibleTo, viewer);
}

/**
 * Returns the prices that a viewer pays: the prices for the customer role, or else the public prices. Role
 * prices have the sale dates of the public prices.
 */
function pricesFor(
  { prices, rolePrices = [] }: Pick<RoleRestricted, 'prices' | 'rolePrices'>,
  viewer: Viewer,
): EnteredPrices {
  const own = rolePrices.find(({ role }) => role === viewer);
  if (!own) return prices;
  const { exact: _public, ...dated } = prices;
  return { ...dated, regular: own.regular, sale: own.sale, ...(own.exact && { exact: own.exact }) };
}

function childPricesFor(child: ChildPrices, viewer: Viewer): ChildPrices {
  const { rolePrices = [], visibleTo: _visibleTo, ...prices } = child;
  return pricesFor({ prices, rolePrices }, viewer);
}

/** Returns the variations or grouped products that a viewer sees, with the prices for this viewer. */
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

/** The results of `asSeenBy` for a document, by viewer. */
const viewsOf = memo((_document: object) => new Map<Viewer, object>());

/**
 * Returns a document as a viewer sees it: with the prices for the customer role, and without hidden children.
 * Repeated calls return the same object. Returns the document itself if its price and its children
 * are the same for every viewer.
 */
export function asSeenBy<Document extends RoleRestricted>(document: Document, viewer: Viewer): Document {
  const hasChildren = hasReservedChildren(document);
  if (!hasChildren && !document.rolePrices?.some(({ role }) => role === viewer)) return document;
  const views = viewsOf(document);
  const cached = views.get(viewer);
  // The cached view was made from this document, so both have the same type.
  if (cached) return cached as Document;
  const view = {
    ...document,
    prices: pricesFor(document, viewer),
    ...(hasChildren && childrenFor(document, viewer)),
  };
  views.set(viewer, view);
  return view;
}

/**
 * Returns the customer roles that may see a document; null for everybody. A role sees a variation only if the
 * role also sees the product.
 */
export function rolesSeeing({ visibleTo, parent }: RoleRestricted): readonly Role[] | null {
  const above = parent?.visibleTo;
  if (!visibleTo) return above ?? null;
  return above ? visibleTo.filter((role) => above.includes(role)) : visibleTo;
}

/** Returns the customer roles that see a document differently from the public. */
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

/** What these functions need of the context of a request. */
interface Claimed {
  readonly claim: Claim | null;
}

/** Returns the viewer of a request, taken from its signed claim and never from its body. */
export function viewerOf({ claim }: Claimed): Viewer {
  return claim?.audience ?? 'public';
}

/**
 * Returns whether the caller may read unpublished products. These callers are managers, and key pairs with the
 * permission to read (docs/reference/catalogue.md#who-sees-what).
 */
export function seesUnpublished({ claim }: Claimed): boolean {
  return claim?.manages === 'read' || claim?.manages === 'read_write';
}
