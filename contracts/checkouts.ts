import { z } from 'zod';
import { Cart } from './cart.ts';
import { Person } from './erasure.ts';
import { operation } from './operation.ts';
import { IdempotencyRecord } from './write.ts';

/**
 * The state of a checkout. `services/connect/checkouts/states.ts` has the moves between them.
 *
 * - `begun`: the shopper has a link that nobody has opened yet.
 * - `handed-over`: a browser has opened the link, and the cart is in WooCommerce.
 * - `placed`: WooCommerce has the order, which need not be paid yet.
 * - `paid`: the order is paid.
 * - `expired`, `cancelled`, `failed`: the checkout has ended without an order. An order that is placed or paid
 *   afterwards still counts.
 */
export const CheckoutState = z.enum([
  'begun',
  'handed-over',
  'placed',
  'paid',
  'expired',
  'cancelled',
  'failed',
]);
export type CheckoutState = z.infer<typeof CheckoutState>;

/** Why the total of WooCommerce differs from that of the cart: the first part of the total that differs. */
export const DifferenceCause = z.enum(['currency', 'items', 'discount', 'shipping', 'tax', 'fees']);
export type DifferenceCause = z.infer<typeof DifferenceCause>;

/** The id of a checkout. It grants nothing by itself, but is as unguessable as a key. */
const CheckoutId = z.string().max(64);

/** A checkout as the shopper sees it. Amounts are in minor units, times are Unix milliseconds. */
export const Checkout = z.object({
  id: CheckoutId,
  state: CheckoutState,
  begunAt: z.int(),
  /** The end of the link, or of the checkout that was handed over. */
  expiresAt: z.int(),
  total: z.int(),
  currency: z.string(),
  minorUnit: z.int(),
  /** The order in WooCommerce; null before there is one. */
  order: z.int().nullable(),
  /** What WooCommerce reckoned, if it differs from `total`. */
  difference: z.object({ total: z.int(), cause: DifferenceCause }).nullable(),
});
export type Checkout = z.infer<typeof Checkout>;

/**
 * Begins a checkout with the claim's cart, or returns the open checkout of this cart and revision. The cart must be the
 * claim's.
 *
 * Refusals: `service_not_allowed` for a claim without a cart, `service_checkout_total_changed` if WooCommerce has
 * reckoned another total for this cart, `service_idempotency_key_reused`, `service_unavailable` if the shop is away.
 */
export const beginCheckout = operation('connect.begin-checkout', {
  summary: 'Begins a checkout with a cart',
  access: 'caller',
  effect: 'write',
  mayBeSlow: true,
  request: z.object({
    once: IdempotencyRecord,
    cart: Cart,
    /** The total that the shopper agreed to; null for any. */
    total: z.int().nullable(),
    returnUrl: z.string().max(2_000),
    /** The e-mail address of the caller's account; null for a guest. */
    email: z.string().max(320).nullable(),
  }),
  reply: z.object({
    checkout: Checkout,
    /** The link for the shopper's browser; null for a checkout that has an order already. */
    url: z.string().nullable(),
    /** Whether the shop has answered that it takes checkouts. */
    confirmed: z.boolean(),
    replayed: z.boolean(),
  }),
});

/** Returns a checkout of the claim's cart. Refusals: `service_checkout_not_found`. */
export const readCheckout = operation('connect.read-checkout', {
  summary: 'A checkout of the caller',
  access: 'caller',
  effect: 'read',
  request: z.object({ id: CheckoutId }),
  reply: z.object({ checkout: Checkout }),
});

/** The token in a link: 256 random bits. */
export const HandOverToken = z.string().regex(/^[A-Za-z0-9_-]{43}$/);
/** The name that the plugin gives a browser. */
export const BrowserName = z.string().regex(/^[0-9a-f]{32}$/);

/** The sums of a cart by which totals are compared, in minor units, without tax but for `total`. */
export const ComparedTotals = z.object({
  total: z.int(),
  /** Goods before discounts. */
  items: z.int(),
  discount: z.int(),
  shipping: z.int(),
  tax: z.int(),
  fees: z.int(),
});
export type ComparedTotals = z.infer<typeof ComparedTotals>;

const Address = z.record(z.string(), z.string());

/** A cart as the plugin fills it into WooCommerce. Names of members are those of the answer. */
export const HandedCart = z.object({
  lines: z.array(
    z.object({
      key: z.string(),
      product_id: z.int(),
      variation_id: z.int(),
      quantity: z.int(),
      name: z.string(),
      variation: z.record(z.string(), z.string()),
      item_data: z.record(z.string(), z.unknown()),
      price: z.int().nullable(),
    }),
  ),
  billing: Address,
  shipping: Address,
  coupons: z.array(z.string()),
  rates: z.array(z.string()),
  fees: z.array(z.object({ name: z.string(), amount: z.int(), taxable: z.boolean(), tax_class: z.string() })),
  totals: ComparedTotals,
  /** Whether the cart has the place to which it is shipped, so that shipping and taxes can be compared. */
  has_address: z.boolean(),
});
export type HandedCart = z.infer<typeof HandedCart>;

/**
 * Returns what the plugin needs to fill a checkout's cart into WooCommerce. Changes nothing.
 *
 * Refusals: `service_checkout_not_found`, `service_checkout_link_used`, `service_checkout_ended`.
 */
export const readHandOver = operation('connect.read-hand-over', {
  summary: 'The cart of a checkout, for the plugin',
  access: 'caller',
  effect: 'read',
  request: z.object({ token: HandOverToken, browser: BrowserName }),
  reply: z.object({
    checkout: Checkout,
    returnUrl: z.string(),
    customer: z.object({ id: z.int(), email: z.string() }).nullable(),
    cart: HandedCart,
  }),
});

