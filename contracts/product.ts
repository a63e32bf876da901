import { z } from 'zod';
import { Role } from './audience.ts';
import { Currency, TaxRate } from './settings.ts';

const moment = z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/);

/** A time in the shop's time zone (`local`) and in UTC, both written as `YYYY-MM-DDTHH:mm:ss`. */
export const ShopTime = z.object({ local: moment, utc: moment });
export type ShopTime = z.infer<typeof ShopTime>;

const ProductType = z.enum(['simple', 'grouped', 'external', 'variable']);

/** Types of products, and the type `variation`. */
export const SellableType = z.enum([...ProductType.options, 'variation']);

export const Visibility = z.enum(['visible', 'catalog', 'search', 'hidden']);
export const ProductStatus = z.enum(['draft', 'pending', 'private', 'publish', 'trash', 'future']);
export const StockStatus = z.enum(['instock', 'outofstock', 'onbackorder']);
const Backorders = z.enum(['no', 'notify', 'yes']);

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
const MetaEntry = z.object({ id: z.int(), key: z.string(), value: z.unknown() });

const Download = z.object({ id: z.string(), name: z.string(), file: z.string() });
export const TaxStatus = z.enum(['taxable', 'shipping', 'none']);

const id = z.int().positive();
const text = z.string().max(400_000);
const short = z.string().max(2_000);
const ids = z.array(id).max(1_000).default([]);
const flag = z.boolean().default(false);
const terms = z.array(TermReference).max(1_000).default([]);

/** Prices as the shop entered them, in minor units; null if the shop entered no price. */
export const EnteredPrices = z.object({
  regular: z.int().min(0).nullable(),
  sale: z.int().min(0).nullable(),
  saleFrom: ShopTime.nullable(),
  saleTo: ShopTime.nullable(),
  exact: ExactPrices.optional(),
});
export type EnteredPrices = z.infer<typeof EnteredPrices>;

/** Stock as the shop entered it. */
export const EnteredStock = z.object({
  /**
   * Whether stock is counted. `no`: not counted. `own`: counted for this product or variation. `parent`:
   * counted for the product to which this variation belongs.
   */
  counted: z.enum(['no', 'own', 'parent']),
  quantity: z.int().nullable(),
  status: StockStatus,
  backorders: Backorders,
  lowAmount: z.int().nullable(),
});
export type EnteredStock = z.infer<typeof EnteredStock>;

/** What is entered for a product as well as for a variation. */
const SellableRecord = z.object({
  id,
  name: z.string().max(1_000),
  slug: short,
  permalink: short,
  sku: z.string().max(100),
  globalUniqueId: short.default(''),
  status: ProductStatus,
  description: text.default(''),
  created: ShopTime,
  modified: ShopTime,
  prices: EnteredPrices,
  stock: EnteredStock,
  virtual: flag,
  downloadable: flag,
  downloads: z.array(Download).max(1_000).default([]),
  /** Maximum number of downloads; −1 means no limit. */
  downloadLimit: z.int().min(-1).default(-1),
  /** Number of days for which downloads work after the purchase; −1 means that downloads never end. */
  downloadExpiry: z.int().min(-1).default(-1),
  taxStatus: TaxStatus.default('taxable'),
  weight: short.default(''),
  dimensions: Dimensions.default({ length: '', width: '', height: '' }),
  images: z.array(Image).max(1_000).default([]),
  totalSales: z.int().default(0),
  menuOrder: z.int().default(0),
  meta: z.array(MetaEntry).max(5_000).default([]),
  visibleTo: Reservation.shape.visibleTo.default(null),
  rolePrices: Reservation.shape.rolePrices.default([]),
});

/**
 * A variation to save. If the image, weight, dimensions or shipping class is empty, the value of the product
 * applies.
 */
export const VariationRecord = SellableRecord.extend({
  /** Slug of the tax class; null if the variation has the tax class of the product. */
  taxClass: z.string().max(200).nullable(),
  shippingClass: z.string().max(200).default(''),
  shippingClassId: z.int().min(0).default(0),
  attributes: z.array(ChosenAttribute).max(200).default([]),
});
export type VariationRecord = z.infer<typeof VariationRecord>;

