import type { EnteredPrices, ProductRecord, VariationRecord } from '#contracts/catalogue-import.ts';
import type { ChosenAttribute, ProductAttribute, ShopTime, TermReference } from '#contracts/product.ts';
import { readShopTime, shopTime } from '#platform/time/shop-time.ts';
import { picture } from '../pictures.ts';
import {
  managedStock,
  plainPrices,
  plainProduct,
  plainVariation,
  slugOf,
  unmanagedStock,
} from '../record.ts';
import type { Draft, DraftAttribute, DraftVariation } from './draft.ts';
import { home, timezone } from './settings.ts';
import { attributes, brands, categories, options, shippingClasses, tags } from './terms.ts';

const dayMs = 86_400_000;

/** Rating of a product's reviews. */
export interface Rating {
  readonly average: string;
  readonly count: number;
}

/** Parses a time in the shop's time zone, such as `2026-01-31T09:00:00`. @throws Error for an invalid text */
export function momentOf(text: string): ShopTime {
  const time = readShopTime(text, timezone);
  if (!time) throw new Error(`${text} is no time`);
  return time;
}

/** Returns the time `clock` on the day that is `days` days after `now`. */
function onDay(now: number, days: number, clock: string): ShopTime {
  const today = Date.parse(`${shopTime(now, timezone).local.slice(0, 10)}T00:00:00Z`);
  return momentOf(`${new Date(today + days * dayMs).toISOString().slice(0, 10)}T${clock}`);
}

function references(
  names: readonly string[],
  terms: readonly { id: number; name: string; slug: string }[],
): TermReference[] {
  return names.map((wanted) => {
    const term = terms.find(({ name }) => name === wanted);
    if (!term) throw new Error(`there is no term ${wanted}`);
    return { id: term.id, name: term.name, slug: term.slug };
  });
}

/** Returns slug and label of an option. In a custom attribute, the label is also the slug. */
function optionOf(attributeId: number, label: string): { slug: string; label: string } {
  if (attributeId === 0 || label === '') return { slug: label, label };
  const term = options.find((one) => one.attributeId === attributeId && one.name === label);
  if (!term) throw new Error(`there is no option ${label}`);
  return { slug: term.slug, label };
}

function attributeOf(
  { name, options: labels, variation }: DraftAttribute,
  position: number,
): ProductAttribute {
  const known = attributes.find((one) => one.name === name);
  const id = known?.id ?? 0;
  return {
    ...{ id, key: known?.slug ?? slugOf(name), name, position, visible: true },
    variation: variation === true,
    options: labels.map((label) => optionOf(id, label)),
  };
}

/** Returns the options of a variation. For an attribute that `names` lacks, the variation accepts any option. */
function chosen(
  from: readonly ProductAttribute[],
  names: Readonly<Record<string, string>>,
): ChosenAttribute[] {
  const choices = from.filter(({ variation }) => variation);
  return choices.map(({ id, key, name }) => ({ id, key, name, ...optionOf(id, names[name] ?? '') }));
}

function pricesOf({ price, sale }: Pick<Draft, 'price' | 'sale'>, now: number): EnteredPrices {
  return {
    ...plainPrices(price ?? null),
    sale: sale?.price ?? null,
    saleFrom: sale?.fromDay === undefined ? null : onDay(now, sale.fromDay, '00:00:00'),
    saleTo: sale?.toDay === undefined ? null : onDay(now, sale.toDay, '23:59:59'),
  };
}

const stockOf = ({ stock, backorders }: Pick<Draft, 'stock' | 'backorders'>) =>
  stock === undefined ? unmanagedStock : managedStock(stock, backorders);

function variationOf(
  draft: DraftVariation,
  place: number,
  product: ProductRecord,
  now: number,
): VariationRecord {
  const options = chosen(product.attributes, draft.of);
  const fixed = options.filter(({ slug }) => slug !== '');
  const labels = fixed.map(({ label }) => label).join(', ');
  const part = slugOf(labels) || 'any';
  const id = product.id * 100 + place + 1;
  return {
    ...plainVariation({
      id,
      name: labels === '' ? product.name : `${product.name} - ${labels}`,
      slug: `${product.slug}-${part}`,
      sku: `${product.sku}-${part.toUpperCase()}`,
      permalink: product.permalink,
      created: product.created,
    }),
    prices: pricesOf(draft, now),
    stock: stockOf(draft),
    virtual: product.virtual,
    taxStatus: product.taxStatus,
    weight: draft.weight ?? '',
    images: draft.drawing ? [picture(draft.drawing, `${product.name}, ${labels}`)] : [],
    menuOrder: place,
    attributes: options,
  };
}

/** Returns the alternative text of a picture, made from the name of its drawing: `Hand grinder`. */
function wordsOf(drawing: string): string {
  return `${drawing.charAt(0).toUpperCase()}${drawing.slice(1).replaceAll('-', ' ')}`;
}

/** Returns the product of a draft, without the draft's variations. */
function withoutVariations(draft: Draft, now: number, rating: Rating | undefined): ProductRecord {
  const { id, name, sku, size, brand, shipping } = draft;
  const slug = slugOf(name);
  const ofShop = (draft.attributes ?? []).map(attributeOf);
  const [length = '', width = '', height = ''] = size?.cm ?? [];
  const shippingClass = shippingClasses.find((one) => one.name === shipping);
  return {
    ...plainProduct({
      ...{ id, name, sku, slug },
      permalink: `${home}/product/${slug}/`,
      created: momentOf(`${draft.since}T10:00:00`),
    }),
    type: draft.variations ? 'variable' : 'simple',
    shortDescription: `<p>${draft.short}</p>`,
    description: draft.about.map((one) => `<p>${one}</p>`).join('\n'),
    prices: pricesOf(draft, now),
    stock: stockOf(draft),
    shippingClass: shippingClass?.slug ?? '',
    shippingClassId: shippingClass?.id ?? 0,
    weight: size?.kg ?? '',
    dimensions: { length, width, height },
    images: draft.drawings.map((drawing, place) => picture(drawing, place === 0 ? name : wordsOf(drawing))),
    totalSales: draft.sold ?? 0,
    categories: references(draft.categories, categories),
    tags: references(draft.tags ?? [], tags),
    brands: references(brand ? [brand] : [], brands),
    attributes: ofShop,
    defaultAttributes: chosen(ofShop, draft.chosen ?? {}).filter((one) => one.slug !== ''),
    averageRating: rating?.average ?? '0.00',
    ratingCount: rating?.count ?? 0,
    reviewCount: rating?.count ?? 0,
    meta: Object.entries(draft.meta ?? {}).map(([key, value], place) => ({
      id: id * 10 + place,
      key,
      value,
    })),
    ...draft.more,
  };
}

/**
 * Returns a product of the demo shop as the catalogue stores it. `now` is the time of seeding, in Unix milliseconds.
 */
export function productOf(draft: Draft, now: number, rating: Rating | undefined): ProductRecord {
  const product = withoutVariations(draft, now, rating);
  const variations = (draft.variations ?? []).map((one, place) => variationOf(one, place, product, now));
  return { ...product, variations };
}
