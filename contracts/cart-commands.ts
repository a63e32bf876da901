import { z } from 'zod';
import { Cart, JsonObject, Notice } from './cart.ts';
import { operation } from './operation.ts';
import { WriteConditions } from './write.ts';

/** A quantity as the client sent it. The cart service parses it. */
const Quantity = z.string().max(32);

/** A line key as the client sent it; the line may not exist. */
const LineKey = z.string().max(64);

/** An item that a command adds to a cart. */
export const Item = z.object({
  /** Id or SKU of a product or variation. */
  reference: z.string().max(100),
  /** Id of the variation's product, when the client sends both. */
  productId: z.string().max(100).optional(),
  quantity: Quantity,
  /**
   * Attributes that select a variation: the key, slug or label of each, with the slug or label of its option
   * (docs/reference/cart.md#options-of-a-variable-product).
   */
  variation: z.record(z.string().max(200), z.string().max(200)),
  itemData: JsonObject,
  /**
   * Decimal text in major units; only for a caller whose claim allows it
   * (docs/reference/cart.md#a-price-of-the-caller).
   */
  price: z.string().max(32).nullable(),
});
export type Item = z.infer<typeof Item>;

/** Contact data for the billing address; null when absent. */
const contact = { email: z.string().nullable(), phone: z.string().nullable() };

/** A coupon code as the client sent it. */
const CodeText = z.string().max(200);

/** Address fields by their names in `Customer`; absent fields stay unchanged. */
const AddressTexts = z.record(z.string().max(40), z.string().max(1_000));

/** A command to the cart. Each is applied completely or not at all. */
export const CartCommand = z.discriminatedUnion('kind', [
  /** Adds one item, or raises the quantity of the line with the same key. */
  z.object({ kind: z.literal('add-item'), item: Item, ...contact }),
  /** Adds all items or none. */
  z.object({ kind: z.literal('add-items'), items: z.array(Item).min(1).max(200), ...contact }),
  /**
   * Adds products of a group, all or none. `quantities` has the quantity of each product by its reference; empty and
   * zero quantities are skipped.
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
   * Changes the quantity of a line; 0 removes it. `reference`, `variation` and `itemData` change its variation or data,
   * which makes it another line (docs/reference/cart.md#change-an-item).
   */
  z.object({
    kind: z.literal('set-quantity'),
    lineKey: LineKey,
    quantity: Quantity,
    /** The new variation of the same product, by id or SKU. */
    reference: z.string().max(100).optional(),
    variation: z.record(z.string().max(200), z.string().max(200)).nullable(),
    itemData: JsonObject.nullable(),
  }),
  /** Removes a line; it can be restored. */
  z.object({ kind: z.literal('remove-line'), lineKey: LineKey }),
  /** Restores a removed line. */
  z.object({ kind: z.literal('restore-line'), lineKey: LineKey }),
  /** Removes all lines for good. With `keepRemoved`, lines removed before can still be restored. */
  z.object({ kind: z.literal('clear'), keepRemoved: z.boolean() }),
  /**
   * Changes the quantities of several lines. A line that cannot be changed stays, with a notice
   * (docs/reference/cart.md#update-the-cart).
   */
  z.object({
    kind: z.literal('set-quantities'),
    quantities: z.array(z.object({ lineKey: LineKey, quantity: Quantity })).max(800),
  }),
  /**
   * Changes parts of the addresses. Invalid values are skipped, with a notice (docs/reference/cart.md#update-the-cart).
   */
  z.object({
    kind: z.literal('update-customer'),
    billing: AddressTexts,
    shipping: AddressTexts,
    /** Whether the shipping address differs from the billing address; null when not given. */
    shipElsewhere: z.boolean().nullable(),
  }),
  /**
   * Applies a coupon (docs/reference/coupons-and-shipping.md#apply-a-coupon). The e-mail address, if given, is set on
   * the billing address.
   */
  z.object({ kind: z.literal('apply-coupon'), code: CodeText, email: z.string().max(1_000).nullable() }),
  /** Removes the coupon with this code; all coupons if the code is null. */
  z.object({ kind: z.literal('remove-coupon'), code: CodeText.nullable() }),
  /** Adds a fee; `amount` is decimal text in major units and may be negative. The claim must have `setsFees`. */
  z.object({
    kind: z.literal('add-fee'),
    name: z.string().max(200),
    amount: z.string().max(32),
    taxable: z.boolean(),
    /** Slug of a tax class; empty for the standard class. */
    taxClass: z.string().max(200),
  }),
  /** Removes all fees. The claim must have `setsFees`. */
  z.object({ kind: z.literal('remove-fees') }),
  /** Chooses a shipping rate of a package (`default`, `1` …); of the first package if `package` is null. */
  z.object({
    kind: z.literal('choose-rate'),
    rate: z.string().max(200),
    package: z.string().max(20).nullable(),
  }),
  /** Replaces the shipping destination; absent members are empty. Refused when a value is invalid. */
  z.object({
    kind: z.literal('set-destination'),
    country: z.string().max(1_000),
    state: z.string().max(1_000),
    postcode: z.string().max(1_000),
    city: z.string().max(1_000),
  }),
  /** Passes data to an extension by its namespace; empty data removes it. */
  z.object({
    kind: z.literal('extend'),
    namespace: z.string().max(100),
    data: JsonObject,
  }),
  /** Changes nothing. It stands for a read of the cart among several commands. */
  z.object({ kind: z.literal('look') }),
]);
export type CartCommand = z.infer<typeof CartCommand>;
export type CommandOf<Kind extends CartCommand['kind']> = Extract<CartCommand, { kind: Kind }>;

