import { z } from 'zod';
import { operation } from './operation.ts';
import { Dimensions, SellableType } from './product.ts';
import { Currency } from './settings.ts';

/** The maximum quantity of a line for all products (docs/reference/rules.md#limits). */
export const maxQuantity = 9_999;

/**
 * Key of a guest's cart: `t_` and 32 hexadecimal digits when this system issued it, else a key of the client's choice.
 */
const GuestKey = z.string().regex(/^(?!\d+$)[a-z0-9_-]{16,42}$/);

/** Key of a customer's cart: the customer's id. */
export const CustomerKey = z.string().regex(/^[1-9]\d{0,14}$/);

/** A cart key; its form shows the kind of owner. */
export const CartKey = z.union([GuestKey, CustomerKey]);

/** Owner of a cart. */
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
 * An object with any JSON values. The values are not checked again, because they were parsed from JSON and checking
 * thousands of them takes long.
 */
export const JsonObject = z.looseObject({}) as unknown as z.ZodType<Record<string, z.core.util.JSONType>>;

/** A cart line; amounts are in minor units. `unitPrice` follows the store's display of prices. */
export const CartLine = z.object({
  key: z.string().regex(/^[0-9a-f]{32}$/),
  productId: z.int().positive(),
  /** 0 for a product without variations. */
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
  subtotal: z.int(),
  subtotalTax: z.int(),
  total: z.int(),
  tax: z.int(),
  /** Weight of the whole line in the store's unit, as decimal text; empty without a weight. */
  weight: z.string(),
  dimensions: Dimensions,
  /** Attribute key to option slug of a variation. */
  attributes: z.record(z.string(), z.string()),
  /** Attribute label to option label. */
  variation: z.record(z.string(), z.string()),
  /** The line's tax by rate, before and after discounts. */
  taxes: z.array(z.object({ rateId: z.int(), subtotal: z.int(), total: z.int() })),
  onBackorder: z.boolean(),
  /** Client data that makes the line unique. The service does not interpret it. */
  itemData: JsonObject,
  thumbnail: z.string(),
});
export type CartLine = z.infer<typeof CartLine>;

/** A tax in the cart, by its rate. */
const CartTax = z.object({
  rateId: z.int(),
  /** Country, name and priority of the rate, `VAT-1`. */
  code: z.string(),
  label: z.string(),
  compound: z.boolean(),
  /** Tax on goods and fees, and on shipping, in minor units. */
  amount: z.int(),
  shippingAmount: z.int(),
});

/** Amounts are in minor units, without tax unless the name says so. */
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
  /** Ids of the rates of the tax lists above, in the same order. */
  taxRates: z.array(z.int()),
  total: z.int(),
  totalTax: z.int(),
});
export type CartTotals = z.infer<typeof CartTotals>;

const CartCoupon = z.object({
  code: z.string(),
  label: z.string(),
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
  /** The amount as the store displays amounts in carts, with or without tax. */
  shown: z.int(),
});
/** A shipping rate of a package, with its cost without tax, and the tax. */
export const ShippingRate = z.object({
  key: z.string(),
  methodId: z.string(),
  instanceId: z.int(),
  label: z.string(),
  cost: z.int(),
  tax: z.int(),
  /** The cost as the store displays amounts in carts, with or without tax. */
  shown: z.int(),
  /** The store's note on tax after the shown cost, `(incl. VAT)`; empty without a note. */
  taxNote: z.string(),
  chosen: z.boolean(),
  items: z.string(),
});
export type ShippingRate = z.infer<typeof ShippingRate>;
const ShippingPackage = z.object({
  name: z.string(),
  rates: z.array(ShippingRate),
  details: z.string(),
  index: z.int(),
  chosenRate: z.string(),
  /** The destination in the country's postal format, and in WooCommerce's format. */
  destination: z.string(),
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

/** A sentence for the shopper. Only the reply of the request that caused it contains it. */
export const Notice = z.object({ kind: z.enum(['success', 'error', 'notice', 'info']), text: z.string() });
export type Notice = z.infer<typeof Notice>;

/** A cart with current prices and taxes, independent of any dialect. */
export const Cart = z.object({
  key: z.string(),
  /** 0 for a cart that has never had content; grows with every change. */
  revision: z.int().min(0),
  /** Unix seconds. A request after `renewsAt` renews the cart; an unused cart ends at `expiresAt`. */
  renewsAt: z.int(),
  expiresAt: z.int(),
  /** 32 hexadecimal digits; empty for an empty cart. */
  hash: z.string(),
  currency: Currency,
  dimensionUnit: z.string(),
  customer: Customer,
  /** The state that the store assumes for an address without a country; else empty. */
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
    /** Whether the cart needs shipping and no rate is available. */
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
  /** Data of the store's extensions by namespace (docs/cart-extensions.md). */
  extensions: JsonObject,
});
export type Cart = z.infer<typeof Cart>;

/**
 * Returns the claim's cart. For an unused key it returns an empty cart and writes nothing.
 *
 * Refusals: `service_not_allowed` without a claim to a cart, `service_cart_error` for a cart that cannot be read.
 */
export const readCart = operation('cart.read', {
  summary: 'A cart at current prices',
  access: 'caller',
  effect: 'read',
  request: z.object({}),
  reply: z.object({ cart: Cart }),
});

/** Maximum number of lines in an event. */
export const maxEventItems = 50;

/**
 * An event in the outbox of carts, stored with the cart's key and revision. It has no personal data. `items` are the
 * first lines of the cart, and `lines` is the number of all lines. `to`, only in `cart.transferred`, is the id of the
 * customer who received the items. `write` is the digest of the idempotency key of the write
 * (`platform/events/write-digest.ts`); it is absent for changes by the service itself.
 */
export const CartEvent = z.object({
  type: z.enum([
    'cart.created',
    'cart.changed',
    'cart.abandoned',
    'cart.deleted',
    'cart.expired',
    'cart.transferred',
  ]),
  lines: z.int().min(0),
  items: z
    .array(z.object({ productId: z.int(), variationId: z.int(), quantity: z.int() }))
    .max(maxEventItems)
    .default([]),
  to: z.int().positive().optional(),
  write: z.string().length(43).optional(),
});
export type CartEvent = z.infer<typeof CartEvent>;
