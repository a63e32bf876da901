import { z } from 'zod';
import { operation } from './operation.ts';
import { Dimensions, SellableType } from './product.ts';
import { Currency } from './settings.ts';

/** A guest's cart's key: `t_` and 32 hexadecimal digits when the service made it, or the client's own. */
const GuestKey = z.string().regex(/^(?!\d+$)[a-z0-9_-]{16,42}$/);

/** A customer's cart's key: the customer's id. */
export const CustomerKey = z.string().regex(/^[1-9]\d{0,14}$/);

/** A cart's key, which says whose it is. */
export const CartKey = z.union([GuestKey, CustomerKey]);

/** Whose a cart is. */
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

/** Data of a client's own that makes a line unique. Opaque to the service. */
export const ItemData = z.record(z.string(), z.json());

/** One line of a cart with its amounts in minor units. `unitPrice` is as the store shows prices. */
export const CartLine = z.object({
  key: z.string().regex(/^[0-9a-f]{32}$/),
  productId: z.int().positive(),
  /** 0 when the line is no variation. */
  variationId: z.int().min(0),
  type: SellableType,
  name: z.string(),
  title: z.string(),
  slug: z.string(),
  sku: z.string(),
  quantity: z.int().min(1).max(9999),
  minPurchase: z.int().min(1),
  maxPurchase: z.int().min(-1),
  unitPrice: z.int(),
  subtotal: z.int(),
  subtotalTax: z.int(),
  total: z.int(),
  tax: z.int(),
  /** Weight of the whole line in the store's unit, decimal text; empty when the product has none. */
  weight: z.string(),
  dimensions: Dimensions,
  /** Attribute key to option slug of a variation. */
  attributes: z.record(z.string(), z.string()),
  /** Attribute label to option label. */
  variation: z.record(z.string(), z.string()),
  /** The line's tax by rate, before and after discounts. */
  taxes: z.array(z.object({ rateId: z.int(), subtotal: z.int(), total: z.int() })),
  onBackorder: z.boolean(),
  itemData: ItemData,
  thumbnail: z.string(),
});
export type CartLine = z.infer<typeof CartLine>;

/** A tax that a cart bears, by its rate. */
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

/** All amounts in minor units, without tax unless the name says so. */
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
  /** The rates of these lists of taxes, in their order. */
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
  /** Whether it makes shipping free. */
  freeShipping: z.boolean(),
});
const CartFee = z.object({
  name: z.string(),
  amount: z.int(),
  taxable: z.boolean(),
  taxClass: z.string(),
  total: z.int(),
  tax: z.int(),
  /** What it comes to as the store shows amounts in the cart: with the tax, or without. */
  shown: z.int(),
});
/** A way to ship that a package has, with what it costs without tax, and the tax. */
export const ShippingRate = z.object({
  key: z.string(),
  methodId: z.string(),
  instanceId: z.int(),
  label: z.string(),
  cost: z.int(),
  tax: z.int(),
  /** What it costs as the store shows amounts in the cart: with the tax, or without. */
  shown: z.int(),
  /** What a shop says of the tax behind that amount, `(incl. VAT)`; empty for nothing. */
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
  /** Where it goes, as the country's post writes it, and as WooCommerce does. */
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

/** A sentence for the shopper, made by the request that found it and told in that answer only. */
export const Notice = z.object({ kind: z.enum(['success', 'error', 'notice', 'info']), text: z.string() });
export type Notice = z.infer<typeof Notice>;

/** A cart as it is at this moment, priced and taxed. Neutral: no dialect's names, no texts of amounts. */
export const Cart = z.object({
  key: z.string(),
  /** 0 for a cart that nothing was ever put into; grows with every change. */
  revision: z.int().min(0),
  /** Unix seconds from which a request renews the cart's life, and at which an untouched cart ends. */
  renewsAt: z.int(),
  expiresAt: z.int(),
  /** 32 hexadecimal digits; empty for an empty cart. */
  hash: z.string(),
  currency: Currency,
  dimensionUnit: z.string(),
  customer: Customer,
  /** The state that the store assumes in an address whose country nobody has said; else empty. */
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
    /** Whether there is something to ship, and no way leads there. */
    unshipped: z.boolean(),
  }),
  taxes: z.array(CartTax),
  totals: CartTotals,
  needsPayment: z.boolean(),
  needsShipping: z.boolean(),
  /** Lines that were taken out and can be brought back, as they would be now. */
  removed: z.array(CartLine),
  crossSells: z.array(CrossSell),
  notices: z.array(Notice),
  /** What extensions of the store have to say of the cart, by their namespaces (docs/cart-extensions.md). */
  extensions: z.record(z.string(), z.json()),
});
export type Cart = z.infer<typeof Cart>;

/**
 * The cart under the claim's key. A key nobody has used gives an empty cart and writes nothing.
 *
 * Refusals: `service_not_allowed` without a claim to a cart, `service_cart_error` for one that cannot be read.
 */
export const readCart = operation('cart.read', {
  summary: 'A cart, re-priced',
  access: 'caller',
  effect: 'read',
  request: z.object({}),
  reply: z.object({ cart: Cart }),
});

/** Most lines that an event tells of. */
export const mostToldItems = 50;

/**
 * What the outbox tells of a cart's change, beside its key and revision: nothing personal. `items` are the first lines of
 * it, `lines` is how many there are; `to` is the id of the customer whom a guest's cart went over to, of
 * `cart.transferred` alone. `write` is the digest of the idempotency key of the write that made the revision
 * (`platform/events/write-digest.ts`); changes that the service makes by itself have none.
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
    .max(mostToldItems)
    .default([]),
  to: z.int().positive().optional(),
  write: z.string().length(43).optional(),
});
export type CartEvent = z.infer<typeof CartEvent>;
