import { z } from 'zod';
import {
  type ChosenAttribute,
  type Image,
  type Prices,
  type Product,
  type ProductAttribute,
  type ProductCard,
  type ShopUnits,
  StockStatus,
  type TermReference,
  type Variation,
} from '#contracts/product.ts';
import type { Review } from '#contracts/reviews.ts';
import { say } from '#platform/sentences/say.ts';
import { dateTimeSchema, flag, linkTo, linkWithBracketsTo, text, whole } from './kinds.ts';
import type { Links } from './links.ts';
import {
  type Entries,
  group,
  kind,
  type Members,
  mapOf,
  type ObjectView,
  object,
  part,
  type View,
  value,
} from './view.ts';
import type { Context, Views } from './views.ts';

/** Parts of products and variations: measures, prices, stock, pictures, attributes and buttons. */

export type Sellable = Product | Variation;

/** How a dialect writes texts and addresses. */
export interface Form {
  /** Returns the name of a category or tag, or of an option that products share. */
  name(name: string): string;
  description(one: Sellable): string;
  /** Returns the pictures to show for those of a product or variation. */
  pictures(images: readonly Image[], links: Links): readonly Image[];
  /** Returns the sentence that describes a button for screen readers. */
  buttonDescription(sentence: string): string;
  /**
   * Returns the address that adds a product or variation, or products of a group, to the cart. The address is empty for
   * variable and external products, which cannot be added by their id alone.
   */
  addLink(one: Sellable | ProductCard, links: Links): string;
}

/** What all parts of an answer about one product or variation share. */
export interface SellableScope {
  readonly units: ShopUnits;
  /** The currency in the form that the answer has. */
  readonly currency: unknown;
  readonly context: Context;
  readonly links: Links;
  readonly form: Form;
}

export interface ProductScope extends SellableScope {
  /** The pictures of the product. Variations without a picture show the first. */
  readonly pictures: readonly Image[];
  readonly reviews: readonly Review[];
}

export interface VariationScope extends SellableScope {
  readonly parent: Views['variationV2']['parent'];
}

/** Weight and dimensions with their units. */
export const measures: Members<Sellable, SellableScope> = {
  weight: group('The weight.', {
    value: text('The weight.', ({ weight }) => weight),
    unit: text('The unit of the weight.', (_, { units }) => units.weightUnit),
  }),
  dimensions: group('The dimensions.', {
    length: text('The length.', ({ dimensions }) => dimensions.length),
    width: text('The width.', ({ dimensions }) => dimensions.width),
    height: text('The height.', ({ dimensions }) => dimensions.height),
    unit: text('The unit of the dimensions.', (_, { units }) => units.dimensionUnit),
  }),
};

const reference: Members<TermReference, SellableScope> = {
  id: whole('The ID.', ({ id }) => id),
  name: text('The name.', ({ name }, { form }) => form.name(name)),
  slug: text('The slug.', ({ slug }) => slug),
};
export const categoryReference = object<TermReference, SellableScope>({
  ...reference,
  rest_url: kind(linkTo(/\/v2\/products\/categories\/\d+$/))(
    'The URL of the resource.',
    ({ id }, { links }) => links.category(id),
  ),
});
export const tagReference = object<TermReference, SellableScope>({
  ...reference,
  rest_url: kind(linkTo(/\/v2\/products\/tags\/\d+$/))('The URL of the resource.', ({ id }, { links }) =>
    links.tag(id),
  ),
});

/** Declares a price, which is null if there is none. */
export type PriceMember = <Data>(
  words: string,
  read: (data: Data) => number | null,
) => View<Data, SellableScope>;

const moment = kind(dateTimeSchema.nullable());

/** Returns the members of prices, without the price range. `currency` is the schema of the currency. */
export function priceMembers(
  amount: PriceMember,
  saleAmount: PriceMember,
  currency: z.ZodType,
): Members<Prices, SellableScope> {
  return {
    price: amount<Prices>('The current price; of several prices the lowest.', ({ price }) => price),
    regular_price: amount<Prices>('The regular price.', ({ regular }) => regular),
    sale_price: saleAmount<Prices>('The sale price.', ({ sale }) => sale),
    on_sale: flag('Whether the product is on sale now.', ({ onSale }) => onSale),
    date_on_sale: group('The period of the sale; `null` for an open end.', {
      from: moment("The begin in the shop's time zone.", ({ saleFrom }) => saleFrom?.local ?? null),
      from_gmt: moment('The begin in UTC.', ({ saleFrom }) => saleFrom?.utc ?? null),
      to: moment("The end in the shop's time zone.", ({ saleTo }) => saleTo?.local ?? null),
      to_gmt: moment('The end in UTC.', ({ saleTo }) => saleTo?.utc ?? null),
    }),
    currency: kind<unknown>(currency)('The format of amounts.', (_, scope) => scope.currency),
  };
}

