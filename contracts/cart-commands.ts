import { z } from 'zod';
import { Cart, ItemData, Notice } from './cart.ts';
import { operation } from './operation.ts';
import { Marks } from './write.ts';

/** A quantity as the client sent it: what the text says, the cart judges. */
const Quantity = z.string().max(32);

/** Key of a line as a client named it, whether there is such a line or not. */
const LineKey = z.string().max(64);

/** What is to be put into a cart. */
export const Item = z.object({
  /** A product's or variation's id, or its SKU. */
  reference: z.string().max(100),
  /** Id of the product that the variation must be one of, where the client names both. */
  productId: z.string().max(100).optional(),
  quantity: Quantity,
  /**
   * Attributes that name a variation: by key, slug or label, each with an option's slug or label
   * (docs/reference/cart.md#options-of-a-variable-product).
   */
  variation: z.record(z.string().max(200), z.string().max(200)),
  itemData: ItemData,
  /**
   * Decimal text in major units; only for a caller whose claim allows it
   * (docs/reference/cart.md#a-price-of-the-caller).
   */
  price: z.string().max(32).nullable(),
});
export type Item = z.infer<typeof Item>;

/** Set on the billing address along with an addition; null when not given. */
const contact = { email: z.string().nullable(), phone: z.string().nullable() };

/** A coupon's code as a client wrote it. */
const CodeText = z.string().max(200);

/** Texts of an address by the member's name in a `Customer`; what is not named stays. */
const AddressTexts = z.record(z.string().max(40), z.string().max(1_000));

/** What may be asked of a cart. Each is done whole or not at all. */
export const CartCommand = z.discriminatedUnion('kind', [
  /** Puts one item in, or raises the line with the same key. */
  z.object({ kind: z.literal('add-item'), item: Item, ...contact }),
  /** Puts all items in, or none. */
  z.object({ kind: z.literal('add-items'), items: z.array(Item).min(1).max(200), ...contact }),
  /**
   * Puts products of a grouped one in, or none: their references to quantities; those with nothing or 0 are left out.
   */
  z.object({
    kind: z.literal('add-group'),
    reference: z.string().max(100),
    quantities: z.record(z.string().max(100), Quantity),
    /** Whether `reference` may be any product, and `quantities` may name products outside a group. */
    anyProduct: z.boolean().optional(),
    ...contact,
  }),
  /**
   * Gives a line another quantity; 0 removes it. `reference`, `variation` and `itemData` make another line of it
   * (docs/reference/cart.md#change-an-item).
   */
  z.object({
    kind: z.literal('set-quantity'),
    lineKey: LineKey,
    quantity: Quantity,
    /** The variation of the same product that it is to become, by id or SKU. */
    reference: z.string().max(100).optional(),
    variation: z.record(z.string().max(200), z.string().max(200)).nullable(),
    itemData: ItemData.nullable(),
  }),
  /** Takes a line out; it can be restored. */
  z.object({ kind: z.literal('remove-line'), lineKey: LineKey }),
  /** Brings a line back that was taken out. */
  z.object({ kind: z.literal('restore-line'), lineKey: LineKey }),
  /** Takes all out for good; with `keepRemoved`, what was taken out before can still be restored. */
  z.object({ kind: z.literal('clear'), keepRemoved: z.boolean() }),
  /**
   * Gives several lines other quantities; what cannot be is told in a notice and left
   * (docs/reference/cart.md#update-the-cart).
   */
  z.object({
    kind: z.literal('set-quantities'),
    quantities: z.array(z.object({ lineKey: LineKey, quantity: Quantity })).max(800),
  }),
  /**
   * Sets parts of the addresses; what is not valid is told in a notice and left
   * (docs/reference/cart.md#update-the-cart).
   */
  z.object({
    kind: z.literal('update-customer'),
    billing: AddressTexts,
    shipping: AddressTexts,
    /** Whether the goods go elsewhere than the bill; null when not said. */
    shipElsewhere: z.boolean().nullable(),
  }),
  /**
   * Applies a coupon (docs/reference/coupons-and-shipping.md#apply-a-coupon). An e-mail address that comes with it is
   * set on the billing address.
   */
  z.object({ kind: z.literal('apply-coupon'), code: CodeText, email: z.string().max(1_000).nullable() }),
  /** Takes a coupon off; all of them where no code is given. */
  z.object({ kind: z.literal('remove-coupon'), code: CodeText.nullable() }),
  /** Adds a fee; `amount` is decimal text in major units, perhaps below zero. Only for a claim that sets fees. */
  z.object({
    kind: z.literal('add-fee'),
    name: z.string().max(200),
    amount: z.string().max(32),
    taxable: z.boolean(),
    /** Slug of a tax class; empty for the standard one. */
    taxClass: z.string().max(200),
  }),
  /** Takes all fees off. Only for a claim that sets fees. */
  z.object({ kind: z.literal('remove-fees') }),
  /** Chooses one of the ways to ship that a package has; the first package where none is named (`default`, `1` …). */
  z.object({
    kind: z.literal('choose-rate'),
    rate: z.string().max(200),
    package: z.string().max(20).nullable(),
  }),
  /** Sets where the goods go, whole: what is not given is empty. Refused when something in it is not valid. */
  z.object({
    kind: z.literal('set-destination'),
    country: z.string().max(1_000),
    state: z.string().max(1_000),
    postcode: z.string().max(1_000),
    city: z.string().max(1_000),
  }),
  /** Hands data to an extension of the store by its namespace; an empty one is none. */
  z.object({
    kind: z.literal('extend'),
    namespace: z.string().max(100),
    data: z.record(z.string(), z.json()),
  }),
  /** Changes nothing: a reading request among commands. */
  z.object({ kind: z.literal('look') }),
]);
export type CartCommand = z.infer<typeof CartCommand>;
export type CommandOf<Kind extends CartCommand['kind']> = Extract<CartCommand, { kind: Kind }>;

