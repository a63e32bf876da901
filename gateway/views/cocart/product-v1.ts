import { z } from 'zod';
import type { ChosenAttribute, Prices, Product, Variation } from '#contracts/product.ts';
import { decimalText, formatted } from '#platform/money/text.ts';
import { amountSchema, decimalOrEmpty, flag, text, whole } from '../shared/kinds.ts';
import { greatestRating } from '../shared/product.ts';
import {
  byAttribute,
  chosenWith,
  labelOf,
  measures,
  placed,
  purchasable,
  type Sellable,
  type SellableScope,
  shortButton,
} from '../shared/product-parts.ts';
import * as v1 from '../shared/product-v1.ts';
import {
  type Entries,
  either,
  kind,
  list,
  type Members,
  mapOf,
  object,
  orNull,
  part,
  phpMap,
  type View,
  value,
} from '../shared/view.ts';
import { picture } from './pictures.ts';
import {
  attributesOf,
  defaultAttributes,
  form,
  lowAmount,
  optionsOfVariation,
  productType,
  reviewInProduct,
} from './product.ts';

/**
 * Products and variations of v1 in the form of CoCart 4.x (docs/reference/README.md#dialects): formatted prices, weight
 * and dimensions with units, pictures in all sizes, and maps of attributes and variations.
 */

function price(words: string, read: (prices: Prices) => number | null): View<Sellable, v1.ScopeV1> {
  return kind(z.union([amountSchema, z.literal('')]))(words, ({ prices }, { units }) => {
    const amount = read(prices);
    return amount === null ? '' : formatted(amount, units.currency);
  });
}

/** Returns the average rating as a sentence. Returns empty text if the product has no ratings. */
function ratingText({ averageRating, ratingCount }: Product): string {
  if (ratingCount === 0) return '';
  const ratings = ratingCount === 1 ? 'customer rating' : 'customer ratings';
  return `Rated ${averageRating} out of ${greatestRating} based on ${ratingCount} ${ratings}`;
}

/** Members that products, and variations inside products, have in this form. */
const both: Members<Sellable, v1.ScopeV1> = {
  ...v1.dates,
  description: text('The description, as HTML.', (one) => form.description(one)),
  ...v1.pricesWith(price),
  ...v1.sale,
  ...v1.stock,
  in_stock: flag(
    'Whether the product is in stock or can be ordered on backorder.',
    ({ stock: { status } }) => status !== 'outofstock',
  ),
  low_stock_amount: kind(lowAmount)(
    'The quantity at which stock counts as low.',
    ({ stock: { lowAmount: amount } }) => amount ?? '',
  ),
  ...measures,
  images: list('The pictures.', picture, ({ images }, { links }) => placed(form.pictures(images, links))),
  meta_data: v1.metaData,
};

/** The option of an attribute: only its label. */
const label: View<ChosenAttribute, SellableScope> = value(z.string(), (one, scope) =>
  labelOf(one.id, one.label, scope),
);
const optionsOf: View<Variation, SellableScope> = part(
  'The options of the variation.',
  phpMap(chosenWith(label)),
  (one) => byAttribute(optionsOfVariation(one)),
);

/** A variation inside its product, in lists whose products contain complete variations. */
const variationInProduct = object<Variation, v1.ProductScopeV1>(
  {
    id: whole('The ID.', ({ id }) => id),
    name: text('The name.', ({ name }) => name),
    slug: text('The slug.', ({ slug }) => slug),
    permalink: v1.permalink,
    sku: text('The SKU.', ({ sku }) => sku),
    ...both,
    purchasable: purchasable,
    total_sales: v1.totalSales,
    virtual: v1.virtual,
    downloadable: v1.downloadable,
    shipping_required: v1.shippingRequired,
    attributes: optionsOf,
    menu_order: v1.menuOrder,
  },
  'CoCartVariationInProductV1',
);
type Entry = Variation | { readonly id: number };
const onlyId = object<Entry, v1.ProductScopeV1>({ id: whole('The ID.', ({ id }) => id) });
const variationsById = mapOf<Entry, v1.ProductScopeV1>(
  z.string().regex(/^\d+$/),
  either<Entry, v1.ProductScopeV1>(variationInProduct, onlyId, (one) => 'sku' in one),
);

/** Returns the variations of a product: complete in a list that was read with them, else only their ids. */
function variationsOf({ variations, variationIds }: Product, { inList }: v1.ProductScopeV1): Entries<Entry> {
  const shown = inList && variations.length > 0 ? variations : variationIds.map((id) => ({ id }));
  return shown.map((one) => [String(one.id), one]);
}

/** A variation has the same form, but no `type`. */
const product = object<Product, v1.ProductScopeV1>(
  {
    ...v1.description,
    type: productType,
    ...both,
    price_html: v1.formattedPrice,
    ...v1.goods,
    has_options: flag('Whether a variation has to be chosen.', ({ type }) => type === 'variable'),
    ...v1.selling,
    review_count: whole('The number of reviews.', ({ reviewCount }) => reviewCount),
    rating_html: text('The average rating in words; empty if there are no ratings.', ratingText),
    reviews: list(
      'The reviews, if they are shown.',
      reviewInProduct,
      (_: Product, { reviews }: v1.ProductScopeV1) => reviews,
    ),
    ...v1.relations,
    attributes: attributesOf(
      value(z.array(z.string()), ({ id, options }, scope) =>
        options.map(({ label }) => labelOf(id, label, scope)),
      ),
      label,
    ),
    default_attributes: defaultAttributes,
    variations: part(
      'The variations by ID: complete if requested, else only their IDs.',
      phpMap(variationsById),
      variationsOf,
    ),
    add_to_cart: shortButton,
    ...v1.productLinks,
  },
  'CoCartProductV1',
);

/** A price without trailing zeros, such as `26` or `18.5`. A missing price is empty text. */
function plainPrice(words: string, read: (prices: Prices) => number | null): View<Sellable, v1.ScopeV1> {
  return decimalOrEmpty(words, ({ prices }, { units: { currency } }) => {
    const amount = read(prices);
    if (amount === null) return '';
    const decimals = decimalText(amount, currency.decimals);
    return currency.decimals === 0 ? decimals : withoutZeros(decimals);
  });
}

/** Returns a text with a decimal point, without trailing zeros. */
function withoutZeros(decimals: string): string {
  let end = decimals.length;
  while (decimals[end - 1] === '0') end -= 1;
  return decimals.slice(0, decimals[end - 1] === '.' ? end - 1 : end);
}

const { position: _position, featured: _featured, ...ownPicture } = picture.members;

const variation = object<Variation, v1.VariationScopeV1>(
  v1.variationMembers(plainPrice, {
    image: part('The picture.', orNull(object(ownPicture)), ({ images: [first] }) =>
      first ? { image: first, position: 0 } : null,
    ),
    attributes: optionsOf,
  }),
  'CoCartVariationV1',
);

/** In answers with `context=embed`, a product has three members that only CoCart has. */
const productEmbed = [...v1.productEmbed, 'in_stock', 'has_options', 'add_to_cart'];

export const viewsV1 = {
  ...v1.productViewsV1(product, form, productEmbed),
  ...v1.variationViewsV1(variation, form),
};
