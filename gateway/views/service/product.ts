import { z } from 'zod';
import type {
  AttributePlace,
  ChosenAttribute,
  Image,
  Prices,
  Product,
  TermReference,
  Variation,
} from '#contracts/product.ts';
import type { Currency } from '#contracts/settings.ts';
import { decimalText } from '#platform/money/text.ts';
import { productCurrency, shortCurrency } from '../shared/currency.ts';
import { decimal, decimalOrEmpty, flag, text, url, whole } from '../shared/kinds.ts';
import {
  innerVariation,
  productAnswer,
  productMembers,
  productPage,
  variationAnswer,
  variationArray,
  variationMembers,
} from '../shared/product.ts';
import {
  attributesWith,
  byAttribute,
  categoryReference,
  chosenWith,
  type Form,
  featuredImage,
  hasQuantity,
  ofAttribute,
  optionLabel,
  optionLabels,
  optionSlugs,
  type PriceMember,
  type ProductScope,
  picture,
  priceMembers,
  purchaseQuantity,
  type SellableScope,
  stockWith,
  tagReference,
  type VariationScope,
} from '../shared/product-parts.ts';
import { reviewInProduct } from '../shared/reviews.ts';
import { either, kind, list, object, orNull, part, value } from '../shared/view.ts';

/** Texts are as the shop wrote them. */
export const form: Form = {
  name: (name) => name,
  description: ({ description }) => description,
  pictures: (images) => images,
  buttonDescription: (sentence) => sentence,
  addLink(one, links) {
    const type = 'type' in one ? one.type : 'variation';
    if (type === 'variable' || type === 'external') return '';
    return type === 'grouped' ? links.addItems(one.id) : links.addItem(one.id);
  },
};

/**
 * Returns a price as decimal text with all decimals of the currency
 * (docs/reference/README.md#currency-and-amounts). A missing price is empty text.
 */
export function priceText(price: number | null, { decimals }: Currency): string {
  return price === null ? '' : decimalText(price, decimals);
}

const price: PriceMember = (words, read) =>
  decimalOrEmpty(words, (data, { units }) => priceText(read(data), units.currency));

const prices = priceMembers(price, price, productCurrency.schema);
/** The lowest and the highest price of the variations. */
const range = object<NonNullable<Prices['range']>, SellableScope>({
  min: decimal('The lowest price.', ({ min }, { units }) => priceText(min, units.currency)),
  max: decimal('The highest price.', ({ max }, { units }) => priceText(max, units.currency)),
});

const sizes = object<Image, SellableScope>({
  thumbnail: url('The smallest size.', ({ thumbnail }, { links }) => links.picture(thumbnail)),
  medium: url('The medium size.', ({ medium }, { links }) => links.picture(medium)),
  large: url('The large size.', ({ large }, { links }) => links.picture(large)),
  full: url('The original picture.', ({ full }, { links }) => links.picture(full)),
});
const image = picture(
  part('The URL of each size.', sizes, (one) => one.image),
  'ProductImage',
);

/** An empty amount stands for the low-stock amount of the store. */
const stock = stockWith(value(z.int().nullable(), (amount) => amount));

export const product = object<Product, ProductScope>(
  productMembers({
    prices: part(
      'The prices, as decimal text.',
      object<Prices, SellableScope>({
        ...prices,
        price_range: part(
          'The lowest and the highest price of the variations; `null` if all have the same price.',
          orNull(range),
          (one) => one.range,
        ),
      }),
      (one) => one.prices,
    ),
    attributes: part(
      'The attributes, by the names that add-item uses.',
      attributesWith(optionLabels, 'The labels of the options by slug.'),
      ({ attributes }) => byAttribute(attributes),
    ),
    defaultAttributes: part(
      'The preselected options.',
      chosenWith(optionLabel, 'The label of the option by slug.'),
      ({ defaultAttributes }) => byAttribute(defaultAttributes),
    ),
    image,
    stock,
    variation: innerVariation(
      {
        options: optionSlugs,
        featuredImage: part('The URLs of its picture.', sizes, featuredImage),
        prices: object(prices),
        stock,
      },
      'VariationInProduct',
    ),
    review: reviewInProduct,
    price,
    card: {
      id: 'ProductCard',
      more: {
        slug: text('The slug.', ({ slug }) => slug),
        image: url(
          'The URL of the picture.',
          ({ image }, { links }) => links.picture(image) || links.placeholder,
        ),
      },
    },
    quantity: either(purchaseQuantity, object({}), hasQuantity),
  }),
  'Product',
);

/** An option of a variation. Position and visibility are those that the product gives its attribute. */
type PlacedOption = ChosenAttribute & Omit<AttributePlace, 'key'>;

const option = object<PlacedOption, unknown>({
  ...ofAttribute,
  position: whole('The position.', ({ position }) => position),
  visible: flag('Whether it is shown.', ({ visible }) => visible),
  variation: flag('Always `true`.', () => true),
  options: kind(z.array(z.string()))(
    'The name of the option; empty if any option is accepted.',
    ({ slug, label }) => (slug === '' ? [] : [label]),
  ),
});

function placedOptions({ attributes }: Variation, { parent }: VariationScope): PlacedOption[] {
  return attributes.map((chosen, index) => {
    const place = parent.attributes.find(({ key }) => key === chosen.key);
    return { position: index, visible: true, ...place, ...chosen };
  });
}

export const variation = object<Variation, VariationScope>(
  {
    ...variationMembers({
      image,
      stock,
      prices: part(
        'The prices, as decimal text.',
        object<Prices, SellableScope>({
          ...priceMembers(price, price, shortCurrency.schema),
          price_range: kind(z.null())('Always `null`.', () => null),
        }),
        (one) => one.prices,
      ),
      attributes: list('The options of the variation.', option, placedOptions),
    }),
    categories: list<Variation, VariationScope, TermReference>(
      'The categories of the product.',
      categoryReference,
      (_, { parent }) => parent.categories,
    ),
    tags: list<Variation, VariationScope, TermReference>(
      'The tags of the product.',
      tagReference,
      (_, { parent }) => parent.tags,
    ),
    total_sales: whole('The number of sold pieces.', ({ totalSales }) => totalSales),
  },
  'Variation',
);

const productV2 = productAnswer(product, { form, currency: productCurrency });
const variationV2 = variationAnswer(variation, { form, currency: shortCurrency });

/** The views of v2 products and variations. */
export const productViews = {
  productV2,
  productsV2: productPage(productV2, 'ProductPage'),
  variationV2,
  variationsV2: variationArray(variationV2),
};