/** What is entered for a product, and not for a variation. */
const OnlyOfProducts = z.object({
  /** Whether the product has a password. A product with a password is never public. */
  locked: flag,
  featured: flag,
  soldIndividually: flag,
  shortDescription: text.default(''),
  catalogVisibility: Visibility.default('visible'),
  reviewsAllowed: z.boolean().default(true),
  averageRating: z.string().max(20).default('0.00'),
  ratingCount: z.int().min(0).default(0),
  reviewCount: z.int().min(0).default(0),
  categories: terms,
  tags: terms,
  brands: terms,
  attributes: z
    .array(ProductAttribute)
    .max(200)
    .refine(
      (all) => new Set(all.map(({ key }) => key)).size === all.length && all.every(({ key }) => key !== ''),
      'must have keys that differ',
    )
    .default([]),
  defaultAttributes: z.array(ChosenAttribute).max(200).default([]),
  groupedIds: ids,
  relatedIds: ids,
  upsellIds: ids,
  crossSellIds: ids,
  externalUrl: short.default(''),
  buttonText: short.default(''),
  purchaseNote: text.default(''),
});

/**
 * A product to save with all its variations. Stored variations that are not in the record are deleted. The digest of a
 * stored product depends on the order of these members.
 */
export const ProductRecord = SellableRecord.extend({
  parentId: z.int().min(0).default(0),
  type: ProductType,
  taxClass: z.string().max(200).default(''),
  shippingClass: z.string().max(200).default(''),
  shippingClassId: z.int().min(0).default(0),
  ...OnlyOfProducts.shape,
  variations: z.array(VariationRecord).max(1_000).default([]),
});
export type ProductRecord = z.infer<typeof ProductRecord>;

const noTime = { local: '1970-01-01T00:00:00', utc: '1970-01-01T00:00:00' };

/** A published simple product of which nothing else is entered. It is in stock and has no price. */
export const plainProduct = ProductRecord.parse({
  ...{ id: 1, name: '', slug: '', permalink: '', sku: '', status: 'publish', type: 'simple' },
  ...{ created: noTime, modified: noTime },
  prices: { regular: null, sale: null, saleFrom: null, saleTo: null },
  stock: { counted: 'no', quantity: null, status: 'instock', backorders: 'no', lowAmount: null },
});

/** A published variation of which nothing else is entered. */
export const plainVariation = VariationRecord.parse({ ...plainProduct, taxClass: null });

/** Members of records that answers do not have, or that answers have in another form. */
const notShown = { prices: true, stock: true, visibleTo: true, rolePrices: true } as const;

/** What answers pass on of both products and variations as it is stored. */
export const PassedOn = SellableRecord.omit({ ...notShown, id: true, sku: true, meta: true });
/** What answers pass on of a product, and not of a variation, as it is stored. */
export const PassedOnOfProducts = OnlyOfProducts.omit({
  ...{ locked: true, relatedIds: true, upsellIds: true, crossSellIds: true },
});

/** What an answer says about a product as well as about a variation, in addition to what was entered. */
const Answered = z.object({
  parentId: z.int().min(0),
  featured: z.boolean(),
  soldIndividually: z.boolean(),
  taxClass: z.string(),
  prices: Prices,
  stock: Stock,
  shippingRequired: z.boolean(),
  purchasable: z.boolean(),
  /** Minimum quantity of one purchase. */
  minPurchase: z.int().min(1),
  /** Maximum quantity of one purchase; −1 means no limit. */
  maxPurchase: z.int().min(-1),
});

/** A variation in an answer: what was entered, and what is calculated. */
export const Variation = VariationRecord.omit(notShown).extend(Answered.shape);
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
  /** The thumbnail; empty without a picture. */
  image: z.string(),
});
export type ProductCard = z.infer<typeof ProductCard>;

/**
 * A complete product in an answer: what was entered, and what is calculated. Amounts are in minor units of the currency
 * in `ShopUnits`. A variation that is read as a product has the terms of its product, and its own options as attributes.
 */
export const Product = ProductRecord.omit({
  ...{ ...notShown, locked: true, relatedIds: true, upsellIds: true, crossSellIds: true },
}).extend({
  ...Answered.shape,
  type: SellableType,
  /** Ids of all published variations, in the order of the shop. */
  variationIds: z.array(z.int()),
  /** The variations with the ids `variationIds`; empty in a list if the request did not ask for variations. */
  variations: z.array(Variation),
  related: z.array(ProductCard),
  upsells: z.array(ProductCard),
  crossSells: z.array(ProductCard),
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
