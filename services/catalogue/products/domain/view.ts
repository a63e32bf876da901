import type { Product, ProductAttribute, Variation } from '#contracts/product.ts';
import type { ProductDocument, SellableDocument, VariationDocument } from '../../domain/documents.ts';
import { earlier, isPurchasable, pricesAt } from '../../domain/pricing.ts';
import type { CardNow } from './cards.ts';
import { maxPurchase, stockOf } from './stock.ts';

/** The moment of an answer (Unix milliseconds), and whether the store counts stock. */
export interface ViewMoment {
  readonly now: number;
  readonly countsStock: boolean;
}

/** The stored data from which the view of a product is made. */
export interface WholeProduct {
  readonly product: ProductDocument;
  /** The product's variations of every status, unsorted. Empty if the answer does not show variations. */
  readonly variations: readonly VariationDocument[];
  /** Cards of the related products that the viewer sees, by product id. */
  readonly cards: ReadonlyMap<number, CardNow>;
}

/** A view that is valid until `holdsUntil` (Unix milliseconds; null if it does not expire). */
export interface Viewed<View> {
  readonly view: View;
  readonly holdsUntil: number | null;
}

/** Returns the members that views of products and variations share. */
function sellable(document: SellableDocument, soldIndividually: boolean, { now, countsStock }: ViewMoment) {
  const { prices, holdsUntil } = pricesAt(document, now);
  const stock = stockOf(document, countsStock);
  const view = {
    id: document._id,
    parentId: document.parentId,
    name: document.name,
    slug: document.slug,
    permalink: document.permalink,
    sku: document.sku ?? '',
    globalUniqueId: document.globalUniqueId,
    status: document.status,
    description: document.description,
    created: document.created,
    modified: document.modified,
    prices,
    virtual: document.virtual,
    downloadable: document.downloadable,
    soldIndividually,
    shippingRequired: !document.virtual,
    downloads: document.downloads,
    downloadLimit: document.downloadLimit,
    downloadExpiry: document.downloadExpiry,
    taxStatus: document.taxStatus,
    taxClass: document.taxClass,
    shippingClass: document.shippingClass,
    shippingClassId: document.shippingClassId,
    purchasable: isPurchasable(document, prices.price),
    stock,
    minPurchase: 1,
    maxPurchase: maxPurchase(stock, soldIndividually),
    weight: document.weight,
    dimensions: document.dimensions,
    images: document.images,
    totalSales: document.totalSales,
    menuOrder: document.menuOrder,
    meta: document.meta.map(({ id, key, value }) => ({ id, key, value: JSON.parse(value) as unknown })),
  };
  return { view, holdsUntil };
}

/** Returns the view of a variation at a moment. */
export function variationView(document: VariationDocument, moment: ViewMoment): Viewed<Variation> {
  const { view, holdsUntil } = sellable(document, document.parent.soldIndividually, moment);
  return { view: { ...view, featured: false, attributes: document.attributes }, holdsUntil };
}

/** Returns the published variations in the shop's order. Variations with equal positions are sorted by id. */
function ordered(variations: readonly VariationDocument[]): VariationDocument[] {
  return variations
    .filter(({ status }) => status === 'publish')
    .sort((one, other) => one.menuOrder - other.menuOrder || one._id - other._id);
}

/** Returns the view of a product at a moment. */
export function productView(
  { product: document, variations, cards }: WholeProduct,
  moment: ViewMoment,
): Viewed<Product> {
  const { view, holdsUntil } = sellable(document, document.soldIndividually, moment);
  const varied = ordered(variations).map((one) => variationView(one, moment));
  const shown: CardNow[] = [];
  const cardsFor = (ids: readonly number[]) => {
    const visibleCards = ids.map((id) => cards.get(id)).filter((one) => one !== undefined);
    shown.push(...visibleCards);
    return visibleCards.map(({ card }) => card);
  };
  const product: Product = {
    ...view,
    type: document.type,
    featured: document.featured,
    shortDescription: document.shortDescription,
    catalogVisibility: document.catalogVisibility,
    reviewsAllowed: document.reviewsAllowed,
    averageRating: document.averageRating,
    ratingCount: document.ratingCount,
    reviewCount: document.reviewCount,
    categories: document.categories,
    tags: document.tags,
    brands: document.brands,
    attributes: document.attributes,
    defaultAttributes: document.defaultAttributes,
    variationIds: [...document.variationIds],
    variations: varied.map((one) => one.view),
    groupedIds: document.groupedIds,
    related: cardsFor(document.relatedIds),
    upsells: cardsFor(document.upsellIds),
    crossSells: cardsFor(document.crossSellIds),
    externalUrl: document.externalUrl,
    buttonText: document.buttonText,
    purchaseNote: document.purchaseNote,
  };
  const moments = [...varied, ...shown].map((one) => one.holdsUntil);
  return { view: product, holdsUntil: moments.reduce(earlier, holdsUntil) };
}

/**
 * Returns the options of a variation as attributes of a product. An attribute without a chosen option has all
 * options of the parent.
 */
function fixedAttributes(
  { attributes }: VariationDocument,
  parent: ProductDocument | null,
): ProductAttribute[] {
  return attributes.map(({ id, key, name, slug, label }, index) => {
    const own = parent?.attributes.find((one) => one.key === key);
    const options = slug === '' ? (own?.options ?? []) : [{ slug, label }];
    const { position = index, visible = true } = own ?? {};
    return { id, key, name, position, visible, variation: true, options };
  });
}

/**
 * Returns a variation in the form of a product, with the terms of its parent. `parent` is null if the parent
 * no longer exists.
 */
export function variationProduct(
  document: VariationDocument,
  parent: ProductDocument | null,
  moment: ViewMoment,
): Viewed<Product> {
  const { view, holdsUntil } = sellable(document, document.parent.soldIndividually, moment);
  const product: Product = {
    ...view,
    type: 'variation',
    featured: false,
    shortDescription: '',
    catalogVisibility: parent?.catalogVisibility ?? 'hidden',
    reviewsAllowed: false,
    averageRating: '0',
    ratingCount: 0,
    reviewCount: 0,
    categories: parent?.categories ?? [],
    tags: parent?.tags ?? [],
    brands: parent?.brands ?? [],
    attributes: fixedAttributes(document, parent),
    defaultAttributes: [],
    variationIds: [],
    variations: [],
    groupedIds: [],
    related: [],
    upsells: [],
    crossSells: [],
    externalUrl: '',
    buttonText: '',
    purchaseNote: parent?.purchaseNote ?? '',
  };
  return { view: product, holdsUntil };
}