/**
 * The write limit of the caller: `limit` writes in `window` seconds. `remaining` writes are left until `resetsIn`
 * seconds have passed.
 */
export const WriteRate = z.object({
  limit: z.int(),
  window: z.int(),
  remaining: z.int().min(0),
  resetsIn: z.int().min(0),
});
export type WriteRate = z.infer<typeof WriteRate>;

/** Reply of every change to a cart. */
const changed = {
  cart: Cart,
  /** True when the reply repeats the outcome of an earlier request with the same key. */
  replayed: z.boolean(),
  /** Null when the operator has set no write limit. */
  rate: WriteRate.nullable(),
};

/**
 * Applies one command to the claim's cart.
 *
 * Refusals: those of the command (docs/errors.md); `service_not_allowed` without a claim to a cart,
 * `service_cart_error` for a cart that cannot be read, `service_revision_mismatch` for a stale `ifRevision`,
 * `service_idempotency_key_reused` for a key that was used with another request, `service_rate_limit_exceeded` above
 * the write limit.
 */
export const changeCart = operation('cart.change', {
  summary: 'Changes a cart',
  access: 'caller',
  effect: 'write',
  request: WriteConditions.extend({ command: CartCommand }),
  reply: z.object({
    ...changed,
    /** Keys of the lines that the command changed, in its order; a line may have been removed. */
    lineKeys: z.array(z.string()),
  }),
});

/** Result of one command of `changeCartTogether`. */
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
 * Applies several commands to the claim's cart in order, in one commit. The reply has the notices of all commands. With
 * `allOrNone`, one refusal stops all commands; the result of a command that was stopped is null.
 *
 * Refusals: those of `changeCart` except refusals of single commands, which are in `results`.
 */
export const changeCartTogether = operation('cart.change-together', {
  summary: 'Applies several commands to a cart',
  access: 'caller',
  effect: 'write',
  request: WriteConditions.extend({ commands: z.array(CartCommand).min(1).max(25), allOrNone: z.boolean() }),
  reply: z.object({ ...changed, results: z.array(CommandResult.nullable()) }),
});