/** The members of the stock that all dialects and versions have. */
export const stockMembers: Members<Pick<Sellable, 'stock'>, unknown> = {
  is_in_stock: flag(
    'Whether the product is in stock or can be ordered on backorder.',
    ({ stock: { status } }) => status !== 'outofstock',
  ),
  stock_quantity: kind(z.int().nullable())(
    'The stock; `null` if stock is not counted.',
    ({ stock: { quantity } }) => quantity,
  ),
  stock_status: kind(z.enum(StockStatus.options))('The stock status.', ({ stock: { status } }) => status),
  backorders: text(
    'Whether backorders are allowed: `no`, `notify` or `yes`.',
    ({ stock: { backorders } }) => backorders,
  ),
  backorders_allowed: flag(
    'Whether backorders are allowed.',
    ({ stock: { backorders } }) => backorders !== 'no',
  ),
  backordered: flag(
    'Whether it is on backorder now.',
    ({ stock: { managed, quantity, status, backorders } }) =>
      status === 'onbackorder' || (managed && backorders !== 'no' && (quantity ?? 0) < 0),
  ),
};

/** Returns the member with the stock. `lowAmount` is the view of the amount at which stock counts as low. */
export function stockWith(lowAmount: View<number | null, unknown>): View<Sellable, unknown> {
  return group<Sellable, unknown>('The stock.', {
    ...stockMembers,
    low_stock_amount: part(
      'The quantity at which stock counts as low.',
      lowAmount,
      ({ stock: { lowAmount: amount } }) => amount,
    ),
  });
}

/** A picture with its position in a list. */
export interface Placed {
  readonly image: Image;
  readonly position: number;
}

export function placed(images: readonly Image[]): Placed[] {
  return images.map((image, position) => ({ image, position }));
}

/** Returns the view of a picture. `src` is the member with the addresses of its sizes. */
export function picture<Scope>(src: View<Placed, Scope>, id: string): ObjectView<Placed, Scope> {
  return object<Placed, Scope>(
    {
      id: whole('The ID; 0 for a placeholder.', ({ image }) => image.id),
      src,
      name: text('The name.', ({ image }) => image.name),
      alt: text('The alternative text.', ({ image }) => image.alt),
      position: whole('The position, from 0.', ({ position }) => position),
      featured: flag('Whether it is the featured picture.', ({ position }) => position === 0),
    },
    id,
  );
}

/** Returns the picture that stands for a missing picture. */
export function placeholder({ placeholder: address }: Links): Image {
  const sizes = { thumbnail: address, medium: address, large: address, full: address };
  return { id: 0, ...sizes, name: 'Placeholder', alt: 'Placeholder' };
}

/** Returns the picture of a variation inside its product. A variation without a picture has that of its product. */
export function featuredImage({ images: [own] }: Variation, { pictures, links }: ProductScope): Image {
  return own ?? pictures[0] ?? placeholder(links);
}

/** Names of attributes in the form that add-item accepts, such as `attribute_pa_colour`. */
const attributeKey = z.string().regex(/^attribute_./, 'an attribute');

/** Returns the entries of a map from the names of attributes. */
export function byAttribute<One extends { readonly key: string }>(all: readonly One[]): Entries<One> {
  return all.map((one) => [`attribute_${one.key}`, one]);
}

/** Returns the label of an option. Options of an attribute that only one product has (`id` 0) are no terms. */
export function labelOf(id: number, label: string, { form }: SellableScope): string {
  return id === 0 ? label : form.name(label);
}

export const ofAttribute: Members<ProductAttribute | ChosenAttribute, unknown> = {
  id: whole('The ID of the attribute; 0 for a custom attribute of the product.', ({ id }) => id),
  name: text('The name of the attribute.', ({ name }) => name),
};

