import { z } from 'zod';
import { operation } from './operation.ts';
import { Currency } from './settings.ts';

const moment = z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/);

/** A moment as the shop writes it (local, without offset) and in UTC, both `YYYY-MM-DDTHH:mm:ss`. */
export const ShopTime = z.object({ local: moment, utc: moment });
export type ShopTime = z.infer<typeof ShopTime>;

export const ProductType = z.enum(['simple', 'grouped', 'external', 'variable']);
export type ProductType = z.infer<typeof ProductType>;

/** What can be named to be bought: a product or a variation of one. */
export const SellableType = z.enum([...ProductType.options, 'variation']);

export const ProductStatus = z.enum(['draft', 'pending', 'private', 'publish', 'trash', 'future']);
export const StockStatus = z.enum(['instock', 'outofstock', 'onbackorder']);
export const Backorders = z.enum(['no', 'notify', 'yes']);

/** Prices in minor units; null where there is none. `price` is the one that holds now. */
export const Prices = z.object({
  price: z.int().nullable(),
  regular: z.int().nullable(),
  sale: z.int().nullable(),
  /** Lowest and highest price of the variations; null when they are the same or there are none. */
  range: z.object({ min: z.int(), max: z.int() }).nullable(),
  onSale: z.boolean(),
  saleFrom: ShopTime.nullable(),
  saleTo: ShopTime.nullable(),
});
export type Prices = z.infer<typeof Prices>;

export const Stock = z.object({
  managed: z.boolean(),
  /** Null where stock is not counted. */
  quantity: z.int().nullable(),
  status: StockStatus,
  backorders: Backorders,
  /** Null where the store's own amount holds. */
  lowAmount: z.int().nullable(),
});
export type Stock = z.infer<typeof Stock>;

export const Image = z.object({
  id: z.int(),
  thumbnail: z.string(),
  medium: z.string(),
  large: z.string(),
  full: z.string(),
  name: z.string(),
  alt: z.string(),
});
export type Image = z.infer<typeof Image>;

/** A category or a tag as a product names it. */
export const TermReference = z.object({ id: z.int(), name: z.string(), slug: z.string() });
export type TermReference = z.infer<typeof TermReference>;

/** An attribute of a product. `key` is its slug (`pa_colour`), without any prefix; `id` 0 is the product's own. */
export const ProductAttribute = z.object({
  id: z.int(),
  key: z.string(),
  name: z.string(),
  position: z.int(),
  visible: z.boolean(),
  variation: z.boolean(),
  options: z.array(z.object({ slug: z.string(), label: z.string() })),
});
export type ProductAttribute = z.infer<typeof ProductAttribute>;

/** A chosen option. An empty `slug` means that any option of the attribute fits. */
export const ChosenAttribute = z.object({
  id: z.int(),
  key: z.string(),
  name: z.string(),
  slug: z.string(),
  label: z.string(),
});
export type ChosenAttribute = z.infer<typeof ChosenAttribute>;

export const Dimensions = z.object({ length: z.string(), width: z.string(), height: z.string() });
export const MetaEntry = z.object({ id: z.int(), key: z.string(), value: z.unknown() });

/** What products and variations have in common. */
const Sellable = z.object({
  id: z.int().positive(),
  parentId: z.int().min(0),
  name: z.string(),
  slug: z.string(),
  permalink: z.string(),
  sku: z.string(),
  globalUniqueId: z.string(),
  status: ProductStatus,
  description: z.string(),
  created: ShopTime,
  modified: ShopTime,
  featured: z.boolean(),
  prices: Prices,
  virtual: z.boolean(),
  downloadable: z.boolean(),
  soldIndividually: z.boolean(),
  shippingRequired: z.boolean(),
  taxable: z.boolean(),
  taxClass: z.string(),
  shippingClass: z.string(),
  purchasable: z.boolean(),
  stock: Stock,
  /** Least and greatest quantity of one purchase; −1 is no upper limit. */
  minPurchase: z.int().min(1),
  maxPurchase: z.int().min(-1),
  weight: z.string(),
  dimensions: Dimensions,
  images: z.array(Image),
  totalSales: z.int(),
  menuOrder: z.int(),
  meta: z.array(MetaEntry),
});

export const Variation = Sellable.extend({ attributes: z.array(ChosenAttribute) });
export type Variation = z.infer<typeof Variation>;

/** A product as another one names it: related, upsell, cross-sell. */
export const ProductCard = z.object({
  id: z.int().positive(),
  name: z.string(),
  slug: z.string(),
  permalink: z.string(),
  type: ProductType,
  prices: Prices,
  purchasable: z.boolean(),
  inStock: z.boolean(),
  buttonText: z.string(),
  externalUrl: z.string(),
});
export type ProductCard = z.infer<typeof ProductCard>;