/**
 * Gives a link to the first browser that asks for it. With `totals`, also notes what WooCommerce reckoned.
 *
 * Refusals: as for `readHandOver`.
 */
export const takeHandOver = operation('connect.take-hand-over', {
  summary: 'Hands a checkout over to a browser',
  access: 'caller',
  effect: 'write',
  request: z.object({
    token: HandOverToken,
    browser: BrowserName,
    totals: ComparedTotals.extend({ currency: z.string().max(10) }).nullable(),
  }),
  reply: z.object({ cause: DifferenceCause.nullable() }),
});

/** A checkout as operators see it. */
export const CheckoutRecord = Checkout.extend({
  customer: z.int().nullable(),
  changedAt: z.int(),
  /** The status of the order in WooCommerce; empty before there is one. */
  orderStatus: z.string(),
  /** Whether the ordered quantities are out of the cart. */
  taken: z.boolean(),
  lines: z.int(),
  /** Why the checkout is behind; empty if it is not. */
  trouble: z.string(),
});
export type CheckoutRecord = z.infer<typeof CheckoutRecord>;

/** Returns checkouts, the newest first. */
export const listCheckouts = operation('connect.list-checkouts', {
  summary: 'The checkouts, page by page',
  access: 'operator',
  effect: 'read',
  request: z.object({
    state: CheckoutState.nullable().default(null),
    page: z.int().min(1).max(1_000_000).default(1),
    perPage: z.int().min(1).max(100).default(20),
  }),
  reply: z.object({ checkouts: z.array(CheckoutRecord), total: z.int().min(0) }),
});

/** Returns one checkout by its id or the number of its order. Refusals: `service_checkout_not_found`. */
export const showCheckout = operation('connect.show-checkout', {
  summary: 'One checkout',
  access: 'operator',
  effect: 'read',
  request: z.object({ reference: z.string().min(1).max(64) }),
  reply: z.object({ checkout: CheckoutRecord }),
});

/** Deletes the checkouts of a person, by account and e-mail address. */
export const eraseFromCheckouts = operation('connect.erase-person', {
  summary: "Deletes a person's checkouts",
  access: 'operator',
  effect: 'write',
  request: z.object({ person: Person }),
  reply: z.object({ checkouts: z.int().min(0) }),
});

/**
 * Takes what was ordered out of a cart: the quantity of each line, the coupons and the fees. What was added or raised
 * since stays. Has an effect once for each checkout, however often it is repeated.
 */
export const takeOrdered = operation('cart.take-ordered', {
  summary: 'Takes what was ordered out of a cart',
  access: 'operator',
  effect: 'write',
  askedBy: ['connect'],
  request: z.object({
    cart: z.string().min(1).max(64),
    checkout: z.string().min(1).max(64),
    lines: z.array(z.object({ key: z.string().max(64), quantity: z.int().min(1) })).max(1_000),
    coupons: z.array(z.string()),
    fees: z.array(z.string()),
  }),
  /** Whether the cart has changed. */
  reply: z.object({ changed: z.boolean() }),
});

const text = z.string();
const OrderAddress = z.object({
  firstName: text,
  lastName: text,
  company: text,
  address1: text,
  address2: text,
  city: text,
  state: text,
  postcode: text,
  country: text,
  phone: text,
});

/** An order of WooCommerce as its customer may see it. Amounts are in minor units, dates in UTC without offset. */
export const AccountOrder = z.object({
  id: z.int().positive(),
  number: text,
  status: text,
  createdAt: text,
  paidAt: text.nullable(),
  currency: text,
  minorUnit: z.int(),
  totals: z.object({ total: z.int(), discount: z.int(), shipping: z.int(), tax: z.int(), fees: z.int() }),
  lines: z.array(
    z.object({
      productId: z.int().min(0),
      variationId: z.int().min(0),
      name: text,
      sku: text,
      quantity: z.number(),
      /** After discounts, without tax. */
      total: z.int(),
      tax: z.int(),
      meta: z.array(z.object({ label: text, value: text })),
    }),
  ),
  billing: OrderAddress.extend({ email: text }),
  shipping: OrderAddress,
  paymentMethod: text,
  /** Where the order can be paid; null if it needs no payment. */
  paymentUrl: text.nullable(),
});
export type AccountOrder = z.infer<typeof AccountOrder>;

/** The account in the claim as the gateway knows it, by which its customer in WooCommerce is found. */
const OwnEmail = z.object({ email: z.string().max(320) });

/**
 * Returns the orders of the account in the claim, the newest first.
 *
 * Refusals: `service_access_my_account_denied` for a claim without an account, `service_unavailable` if the shop is away.
 */
export const listOrders = operation('connect.list-orders', {
  summary: 'The orders of an account',
  access: 'caller',
  effect: 'read',
  mayBeSlow: true,
  request: OwnEmail.extend({
    page: z.int().min(1).max(1_000),
    perPage: z.int().min(1).max(50),
  }),
  reply: z.object({ orders: z.array(AccountOrder), total: z.int().min(0) }),
});

/** Returns one order of the account in the claim. Refusals: as `listOrders`, and `service_order_not_found`. */
export const readOrder = operation('connect.read-order', {
  summary: 'An order of an account',
  access: 'caller',
  effect: 'read',
  mayBeSlow: true,
  request: OwnEmail.extend({ id: z.int().positive() }),
  reply: z.object({ order: AccountOrder }),
});
