import type { z } from 'zod';
import {
  PassedOn,
  PassedOnOfProducts,
  type Product,
  type ProductAttribute,
  type ProductCard,
  plainProduct,
  type Variation,
} from '#contracts/product.ts';
import { memo } from '#platform/util/memo.ts';
import {
  isPublic,
  isVariation,
  type ProductDocument,
  type SellableDocument,
  type VariationDocument,
} from './documents.ts';
import { earlier, isPurchasable, maxPurchase, pricesAt, stockOf } from './pricing.ts';

/** The moment of an answer (Unix milliseconds), and whether the store counts stock. */
export interface ViewMoment {
  readonly now: number;
  readonly countsStock: boolean;
}

/** The stored data from which the view of a product is made. */
interface WholeProduct {
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

/**
 * Returns the members of a document that the schema has. If the document was stored before there was such a member, it
 * has its default.
 */
function passedOn<Name extends string, Document extends Readonly<Record<Name, unknown>>>(
  { shape }: { readonly shape: Readonly<Record<Name, z.ZodType>> },
  document: Document,
): Pick<Document, Name> {
  const entries = (Object.keys(shape) as Name[]).map((name) => {
    const value = document[name];
    return [name, value === undefined ? shape[name].safeParse(undefined).data : value] as const;
  });
  return Object.fromEntries(entries) as Pick<Document, Name>;
}

/** Returns the members that views of products and variations share. */
function sellable(document: SellableDocument, soldIndividually: boolean, { now, countsStock }: ViewMoment) {
  const { prices, holdsUntil } = pricesAt(document, now);
  const stock = stockOf(document, countsStock);
  const view = {
    ...passedOn(PassedOn, document),
    id: document._id,
    parentId: document.parentId,
    sku: document.sku ?? '',
    taxClass: document.taxClass,
    shippingClass: document.shippingClass,
    shippingClassId: document.shippingClassId,
    meta: document.meta.map(({ id, key, value }) => ({ id, key, value: JSON.parse(value) as unknown })),
    prices,
    stock,
    soldIndividually,
    shippingRequired: !document.virtual,
    purchasable: isPurchasable(document, prices.price),
    minPurchase: 1,
    maxPurchase: maxPurchase(stock, soldIndividually),
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
    ...passedOn(PassedOnOfProducts, document),
    type: document.type,
    variationIds: [...document.variationIds],
    variations: varied.map((one) => one.view),
    related: cardsFor(document.relatedIds),
    upsells: cardsFor(document.upsellIds),
    crossSells: cardsFor(document.crossSellIds),
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
    ...passedOn(PassedOnOfProducts, plainProduct),
    ...view,
    type: 'variation',
    catalogVisibility: parent?.catalogVisibility ?? 'hidden',
    reviewsAllowed: false,
    averageRating: '0',
    categories: parent?.categories ?? [],
    tags: parent?.tags ?? [],
    brands: parent?.brands ?? [],
    attributes: fixedAttributes(document, parent),
    purchaseNote: parent?.purchaseNote ?? '',
    ...{ variationIds: [], variations: [], related: [], upsells: [], crossSells: [] },
  };
  return { view: product, holdsUntil };
}

/**
 * The card of a product: its short form. Valid between `from` and `holdsUntil` (Unix milliseconds). `holdsUntil` is
 * null if the card does not expire.
 */
interface CardNow {
  readonly card: ProductCard;
  readonly from: number;
  readonly holdsUntil: number | null;
}

/** The last card of a product document. */
const lastCardOf = memo((_document: ProductDocument): { now: CardNow | null } => ({ now: null }));

/** Returns the card of a product at a moment. */
function cardOf(document: ProductDocument, now: number): CardNow {
  const last = lastCardOf(document);
  if (last.now && last.now.from <= now && (last.now.holdsUntil === null || now < last.now.holdsUntil))
    return last.now;
  const { prices, holdsUntil } = pricesAt(document, now);
  const card: ProductCard = {
    id: document._id,
    name: document.name,
    slug: document.slug,
    permalink: document.permalink,
    type: document.type,
    prices,
    taxStatus: document.taxStatus,
    taxClass: document.taxClass,
    purchasable: isPurchasable(document, prices.price),
    inStock: document.stock.status !== 'outofstock',
    buttonText: document.buttonText,
    externalUrl: document.externalUrl,
    image: document.images[0]?.thumbnail ?? '',
  };
  last.now = { card, from: now, holdsUntil };
  return last.now;
}

/** Returns the cards of the products among `documents` that are published without a password, by product id. */
export function cardsOf(documents: readonly SellableDocument[], now: number): Map<number, CardNow> {
  const shown = documents.filter((one) => !isVariation(one)).filter(isPublic);
  return new Map(shown.map((one) => [one._id, cardOf(one, now)]));
}

/** Returns the ids of the products whose cards are in the answer about a product. */
export function relatedIdsOf(document: SellableDocument): number[] {
  if (isVariation(document)) return [];
  const { relatedIds, upsellIds, crossSellIds } = document;
  return [...new Set([...relatedIds, ...upsellIds, ...crossSellIds])];
}

/** The estimated bytes of a view as JSON, without its texts and lists. */
const plain = 3_000;
/** The estimated bytes of one image without its texts. */
const perImage = 250;
/** The estimated bytes of one card of a related product. */
const perCard = 850;
/** The estimated bytes of one option of an attribute, one meta entry or one download. */
const perOption = 60;
/** The estimated bytes of one id in a list. */
const perId = 8;
/** The estimated factor by which escaping in JSON lengthens a text. */
const escaped = 1.15;

function textBytes(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0) * escaped;
}

/**
 * Returns an estimate of the JSON bytes of a document's view. A rough estimate is enough: messages are filled
 * only to half (`portionShare`).
 */
export function viewBytes(document: SellableDocument): number {
  const { description, images, meta, downloads } = document;
  const texts = [
    description,
    ...images.flatMap(({ thumbnail, medium, large, full, sizes = {}, alt }) => [
      ...[thumbnail, medium, large, full, alt],
      ...Object.values(sizes),
    ]),
    ...meta.map(({ value }) => value),
    ...downloads.flatMap(({ name, file }) => [name, file]),
  ];
  const lists = images.length * perImage + (meta.length + downloads.length) * perOption;
  if (isVariation(document)) return plain + lists + textBytes(texts);
  const { shortDescription, purchaseNote, relatedIds, upsellIds, crossSellIds, attributes } = document;
  const cards = relatedIds.length + upsellIds.length + crossSellIds.length;
  const options = attributes.reduce((sum, one) => sum + one.options.length + 2, 0);
  const ids = document.variationIds.length + document.groupedIds.length;
  const more = cards * perCard + options * perOption + ids * perId;
  return plain + lists + more + textBytes([...texts, shortDescription, purchaseNote]);
}
