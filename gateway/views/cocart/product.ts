import { z } from 'zod';
import {
  type ChosenAttribute,
  type Prices,
  type Product,
  type ProductAttribute,
  type ProductCard,
  SellableType,
  type Variation,
} from '#contracts/product.ts';
import type { Review } from '#contracts/reviews.ts';
import { say } from '#platform/sentences/say.ts';
import { cartCurrency } from '../shared/currency.ts';
import { minor, minorSchema, text, urlSchema } from '../shared/kinds.ts';
import { hrefs, type Links } from '../shared/links.ts';
import {
  greatestRating,
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
  chosenWith,
  type Form,
  featuredImage,
  hasQuantity,
  optionLabel,
  optionLabels,
  optionSlugs,
  type PriceMember,
  type ProductScope,
  placeholder,
  priceMembers,
  purchaseQuantity,
  type Sellable,
  type SellableScope,
  stockWith,
  type VariationScope,
} from '../shared/product-parts.ts';
import { membersInProduct } from '../shared/reviews.ts';
import {
  either,
  from,
  group,
  kind,
  object,
  optional,
  part,
  phpMap,
  type View,
  value,
} from '../shared/view.ts';
import type { NeighbourPages, Views } from '../shared/views.ts';
import { picture, sizesOf } from './pictures.ts';

/** Products and variations of v2 in the form of CoCart 4.x (docs/reference/README.md#dialects). */

