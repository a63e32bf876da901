import { z } from 'zod';
import type {
  ChosenAttribute,
  Image,
  Prices,
  Product,
  ProductAttribute,
  Variation,
} from '#contracts/product.ts';
import { decimalOrEmpty, flag, text, url, whole } from '../shared/kinds.ts';
import { ofAttribute, placeholder } from '../shared/product-parts.ts';
import * as v1 from '../shared/product-v1.ts';
import { reviewInProduct } from '../shared/reviews.ts';
import { kind, list, object, optional, part } from '../shared/view.ts';
import { form, priceText } from './product.ts';

type Scope = v1.ScopeV1;

function price(words: string, read: (prices: Prices) => number | null) {
  return decimalOrEmpty<Product | Variation, Scope>(words, ({ prices }, { units }) =>
    priceText(read(prices), units.currency),
  );
}

const picture = object<Image, Scope>({
  id: whole('The ID; 0 for a placeholder.', ({ id }) => id),
  src: url('The URL.', ({ full }, { links }) => links.picture(full)),
  name: text('The name.', ({ name }) => name),
  alt: text('The alternative text.', ({ alt }) => alt),
});

const attribute = object<ProductAttribute, Scope>({
  ...ofAttribute,
  position: whole('The position.', ({ position }) => position),
  visible: flag('Whether it is shown.', ({ visible }) => visible),
  variation: flag('Whether variations differ in this attribute.', ({ variation }) => variation),
  options: kind(z.array(z.string()))('The names of the options.', ({ options }) =>
    options.map(({ label }) => label),
  ),
});
const preselected = object<ChosenAttribute, Scope>({
  ...ofAttribute,
  option: text('The option.', ({ slug }) => slug),
});
const chosen = object<ChosenAttribute, Scope>({
  ...ofAttribute,
  option: text('The option.', ({ label }) => label),
});

const product = object<Product, v1.ProductScopeV1>(
  {
    ...v1.description,
    ...v1.dates,
    ...v1.pricesWith(price),
    price_html: v1.formattedPrice,
    ...v1.sale,
    ...v1.goods,
    ...v1.stock,
    ...v1.selling,
    ...v1.plainMeasures,
    ...v1.relations,
    images: list('The pictures.', picture, ({ images }) => images),
    attributes: list('The attributes.', attribute, ({ attributes }) => attributes),
    default_attributes: list(
      'The preselected options, by slug.',
      preselected,
      ({ defaultAttributes }) => defaultAttributes,
    ),
    variations: kind(z.array(z.int()))('The IDs of the variations.', ({ variationIds }) => variationIds),
    meta_data: v1.metaData,
    reviews: optional(
      list(
        'The reviews, if they are shown.',
        reviewInProduct,
        (_: Product, { reviews }: v1.ProductScopeV1) => reviews,
      ),
      (_, { reviews }) => reviews.length > 0,
    ),
    ...v1.productLinks,
  },
  'ProductV1',
);

const variation = object<Variation, v1.VariationScopeV1>(
  v1.variationMembers(price, {
    image: part(
      'The picture, or the placeholder.',
      picture,
      ({ images: [first] }, { links }) => first ?? placeholder(links),
    ),
    attributes: list(
      'The options of the variation; an empty one accepts any option.',
      chosen,
      ({ attributes }) => attributes,
    ),
  }),
  'VariationV1',
);

/** v1 products and variations in the service dialect (docs/reference/products.md#the-product-of-v1). */
export const viewsV1 = {
  ...v1.productViewsV1(product, form, v1.productEmbed),
  ...v1.variationViewsV1(variation, form),
};
