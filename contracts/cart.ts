import { z } from 'zod';
import { Notice } from './notices.ts';
import { operation } from './operation.ts';
import { Dimensions, SellableType } from './product.ts';
import { Currency } from './settings.ts';

/** Maximum quantity of every line (docs/reference/rules.md#limits). */
export const maxQuantity = 9_999;

/** Key of a guest's cart. The gateway issues keys that begin with `t_`. Clients chose all other keys. */
const GuestKey = z.string().regex(/^(?!\d+$)[a-z0-9_-]{16,42}$/);

const customerKey = /^[1-9]\d{0,14}$/;

/** Key of a customer's cart, which is the id of the customer's account. */
export const CustomerKey = z.string().regex(customerKey);

/** Returns whether a text is a `CustomerKey`. Costs less than a failed `safeParse`, which makes an error. */
export function isCustomerKey(text: string): boolean {
  return customerKey.test(text);
}

/** A cart key. The key of a customer's cart has only digits; a guest's key has other characters too. */
export const CartKey = z.union([GuestKey, CustomerKey]);

/** The kind of a cart's owner. */
export const CartOwner = z.enum(['guest', 'customer']);
export type CartOwner = z.infer<typeof CartOwner>;

const Address = z.object({
  firstName: z.string(),
  lastName: z.string(),
  company: z.string(),
  country: z.string(),
  address1: z.string(),
  address2: z.string(),
  postcode: z.string(),
  city: z.string(),
  state: z.string(),
});
const BillingAddress = Address.extend({ phone: z.string(), email: z.string() });
const ShippingAddress = Address;
export const Customer = z.object({ billing: BillingAddress, shipping: ShippingAddress });
export type Customer = z.infer<typeof Customer>;

/**
 * An object with any names and JSON values. The JSON parser has already checked the values. A second check by the schema
 * would take long for thousands of values, and a copy by zod would lose an entry with the name `__proto__`.
 */
export const JsonObject = z
  .custom<Record<string, z.core.util.JSONType>>(
    (given) => typeof given === 'object' && given !== null && !Array.isArray(given),
  )
  .meta({ type: 'object' });

/** How many texts a shopper may give with a cart or a line, and the maximum characters of each name and text. */
export const givenLimits = { texts: 20, characters: 200, note: 1_000 } as const;

/** Texts that the shopper gave with a cart or a line, by name. Nothing interprets them. */
const GivenTexts = z.record(z.string(), z.string());
export type GivenTexts = z.infer<typeof GivenTexts>;

/**
 * A line of a cart. Amounts are in minor units. `unitPrice` contains tax if the store displays prices in
 * carts with tax.
 */
export const CartLine = z.object({
  key: z.string().regex(/^[0-9a-f]{32}$/),
  productId: z.int().positive(),
  /** Id of the variation; 0 for a product without variations. */
  variationId: z.int().min(0),
  type: SellableType,
  name: z.string(),
  title: z.string(),
  slug: z.string(),
  sku: z.string(),
  quantity: z.int().min(1).max(maxQuantity),
  minPurchase: z.int().min(1),
  maxPurchase: z.int().min(-1),
  unitPrice: z.int(),
  /** The regular price of one piece, of which the unit price is a part during a sale; shown with tax like `unitPrice`. */
  unitRegular: z.int(),
  subtotal: z.int(),
  subtotalTax: z.int(),
  total: z.int(),
  tax: z.int(),
  /** Weight of the whole line in the store's unit, as decimal text; empty if the product has no weight. */
  weight: z.string(),
  dimensions: Dimensions,
  /** The options of a variation: for each attribute key, the slug of the option. */
  attributes: z.record(z.string(), z.string()),
  /** The options of a variation: for each attribute label, the label of the option. */
  variation: z.record(z.string(), z.string()),
  /** The tax of the line by tax rate, in minor units: `subtotal` before discounts, `total` after discounts. */
  taxes: z.array(z.object({ rateId: z.int(), subtotal: z.int(), total: z.int() })),
  onBackorder: z.boolean(),
  /**
   * Data from the client that distinguish this line from other lines of the same product. The service does
   * not interpret the data.
   */
  itemData: JsonObject,
  /** The price that a trusted caller set for each piece, as the shop enters prices; null for the catalogue's price. */
  ownPrice: z.int().nullable().default(null),
  /** Texts that the shopper gave with the line, by name. */
  given: GivenTexts,
  thumbnail: z.string(),
});
export type CartLine = z.infer<typeof CartLine>;

