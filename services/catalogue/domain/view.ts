import type { Product, ProductCard, Variation } from '#contracts/product.ts';
import {
  isVariation,
  type ProductDocument,
  type SellableDocument,
  type VariationDocument,
} from './documents.ts';
import { earlier, isPurchasable, pricesAt } from './pricing.ts';
import { maxPurchase, stockOf } from './stock.ts';

/** The moment of an answer, and whether the store counts stock. */
export interface Moment {
  readonly now: number;
  readonly countsStock: boolean;
}

/** A product and what stands beside it, as they are kept. */
export interface WholeProduct {
  readonly product: ProductDocument;
  readonly variations: readonly VariationDocument[];
  /** What it names of the others: related, up-sells, cross-sells. Whatever is not published is not shown. */
  readonly named: readonly SellableDocument[];
}

/** What the views of products and variations share. */
function sellable(document: SellableDocument, soldIndividually: boolean, { now, countsStock }: Moment) {
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

function variationView(document: VariationDocument, moment: Moment) {
  const { view, holdsUntil } = sellable(document, document.parent.soldIndividually, moment);
  const variation: Variation = { ...view, featured: false, attributes: document.attributes };
  return { variation, holdsUntil };
}

function card(document: ProductDocument, now: number) {
  const { prices, holdsUntil } = pricesAt(document, now);
  const view: ProductCard = {
    id: document._id,
    name: document.name,
    slug: document.slug,
    permalink: document.permalink,
    type: document.type,
    prices,
    purchasable: isPurchasable(document, prices.price),
    inStock: document.stock.status !== 'outofstock',
    buttonText: document.buttonText,
    externalUrl: document.externalUrl,
  };
  return { view, holdsUntil };
}

/** Variations in the shop's order, the id breaking ties. */
function ordered(variations: readonly VariationDocument[]): VariationDocument[] {
  return variations
    .filter(({ status }) => status === 'publish')
    .sort((one, other) => one.menuOrder - other.menuOrder || one._id - other._id);
}

/** Whether the public may see it. */
export function isPublic({ status, locked }: Pick<ProductDocument, 'status' | 'locked'>): boolean {
  return status === 'publish' && !locked;
}

/** A product whole, as it is at a moment, and until when that holds. */
export function productView(
  { product: document, variations, named }: WholeProduct,
  moment: Moment,
): { product: Product; holdsUntil: number | null } {
  const { view, holdsUntil } = sellable(document, document.soldIndividually, moment);
  const varied = ordered(variations).map((one) => variationView(one, moment));
  const published = named.filter((one) => !isVariation(one)).filter(isPublic);
  const cards = new Map(published.map((one) => [one._id, card(one, moment.now)]));
  const cardsOf = (ids: readonly number[]) =>
    ids.map((id) => cards.get(id)?.view).filter((one) => one !== undefined);
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
    variationIds: varied.map(({ variation }) => variation.id),
    variations: varied.map(({ variation }) => variation),
    groupedIds: document.groupedIds,
    related: cardsOf(document.relatedIds),
    upsells: cardsOf(document.upsellIds),
    crossSells: cardsOf(document.crossSellIds),
    externalUrl: document.externalUrl,
    buttonText: document.buttonText,
    purchaseNote: document.purchaseNote,
  };
  const moments = [...varied, ...cards.values()].map((one) => one.holdsUntil);
  return { product, holdsUntil: moments.reduce(earlier, holdsUntil) };
}

/** Ids of the products that a product's answer shows in short. */
export function namedBy({ relatedIds, upsellIds, crossSellIds }: ProductDocument): number[] {
  return [...new Set([...relatedIds, ...upsellIds, ...crossSellIds])];
}
