import { z } from 'zod';
import { Role } from './audience.ts';
import { Currency, TaxRate } from './settings.ts';

const moment = z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/);

/** A time in the shop's time zone (`local`) and in UTC, both written as `YYYY-MM-DDTHH:mm:ss`. */
export const ShopTime = z.object({ local: moment, utc: moment });
export type ShopTime = z.infer<typeof ShopTime>;

export const ProductType = z.enum(['simple', 'grouped', 'external', 'variable']);
export type ProductType = z.infer<typeof ProductType>;

/** Types of products, and the type `variation`. */
export const SellableType = z.enum([...ProductType.options, 'variation']);

export const Visibility = z.enum(['visible', 'catalog', 'search', 'hidden']);
export const ProductStatus = z.enum(['draft', 'pending', 'private', 'publish', 'trash', 'future']);
export const StockStatus = z.enum(['instock', 'outofstock', 'onbackorder']);
export const Backorders = z.enum(['no', 'notify', 'yes']);

/**
 * The decimal text of an amount with further decimals than its currency, in major units: `8.2645`. The amount beside it
 * is rounded to minor units. Absent if that amount has all decimals.
 */
export const ExactText = z
  .string()
  .regex(/^\d{1,16}\.\d{1,6}$/)
  .optional();

/** The exact texts of a regular price and a sale price. */
export const ExactPrices = z.object({ regular: ExactText, sale: ExactText });

/** Prices in minor units; a price that the product does not have is null. `price` is the current price. */
export const Prices = z.object({
  price: z.int().nullable(),
  regular: z.int().nullable(),
  sale: z.int().nullable(),
  /**
   * Lowest and highest price of the variations. Null if all variations have the same price or no variation
   * has a price.
   */
  range: z.object({ min: z.int(), max: z.int() }).nullable(),
  onSale: z.boolean(),
  saleFrom: ShopTime.nullable(),
  saleTo: ShopTime.nullable(),
  /** The exact texts of the prices. `max` belongs to `range.max`, and `price` also to `range.min`. */
  exact: ExactPrices.extend({ price: ExactText, max: ExactText }).optional(),
});
export type Prices = z.infer<typeof Prices>;

/**
 * Prices that a role sees instead of the public prices, in minor units. The sale price applies on the dates of the
 * public sale.
 */
export const RolePrice = z.object({
  role: Role,
  regular: z.int().min(0).nullable(),
  sale: z.int().min(0).nullable(),
  exact: ExactPrices.optional(),
});
export type RolePrice = z.infer<typeof RolePrice>;

/** Maximum number of roles for which a product can have prices or visibility. */
export const maxRoles = 50;

/**
 * Roles that see the product, and prices for roles (docs/reference/catalogue.md#who-sees-what). If
 * `visibleTo` is null, everybody sees the product. Managers see every product.
 */
export const Reservation = z.object({
  visibleTo: z.array(Role).max(maxRoles).nullable(),
  rolePrices: z.array(RolePrice).max(maxRoles),
});
export type Reservation = z.infer<typeof Reservation>;

export const Stock = z.object({
  managed: z.boolean(),
  /** Number of items in stock; null if stock is not counted. */
  quantity: z.int().nullable(),
  status: StockStatus,
  backorders: Backorders,
  /** Number of items at or below which the stock is low. Null if the threshold of the store applies. */
  lowAmount: z.int().nullable(),
});
export type Stock = z.infer<typeof Stock>;

export const Image = z.object({
  id: z.int(),
  thumbnail: z.string(),
  medium: z.string(),
  large: z.string(),
  full: z.string(),
  /**
   * Addresses of the image in further sizes, by the WordPress name of the size, such as `woocommerce_single`.
   * Sizes that the image does not have are absent.
   */
  sizes: z.record(z.string().max(64), z.string().max(2_000)).optional(),
  name: z.string(),
  alt: z.string(),
});
export type Image = z.infer<typeof Image>;

/** A category, tag or brand in the short form that products contain. */
export const TermReference = z.object({ id: z.int(), name: z.string(), slug: z.string() });
export type TermReference = z.infer<typeof TermReference>;

/**
 * An attribute of a product. `key` is its slug, such as `pa_colour`. `id` is 0 for an attribute that only
 * this product has.
 */
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