/** The tax of one tax rate in the cart. */
const CartTax = z.object({
  rateId: z.int(),
  /** Country, name and priority of the tax rate, such as `VAT-1`. */
  code: z.string(),
  label: z.string(),
  compound: z.boolean(),
  /** Tax on goods and fees, in minor units. */
  amount: z.int(),
  /** Tax on shipping, in minor units. */
  shippingAmount: z.int(),
});

/**
 * The sums of a cart in minor units. `total` includes all taxes. The other sums are without tax: `subtotalTax` is
 * the tax of `subtotal`, and so on.
 */
export const CartTotals = z.object({
  subtotal: z.int(),
  subtotalTax: z.int(),
  discount: z.int(),
  discountTax: z.int(),
  contents: z.int(),
  contentsTax: z.int(),
  contentsTaxes: z.array(z.int()),
  fees: z.int(),
  feesTax: z.int(),
  feesTaxes: z.array(z.int()),
  shipping: z.int(),
  shippingTax: z.int(),
  shippingTaxes: z.array(z.int()),
  /**
   * Ids of the tax rates. The first entry of `contentsTaxes`, `feesTaxes` and `shippingTaxes` belongs to the
   * first id, and so on.
   */
  taxRates: z.array(z.int()),
  total: z.int(),
  totalTax: z.int(),
});
export type CartTotals = z.infer<typeof CartTotals>;

const CartCoupon = z.object({
  code: z.string(),
  discountType: z.enum(['percent', 'fixed_cart', 'fixed_product']),
  saving: z.int(),
  /** Whether the coupon grants free shipping. */
  freeShipping: z.boolean(),
});
const CartFee = z.object({
  name: z.string(),
  amount: z.int(),
  taxable: z.boolean(),
  taxClass: z.string(),
  total: z.int(),
  tax: z.int(),
  /** The amount that the cart shows: with tax if the store displays prices in carts with tax, else without tax. */
  shown: z.int(),
});
/** What a note after an amount says: that it includes the tax, which the place calls VAT or tax, or excludes it. */
export const TaxNote = z.enum(['incl_vat', 'ex_vat', 'incl_tax', 'ex_tax']);
export type TaxNote = z.infer<typeof TaxNote>;

/** A shipping rate of a package. `cost` is without tax. */
export const ShippingRate = z.object({
  key: z.string(),
  methodId: z.string(),
  instanceId: z.int(),
  label: z.string(),
  cost: z.int(),
  tax: z.int(),
  /** The cost that the cart shows: with tax if the store displays prices in carts with tax, else without tax. */
  shown: z.int(),
  /** The note about tax that the store displays after the cost, such as `(incl. VAT)`; null without a note. */
  taxNote: TaxNote.nullable(),
  chosen: z.boolean(),
  items: z.string(),
});
export type ShippingRate = z.infer<typeof ShippingRate>;
const ShippingPackage = z.object({
  rates: z.array(ShippingRate),
  details: z.string(),
  index: z.int(),
  chosenRate: z.string(),
  /** The address in the postal format of its country. */
  destination: z.string(),
  /** The address in the format of WooCommerce. */
  shopDestination: z.string(),
});

const CrossSell = z.object({
  id: z.int(),
  name: z.string(),
  slug: z.string(),
  type: SellableType,
  price: z.int().nullable(),
  regular: z.int().nullable(),
  sale: z.int().nullable(),
  onSale: z.boolean(),
  image: z.string(),
});