/** Returns the name of a term as WordPress stores it: `Books & Maps` becomes `Books &amp; Maps`. */
export function termName(name: string): string {
  if (!/[&<>]/.test(name)) return name;
  return name.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Returns a sentence whose outer quotation marks are HTML entities: `“Lamp”` → `&ldquo;Lamp&rdquo;`. */
export function withEntities(sentence: string): string {
  return sentence.replace('“', '&ldquo;').replace(/”(?!.*”)/s, '&rdquo;');
}

/**
 * Returns a variation's description without the `<p>` elements that WooCommerce's REST interface adds around
 * lines of text. A description with block elements other than paragraphs is unchanged.
 */
export function withoutParagraphs(description: string): string {
  const inner = /^\s*<p>(.*)<\/p>\s*$/s.exec(description)?.[1] ?? '<p';
  const lines = inner.replaceAll(/<\/p>\s*<p>/g, '\n\n').replaceAll(/<br\s*\/?>\n?/g, '\n');
  return /<\/?p\b/.test(lines) ? description : lines;
}

/** A review inside its product. In CoCart 4.x, `rating` and `verified` are text. */
export const reviewInProduct = object<Review, { readonly links: Links }>(
  {
    ...membersInProduct,
    rating: kind(z.string().regex(/^[0-5]$/))(
      'The rating from 1 to 5, as text; `0` if there is none.',
      ({ rating }) => String(rating),
    ),
    verified: kind(z.enum(['0', '1']))('`1` if the author bought the product.', ({ verified }) =>
      verified ? '1' : '0',
    ),
  },
  'CoCartReview',
);

/**
 * Returns a product's attributes that have exactly one option, for a product of the type `variation`. Its other
 * attributes accept any option.
 */
function optionsOfProduct({ attributes }: Product): ChosenAttribute[] {
  return attributes.flatMap(({ id, key, name, options: [option, ...more] }) =>
    option && more.length === 0 ? [{ id, key, name, ...option }] : [],
  );
}

/** Returns the options of a variation, without those of attributes that accept any option. */
export function optionsOfVariation({ attributes }: Variation): ChosenAttribute[] {
  return attributes.filter(({ slug }) => slug !== '');
}

/** Returns the options that the address to add a product or variation contains. */
function optionsInLink(one: Sellable | ProductCard): ChosenAttribute[] {
  if (!('type' in one)) return optionsOfVariation(one as Variation);
  return one.type === 'variation' ? optionsOfProduct(one as Product) : [];
}

/** Texts are as WordPress stores and writes them, and addresses contain the quantity 1 and the options. */
export const form: Form = {
  name: termName,
  description: (one) =>
    'type' in one && one.type !== 'variation' ? one.description : withoutParagraphs(one.description),
  pictures: (images, links) => (images.length === 0 ? [placeholder(links)] : images),
  buttonDescription: withEntities,
  addLink(one, links) {
    const type = 'type' in one ? one.type : 'variation';
    if (type === 'grouped') return links.addItems(one.id);
    if (type === 'variable' || type === 'external') return '';
    const options = optionsInLink(one).map(({ key, slug }) => [`attribute_${key}`, slug]);
    return links.addItemWith(one.id, Object.fromEntries(options));
  },
};

/** A missing price is `0`, and a missing sale price is empty. */
const price: PriceMember = (words, read) => minor(words, (data) => String(read(data) ?? 0));
const salePrice: PriceMember = (words, read) =>
  kind(z.union([minorSchema, z.literal('')]))(words, (data) => String(read(data) ?? ''));
const prices = priceMembers(price, salePrice, cartCurrency.schema);
const pricesWords = 'The prices, as text in minor units.';

/** An empty low-stock amount stands for that of the store. */
export const lowAmount = z.union([z.int(), z.literal('')]);
const stock = stockWith(value(lowAmount, (amount) => amount ?? ''));

/**
 * Returns the view of the options of a product of the type `variation`, or of all attributes of another product.
 * `options` is the view of the options of an attribute, `option` that of one option.
 */
export function attributesOf(
  options: View<ProductAttribute, SellableScope>,
  option: View<ChosenAttribute, SellableScope>,
): View<Product, SellableScope> {
  const all = from(attributesWith(options), (product: Product, scope: SellableScope) => ({
    data: byAttribute(product.attributes),
    scope,
  }));
  const chosen = from(chosenWith(option), (product: Product, scope: SellableScope) => ({
    data: byAttribute(optionsOfProduct(product)),
    scope,
  }));
  const shown = phpMap(
    either(all, chosen, ({ type }) => type !== 'variation'),
    (product) => (product.type === 'variation' ? optionsOfProduct(product) : product.attributes).length === 0,
  );
  return part('The attributes.', shown, (product) => product);
}

/** The preselected option of each attribute, as a slug. */
export const defaultAttributes: View<Product, SellableScope> = part(
  'The preselected options, by slug.',
  phpMap(chosenWith(value(z.string(), ({ slug }) => slug))),
  (product) => byAttribute(product.defaultAttributes),
);

export const productType: View<Product, SellableScope> = optional(
  kind(z.enum(SellableType.options))(
    'The type; absent when a variation was requested by its ID.',
    ({ type }) => type,
  ),
  ({ parentId }) => parentId === 0,
);

/** Links in WordPress's form, with the address of a resource and of its page in the shop. */
const pages = z.array(
  z.strictObject({
    permalink: urlSchema.describe('The URL of the product page in the shop.'),
    href: urlSchema.describe('The URL.'),
  }),
);
const linksWords = 'The URLs of related resources.';

const product = object<Product, ProductScope>(
  {
    ...productMembers({
      prices: part(
        pricesWords,
        object<Prices, SellableScope>({
          ...prices,
          price_range: part(
            'The lowest and the highest price of the variations; `[]` if all have the same price.',
            phpMap(
              object<Prices, SellableScope>({
                from: price('The lowest price.', ({ range }) => range?.min ?? null),
                to: price('The highest price.', ({ range }) => range?.max ?? null),
              }),
              ({ range }) => range === null,
            ),
            (one) => one,
          ),
        }),
        (one) => one.prices,
      ),
      attributes: attributesOf(optionLabels, optionLabel),
      defaultAttributes,
      image: picture,
      stock,
      variation: innerVariation(
        {
          options: phpMap(optionSlugs),
          featuredImage: sizesOf(featuredImage),
          prices: object(prices),
          stock,
        },
        'CoCartVariationInProduct',
      ),
      review: reviewInProduct,
      price,
      card: { id: 'CoCartProductCard', more: {} },
      quantity: phpMap<Product, SellableScope>(purchaseQuantity, (one) => !hasQuantity(one)),
    }),
    type: productType,
    rated_out_of: text('The average rating in words.', ({ averageRating: rating }) =>
      say('label.rated', { rating, greatest: greatestRating }),
    ),
    _links: group<Product, ProductScope>(linksWords, {
      self: kind(pages)('The product itself.', ({ id, permalink }, { links }) => [
        { permalink, href: links.product(id) },
      ]),
      collection: kind(hrefs)('The list that contains it.', (_, { links }) => [
        { href: links.resource('v2/products') },
      ]),
      parent_product: optional(
        kind(hrefs)('The product of the variation.', ({ parentId }, { links }) => [
          { href: links.product(parentId) },
        ]),
        ({ parentId }) => parentId !== 0,
      ),
      variations: optional(
        kind(pages)('The variations, if there are any.', ({ id, variations }, { links }) =>
          variations.map((one) => ({ permalink: one.permalink, href: links.variation(one.id, id) })),
        ),
        ({ variations }) => variations.length > 0,
      ),
    }),
  },
  'CoCartProduct',
);

const noEntries = kind(z.array(z.never()).max(0));

/** Unlike its product, a variation has no terms, and the number of its sales is text. */
const variation = object<Variation, VariationScope>(
  {
    ...variationMembers({
      image: picture,
      stock,
      prices: part(
        pricesWords,
        object<Prices, SellableScope>({ ...prices, price_range: noEntries('Always empty.', () => []) }),
        (one) => one.prices,
      ),
      attributes: part(
        'The options of the variation.',
        phpMap(chosenWith(optionLabel, 'The label of the option by slug.')),
        (one) => byAttribute(optionsOfVariation(one)),
      ),
    }),
    categories: noEntries('Always empty.', () => []),
    tags: noEntries('Always empty.', () => []),
    total_sales: kind(z.string().regex(/^\d+$/))('The number of sold pieces, as text.', ({ totalSales }) =>
      String(totalSales),
    ),
    _links: group<Variation, VariationScope>(linksWords, {
      self: kind(pages)('The variation itself.', ({ id, permalink }, { links, parent }) => [
        { permalink, href: links.variation(id, parent.id) },
      ]),
      collection: kind(hrefs)('The list that contains it.', (_, { links, parent }) => [
        { href: `${links.product(parent.id)}/variations` },
      ]),
      up: kind(hrefs)('The product.', (_, { links, parent }) => [{ href: links.product(parent.id) }]),
    }),
  },
  'CoCartVariation',
);

type Page = Views['productsV2'];

/** Declares the member with the address of another page, which is left out if there is no such page. */
function pageLink(words: string, name: keyof NeighbourPages): View<Page, Links> {
  return optional(
    kind(hrefs)<Page, Links>(words, ({ neighbourPages }) => [{ href: neighbourPages?.[name] ?? '' }]),
    ({ neighbourPages }) => neighbourPages?.[name] !== undefined,
  );
}

const pageLinks = optional(
  group<Page, Links>('The URLs of the previous and the next page, if they exist.', {
    prev: pageLink('The previous page.', 'prev'),
    next: pageLink('The next page.', 'next'),
  }),
  ({ neighbourPages: { prev, next } = {} }) => prev !== undefined || next !== undefined,
);

// As in carts, the currency contains the position of the symbol.
const productV2 = productAnswer(product, { form, currency: cartCurrency });
const variationV2 = variationAnswer(variation, { form, currency: cartCurrency });

/** The views of v2 products and variations. */
export const productViews = {
  productV2,
  productsV2: productPage(productV2, 'CoCartProductPage', { _links: pageLinks }),
  variationV2,
  variationsV2: variationArray(variationV2),
};
