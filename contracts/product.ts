import { z } from 'zod';
import { Role } from './audience.ts';
import { Currency, TaxRate } from './settings.ts';

const moment = z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/);

/** A moment as the shop writes it (local, without offset) and in UTC, both `YYYY-MM-DDTHH:mm:ss`. */
export const ShopTime = z.object({ local: moment, utc: moment });
export type ShopTime = z.infer<typeof ShopTime>;

export const ProductType = z.enum(['simple', 'grouped', 'external', 'variable']);
export type ProductType = z.infer<typeof ProductType>;

/** What can be named to be bought: a product or a variation of one. */
export const SellableType = z.enum([...ProductType.options, 'variation']);

export const Visibility = z.enum(['visible', 'catalog', 'search', 'hidden']);
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

/**
 * Prices that those with a role pay in place of the public ones, in minor units. A sale has the public one's bounds.
 */
export const RolePrice = z.object({
  role: Role,
  regular: z.int().min(0).nullable(),
  sale: z.int().min(0).nullable(),
});
export type RolePrice = z.infer<typeof RolePrice>;

/** For how many roles something can be reserved. */
export const mostRoles = 50;

/**
 * What of a product or variation is reserved for those who are known (docs/reference/catalogue.md#who-sees-what).
 * `visibleTo` are the roles that see it, null for everybody; those who look after the shop see it always.
 */
export const Reservation = z.object({
  visibleTo: z.array(Role).max(mostRoles).nullable(),
  rolePrices: z.array(RolePrice).max(mostRoles),
});
export type Reservation = z.infer<typeof Reservation>;

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
  /** Further sizes by the names that WordPress gives them, `woocommerce_single`: those that the picture has. */
  sizes: z.record(z.string().max(64), z.string().max(2_000)).optional(),
  name: z.string(),
  alt: z.string(),
});
export type Image = z.infer<typeof Image>;

/** A category, a tag or a brand as a product names it. */
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

/** Where a product shows an attribute, and whether it does. */
export const AttributePlace = ProductAttribute.pick({ key: true, position: true, visible: true });
export type AttributePlace = z.infer<typeof AttributePlace>;

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

export const Download = z.object({ id: z.string(), name: z.string(), file: z.string() });
export const TaxStatus = z.enum(['taxable', 'shipping', 'none']);

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
  downloads: z.array(Download),
  /** −1 is no limit; the expiry is in days. */
  downloadLimit: z.int().min(-1),
  downloadExpiry: z.int().min(-1),
  taxStatus: TaxStatus,
  taxClass: z.string(),
  shippingClass: z.string(),
  shippingClassId: z.int().min(0),
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
  taxStatus: TaxStatus,
  taxClass: z.string(),
  purchasable: z.boolean(),
  inStock: z.boolean(),
  buttonText: z.string(),
  externalUrl: z.string(),
});
export type ProductCard = z.infer<typeof ProductCard>;

/**
 * A product, whole. Amounts are in minor units of the currency in `ShopUnits`, which travel beside it. A variation that
 * is read as a product has its parent's terms, and the options it fixes as its attributes.
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
  /** Of all published variations, in the shop's order. */
  variationIds: z.array(z.int()),
  /** The same whole; empty in lists unless they are asked for. */
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
 * How prices are shown otherwise than they are entered: by tax class, the rates that a price contains and those that it
 * is shown with. A class without rates is left out.
 */
export const ShownTax = z.object({
  shown: z.enum(['incl', 'excl']),
  pricesIncludeTax: z.boolean(),
  roundAtSubtotal: z.boolean(),
  classes: z.record(z.string(), z.object({ home: slimRates, here: slimRates })),
});
export type ShownTax = z.infer<typeof ShownTax>;

/** What the presenters of a product need besides it; `tax` is null where prices are shown as they are entered. */
export const ShopUnits = z.object({
  currency: Currency,
  weightUnit: z.string(),
  dimensionUnit: z.string(),
  tax: ShownTax.nullable(),
});
export type ShopUnits = z.infer<typeof ShopUnits>;

/**
 * Numbers of the feeds `catalogue` and `settings` that a reply is at least as new as. Whoever keeps a reply compares
 * them with what it has heard: an older reply is good for one request only.
 */
export const AsOf = z.object({ catalogue: z.int().min(0), settings: z.int().min(0) });

/** Unix milliseconds at which an answer stops holding because a sale begins or ends; null for never. */
export const HoldsUntil = z.int().nullable();