/** Returns the view of a product's attributes. `options` is the view of the options of one attribute. */
export function attributesWith(
  options: View<ProductAttribute, SellableScope>,
  meaning = 'The options.',
): View<Entries<ProductAttribute>, SellableScope> {
  const attribute = object<ProductAttribute, SellableScope>({
    ...ofAttribute,
    position: whole('The position.', ({ position }) => position),
    is_attribute_visible: flag('Whether it is shown.', ({ visible }) => visible),
    used_for_variation: flag('Whether variations differ in this attribute.', ({ variation }) => variation),
    options: part(meaning, options, (one) => one),
  });
  return mapOf(attributeKey, attribute);
}

/** The options of an attribute, as a map from slug to label. */
export const optionLabels: View<ProductAttribute, SellableScope> = value(
  z.record(z.string(), z.string()),
  ({ id, options }, scope) =>
    Object.fromEntries(options.map(({ slug, label }) => [slug, labelOf(id, label, scope)])),
);

/** Returns the view of attributes with one option each. `option` is the view of the option. */
export function chosenWith(
  option: View<ChosenAttribute, SellableScope>,
  meaning = 'The option.',
): View<Entries<ChosenAttribute>, SellableScope> {
  const chosen = object<ChosenAttribute, SellableScope>({
    ...ofAttribute,
    option: part(meaning, option, (one) => one),
  });
  return mapOf(attributeKey, chosen);
}

/** The option of an attribute, as a map from its slug to its label. */
export const optionLabel: View<ChosenAttribute, SellableScope> = value(
  z.record(z.string(), z.string()),
  ({ id, slug, label }, scope) => ({ [slug]: labelOf(id, label, scope) }),
);

/** The slugs of a variation's options. An empty slug stands for any option. */
export const optionSlugs: View<Entries<ChosenAttribute>, unknown> = mapOf(
  attributeKey,
  value(z.string(), ({ slug }) => slug),
);

/** Returns the label of the button to buy a product, and a description of the button for screen readers. */
function wordsOf(one: Sellable | ProductCard) {
  if ('type' in one && one.type === 'external' && one.buttonText) {
    return { label: one.buttonText, description: one.buttonText };
  }
  const key = buttonOf(one);
  return { label: say(`button.${key}`), description: say(`button.${key}.named`, { name: one.name }) };
}

/** Returns which button a product has. */
function buttonOf(one: Sellable | ProductCard) {
  const { purchasable } = one;
  const type = 'type' in one ? one.type : 'variation';
  const inStock = 'inStock' in one ? one.inStock : one.stock.status !== 'outofstock';
  if (type === 'variable' && purchasable) return 'options';
  if (type === 'grouped') return 'group';
  if (type === 'external') return 'external';
  if (type !== 'variable' && purchasable && inStock) return 'add';
  return 'read';
}

export const buttonTexts: Members<Sellable | ProductCard, SellableScope> = {
  text: text('The text of the button.', (one) => wordsOf(one).label),
  description: text('A sentence for screen readers.', (one, { form }) =>
    form.buttonDescription(wordsOf(one).description),
  ),
};
/** For a group, the address is that of `add-items`, which takes several quantities. */
export const addLink = kind(z.union([linkWithBracketsTo(/\/v2\/cart\/add-items?$/), z.literal('')]))<
  Product | ProductCard,
  SellableScope
>('The URL that adds it to the cart; empty if it cannot be added alone.', (one, { form, links }) =>
  form.addLink(one, links),
);
const addVariationLink = kind(linkWithBracketsTo(/\/v2\/cart\/add-item$/))<Variation, SellableScope>(
  'The URL that adds it to the cart.',
  (one, { form, links }) => form.addLink(one, links),
);

/** The button with only texts and an address. */
export const shortButton = group<Product | ProductCard, SellableScope>('The button to buy it.', {
  ...buttonTexts,
  rest_url: addLink,
});

export const purchasable = flag<Sellable, unknown>(
  'Whether the product can be bought.',
  (one) => one.purchasable,
);
export const purchaseQuantity = group<Sellable, unknown>('The minimum and maximum quantity of a purchase.', {
  min_purchase: whole('The minimum quantity.', ({ minPurchase }) => minPurchase),
  max_purchase: whole('The maximum quantity; -1 for no limit.', ({ maxPurchase }) => maxPurchase),
});

/** Returns whether a product has a quantity. Variable and external products cannot be added by their id alone. */
export function hasQuantity({ type }: Product): boolean {
  return type !== 'variable' && type !== 'external';
}

export const variationPurchase: Members<Variation, SellableScope> = {
  is_purchasable: purchasable,
  purchase_quantity: purchaseQuantity,
  rest_url: addVariationLink,
};