/** A product, whole. Amounts are in minor units of the currency in `ShopUnits`, which travel beside it. */
export const Product = Sellable.extend({
  type: ProductType,
  shortDescription: z.string(),
  catalogVisibility: z.enum(['visible', 'catalog', 'search', 'hidden']),
  reviewsAllowed: z.boolean(),
  averageRating: z.string(),
  ratingCount: z.int(),
  reviewCount: z.int(),
  categories: z.array(TermReference),
  tags: z.array(TermReference),
  attributes: z.array(ProductAttribute),
  defaultAttributes: z.array(ChosenAttribute),
  variations: z.array(Variation),
  groupedIds: z.array(z.int()),
  related: z.array(ProductCard),
  upsells: z.array(ProductCard),
  crossSells: z.array(ProductCard),
  externalUrl: z.string(),
  buttonText: z.string(),
  purchaseNote: z.string(),
});
export type Product = z.infer<typeof Product>;

/** What the presenters of a product need besides it. */
export const ShopUnits = z.object({ currency: Currency, weightUnit: z.string(), dimensionUnit: z.string() });
export type ShopUnits = z.infer<typeof ShopUnits>;

/** For whom an answer is made: what is reserved for some roles is in no other audience's answers (design 8). */
export const Audience = z.enum(['public']);
export type Audience = z.infer<typeof Audience>;

/**
 * Numbers of the feeds `catalogue` and `settings` that a reply is at least as new as. Whoever keeps a reply compares
 * them with what it has heard: an older reply is good for one request only.
 */
const AsOf = z.object({ catalogue: z.int().min(0), settings: z.int().min(0) });

/** Unix milliseconds at which an answer stops holding because a sale begins or ends; null for never. */
const HoldsUntil = z.int().nullable();

/**
 * A published product by id or SKU, read whole in one go.
 *
 * Refusals: `service_product_invalid_id` when a number names nothing published,
 * `service_unknown_product_id` when a text is no SKU.
 */
export const readProduct = operation('catalogue.read-product', {
  summary: 'One product by id or SKU',
  access: 'caller',
  effect: 'read',
  request: z.object({ reference: z.string().min(1).max(100), audience: Audience.default('public') }),
  reply: z.object({ product: Product, units: ShopUnits, holdsUntil: HoldsUntil, asOf: AsOf }),
});

/** What a cart needs to know of something that can be bought. Amounts in minor units. */
export const ProductFacts = z.object({
  /** The product's own id, or the variation's. */
  id: z.int().positive(),
  /** 0 for a product, the variable product's id for a variation. */
  parentId: z.int().min(0),
  type: SellableType,
  status: ProductStatus,
  name: z.string(),
  /** The parent's name for a variation, else `name`. */
  title: z.string(),
  /** The parent's slug for a variation. */
  slug: z.string(),
  permalink: z.string(),
  sku: z.string(),
  price: z.int().nullable(),
  regular: z.int().nullable(),
  sale: z.int().nullable(),
  onSale: z.boolean(),
  purchasable: z.boolean(),
  stock: Stock,
  /** What the stock is counted on: the parent's id where a variation shares its parent's stock. */
  stockUnit: z.int().positive(),
  soldIndividually: z.boolean(),
  minPurchase: z.int().min(1),
  maxPurchase: z.int().min(-1),
  taxable: z.boolean(),
  taxClass: z.string(),
  shippingRequired: z.boolean(),
  shippingClass: z.string(),
  weight: z.string(),
  dimensions: Dimensions,
  thumbnail: z.string(),
  categoryIds: z.array(z.int()),
  crossSellIds: z.array(z.int()),
  attributes: z.array(ChosenAttribute),
  holdsUntil: HoldsUntil,
});
export type ProductFacts = z.infer<typeof ProductFacts>;

/**
 * Facts of up to 200 products or variations by id or SKU in one read, in the order asked; null where there is
 * nothing of that name, whatever its status.
 */
export const readFacts = operation('catalogue.read-facts', {
  summary: 'What carts need to know of products, many at once',
  access: 'caller',
  effect: 'read',
  request: z.object({
    references: z.array(z.string().min(1).max(100)).min(1).max(200),
    audience: Audience.default('public'),
  }),
  reply: z.object({ facts: z.array(ProductFacts.nullable()), asOf: AsOf }),
});

/** Number of the catalogue's last change, for listeners of the feed `catalogue` that start or missed a message. */
export const readCatalogueNumber = operation('catalogue.read-number', {
  summary: "Number of the catalogue's last change",
  access: 'caller',
  effect: 'read',
  request: z.object({}),
  reply: z.object({ number: z.int().min(0) }),
});