/** Position and visibility of an attribute on a product. */
export const AttributePlace = ProductAttribute.pick({ key: true, position: true, visible: true });
export type AttributePlace = z.infer<typeof AttributePlace>;

/** A chosen option of an attribute. If `slug` is empty, every option of the attribute is allowed. */
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

export const Download = z.object({ id: z.string(), name: z.string(), file: z.string() });
export const TaxStatus = z.enum(['taxable', 'shipping', 'none']);

/** Members of both products and variations. */
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
  downloads: z.array(Download),
  /** Maximum number of downloads; −1 means no limit. */
  downloadLimit: z.int().min(-1),
  /** Number of days for which downloads work after the purchase; −1 means that downloads never end. */
  downloadExpiry: z.int().min(-1),
  taxStatus: TaxStatus,
  taxClass: z.string(),
  shippingClass: z.string(),
  shippingClassId: z.int().min(0),
  purchasable: z.boolean(),
  stock: Stock,
  /** Minimum quantity of one purchase. */
  minPurchase: z.int().min(1),
  /** Maximum quantity of one purchase; −1 means no limit. */
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

/** A related product, upsell or cross-sell in the short form that products contain. */
export const ProductCard = z.object({
  id: z.int().positive(),
  name: z.string(),
  slug: z.string(),
  permalink: z.string(),
  type: ProductType,
  prices: Prices,
  taxStatus: TaxStatus,
  taxClass: z.string(),
  purchasable: z.boolean(),
  inStock: z.boolean(),
  buttonText: z.string(),
  externalUrl: z.string(),
});
export type ProductCard = z.infer<typeof ProductCard>;

/**
 * A complete product. Amounts are in minor units of the currency in `ShopUnits`. A variation that is read
 * as a product has the terms of its product, and its own options as attributes.
 */
export const Product = Sellable.extend({
  type: SellableType,
  shortDescription: z.string(),
  catalogVisibility: Visibility,
  reviewsAllowed: z.boolean(),
  averageRating: z.string(),
  ratingCount: z.int(),
  reviewCount: z.int(),
  categories: z.array(TermReference),
  tags: z.array(TermReference),
  brands: z.array(TermReference),
  attributes: z.array(ProductAttribute),
  defaultAttributes: z.array(ChosenAttribute),
  /** Ids of all published variations, in the order of the shop. */
  variationIds: z.array(z.int()),
  /** The variations with the ids `variationIds`; empty in a list if the request did not ask for variations. */
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

const slimRates = z.array(TaxRate.pick({ id: true, ppm: true, compound: true }));

/**
 * Data with which displayed prices are calculated from entered prices. For each tax class, `home` are the
 * tax rates that an entered price contains, and `here` the tax rates that the displayed price contains. Tax
 * classes without rates are absent.
 */
export const ShownTax = z.object({
  shown: z.enum(['incl', 'excl']),
  pricesIncludeTax: z.boolean(),
  roundAtSubtotal: z.boolean(),
  classes: z.record(z.string(), z.object({ home: slimRates, here: slimRates })),
});
export type ShownTax = z.infer<typeof ShownTax>;

/**
 * Data that presenters need in addition to a product. `tax` is null if prices are displayed as the shop
 * entered them.
 */
export const ShopUnits = z.object({
  currency: Currency,
  weightUnit: z.string(),
  dimensionUnit: z.string(),
  tax: ShownTax.nullable(),
});
export type ShopUnits = z.infer<typeof ShopUnits>;

/**
 * How recent the data of a reply are. `catalogue` and `settings` are numbers of changes in the feeds of these names:
 * the data include all changes up to these numbers. A cache that has received a later change does not store the reply.
 *
 * `age` is 0 if the reply is current. While MongoDB does not answer, `age` is the number of milliseconds since the
 * data were last confirmed.
 */
export const AsOf = z.object({
  catalogue: z.int().min(0),
  settings: z.int().min(0),
  age: z.int().min(0).default(0),
});
export type AsOf = z.infer<typeof AsOf>;

/**
 * Unix milliseconds at which the answer expires, because a sale begins or ends at this time, or a random order changes.
 * Null if the answer does not depend on the time.
 */
export const HoldsUntil = z.int().nullable();