/** A cart with current prices and taxes, independent of any dialect. */
export const Cart = z.object({
  key: z.string(),
  /** A number that grows with every change of the cart; 0 for a cart that is not stored. */
  revision: z.int().min(0),
  /** Unix seconds. The first request after this time moves `expiresAt` to a later time. */
  renewsAt: z.int(),
  /** Time at which the unused cart ends, in Unix seconds. */
  expiresAt: z.int(),
  /** Digest of the cart's lines and total, 32 hexadecimal digits; empty for an empty cart. */
  hash: z.string(),
  currency: Currency,
  dimensionUnit: z.string(),
  customer: Customer,
  /**
   * Code of the state, such as `CA`, that the store assumes for an address without country and state. Empty
   * for other addresses.
   */
  assumedStates: z.object({ billing: z.string(), shipping: z.string() }),
  lines: z.array(CartLine),
  itemCount: z.int().min(0),
  /** Weight of all lines in the store's unit. */
  weight: z.number(),
  coupons: z.array(CartCoupon),
  fees: z.array(CartFee),
  shipping: z.object({
    calculated: z.boolean(),
    packages: z.array(ShippingPackage),
    /** Whether the cart needs shipping, but has no shipping rate. False while the store hides shipping costs. */
    unshipped: z.boolean(),
  }),
  taxes: z.array(CartTax),
  totals: CartTotals,
  needsPayment: z.boolean(),
  needsShipping: z.boolean(),
  /** Removed lines that can be restored, with current prices. */
  removed: z.array(CartLine),
  crossSells: z.array(CrossSell),
  notices: z.array(Notice),
  /** Whether the store displays prices in carts with tax (`incl`) or without tax (`excl`). */
  taxShown: z.enum(['incl', 'excl']),
  /** The shopper's note to the shop; empty without a note. */
  note: z.string(),
  /** Texts that the shopper gave with the cart, by name. */
  given: GivenTexts,
  /** Data of the store's cart extensions by namespace (docs/cart-extensions.md). */
  extensions: JsonObject,
});
export type Cart = z.infer<typeof Cart>;

/** Key, revision and times of a cart. */
export const CartStanding = Cart.pick({ key: true, revision: true, renewsAt: true, expiresAt: true });
export type CartStanding = z.infer<typeof CartStanding>;

/**
 * Returns the claim's cart. If no cart has the key, returns an empty cart without storing it.
 *
 * A reply may have a `tag`, which the caller can send as `known` with the next request. If only the revision and the
 * times of the cart have changed since, the next reply has `unchanged` instead of `cart`.
 *
 * With `keepNotices`, the notices of a transfer are also in the next reply about the cart, for a caller that shows no cart.
 *
 * Refusals: `service_not_allowed` for a claim without a cart, `service_cart_error` for a cart that cannot be
 * read.
 */
export const readCart = operation('cart.read', {
  summary: 'A cart at current prices',
  access: 'caller',
  effect: 'read',
  request: z.object({ known: z.string().max(100).optional(), keepNotices: z.boolean().optional() }),
  reply: z.union([
    z.object({ cart: Cart, tag: z.string().optional() }),
    z.object({ unchanged: CartStanding }),
  ]),
});

/** Maximum number of cart lines in an event. */
export const maxEventItems = 50;

/** An event in the outbox of carts, stored with the cart's key and revision. The event has no personal data. */
export const CartEvent = z.object({
  type: z.enum([
    'cart.created',
    'cart.changed',
    'cart.abandoned',
    'cart.deleted',
    'cart.expired',
    'cart.transferred',
  ]),
  /** Number of all lines of the cart. */
  lines: z.int().min(0),
  /** The first lines of the cart, at most fifty. */
  items: z
    .array(z.object({ productId: z.int(), variationId: z.int(), quantity: z.int() }))
    .max(maxEventItems)
    .default([]),
  /** Id of the customer who received the items; only the event `cart.transferred` has this member. */
  to: z.int().positive().optional(),
  /**
   * Digest of the idempotency key of the client's write that caused the event (`platform/events/digests.ts`).
   * Absent for other events.
   */
  write: z.string().length(43).optional(),
});
export type CartEvent = z.infer<typeof CartEvent>;