/**
 * How many writes the caller may still make, where the operator bounds them; seconds. Null where nothing is bounded.
 */
export const WriteRate = z.object({
  limit: z.int(),
  window: z.int(),
  remaining: z.int().min(0),
  resetsIn: z.int().min(0),
});
export type WriteRate = z.infer<typeof WriteRate>;

/** What every change of a cart answers. */
const changed = {
  cart: Cart,
  /** True when the answer repeats the outcome of an earlier request with the same key. */
  replayed: z.boolean(),
  rate: WriteRate.nullable(),
};

/**
 * Does one thing to the cart under the claim's key.
 *
 * Refusals: those of the command (docs/errors.md); `service_not_allowed` without a claim to a cart,
 * `service_cart_error` for one that cannot be read; `service_revision_mismatch` for a stale `ifRevision`,
 * `service_idempotency_key_reused` for a key that was used with another request, `service_rate_limit_exceeded` where
 * writes are bounded.
 */
export const changeCart = operation('cart.change', {
  summary: 'Changes a cart',
  access: 'caller',
  effect: 'write',
  request: Marks.extend({ command: CartCommand }),
  reply: z.object({
    ...changed,
    /** Lines that the command was about, in its order. They may be in the cart, or taken out of it. */
    lineKeys: z.array(z.string()),
  }),
});

/** What one of several commands came to; null when it was not done because another one could not be. */
export const CommandResult = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), lineKeys: z.array(z.string()), notices: z.array(Notice) }),
  z.object({
    ok: z.literal(false),
    code: z.string(),
    message: z.string(),
    data: z.record(z.string(), z.unknown()),
  }),
]);
export type CommandResult = z.infer<typeof CommandResult>;

/**
 * Does several things to the cart under the claim's key, one after the other, in one commit. The cart comes with the
 * notices of all. With `allOrNone`, nothing is done unless everything can be.
 *
 * Refusals: those of `changeCart` but for its command's; what a command is refused for is its result.
 */
export const changeCartTogether = operation('cart.change-together', {
  summary: 'Changes a cart in several ways at once',
  access: 'caller',
  effect: 'write',
  request: Marks.extend({ commands: z.array(CartCommand).min(1).max(25), allOrNone: z.boolean() }),
  reply: z.object({ ...changed, results: z.array(CommandResult.nullable()) }),
});
