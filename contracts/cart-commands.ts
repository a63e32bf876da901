import { z } from 'zod';
import type { ErrorCode } from '#platform/errors/registry.ts';
import { Cart, givenLimits, JsonObject } from './cart.ts';
import { Notice } from './notices.ts';
import { operation } from './operation.ts';
import { WriteConditions } from './write.ts';

/** Maximum number of lines in a cart. Each list of items or lines in a request has the same maximum. */
export const maxCartLines = 200;

/** A quantity as the client sent it. The cart service parses the text. */
const Quantity = z.string().max(32);

/** The key of a line as the client sent it. Perhaps no line of the cart has this key. */
const LineKey = z.string().max(64);

/** An item that a command adds to a cart. */
export const Item = z.object({
  /** Id or SKU of a product or variation. */
  reference: z.string().max(100),
  /**
   * Id of the product to which the variation in `reference` belongs; absent if the client did not send this id.
   */
  productId: z.string().max(100).optional(),
  quantity: Quantity,
  /**
   * The options that select a variation, by attribute, such as `{ Colour: 'Red' }` or `{ pa_colour: 'red' }`
   * (docs/reference/cart.md#options-of-a-variable-product).
   */
  variation: z.record(z.string().max(200), z.string().max(200)),
  itemData: JsonObject,
  /**
   * Price that the caller sets, as decimal text in major units; null for the product's own price. Allowed
   * only if the claim has `setsPrices` (docs/reference/cart.md#a-price-of-the-caller).
   */
  price: z.string().max(32).nullable(),
});
export type Item = z.infer<typeof Item>;

/** Contact data for the billing address. A member that the client did not send is null. */
const contact = { email: z.string().nullable(), phone: z.string().nullable() };

/** A coupon code as the client sent it. */
const CodeText = z.string().max(200);

/** Address fields by their names in `Customer`. Fields that are absent stay unchanged. */
const AddressTexts = z.record(z.string().max(40), z.string().max(1_000));

/** Texts by name, as the client sent them. An empty text removes the text with its name. */
const GivenTexts = z
  .record(z.string().min(1).max(givenLimits.characters), z.string().max(givenLimits.characters))
  .refine((given) => Object.keys(given).length <= givenLimits.texts);

/** A change of a cart. A command is applied completely or refused. */
export const CartCommand = z.discriminatedUnion('kind', [
  /** Adds one item. If the cart has a line with the same key, raises the quantity of this line. */
  z.object({ kind: z.literal('add-item'), item: Item, ...contact }),
  /** Adds several items. If one item is refused, no item is added. */
  z.object({ kind: z.literal('add-items'), items: z.array(Item).min(1).max(maxCartLines), ...contact }),
  /**
   * Adds products of a group. If one product is refused, no product is added. `quantities` has the quantity
   * of each product by its id or SKU. Products with an empty or zero quantity are skipped.
   */
  z.object({
    kind: z.literal('add-group'),
    reference: z.string().max(100),
    quantities: z.record(z.string().max(100), Quantity),
    /** If true, `reference` may be any product, and `quantities` may contain products outside the group. */
    anyProduct: z.boolean().optional(),
    ...contact,
  }),
  /**
   * Changes the quantity of a line; 0 removes the line. `reference` and `variation` choose another
   * variation, and `itemData` changes the data of the line. With any of these three members, the line gets
   * a new key (docs/reference/cart.md#change-an-item).
   */
  z.object({
    kind: z.literal('set-quantity'),
    lineKey: LineKey,
    quantity: Quantity,
    /** Id or SKU of the new variation, which must belong to the product of the line. */
    reference: z.string().max(100).optional(),
    variation: z.record(z.string().max(200), z.string().max(200)).nullable(),
    itemData: JsonObject.nullable(),
  }),
  /** Removes a line. The command `restore-line` can restore the line. */
  z.object({ kind: z.literal('remove-line'), lineKey: LineKey }),
  /** Restores a removed line. */
  z.object({ kind: z.literal('restore-line'), lineKey: LineKey }),
  /**
   * Empties the cart but keeps the addresses. If `keepRemoved` is true, lines that were removed before this
   * command can still be restored.
   */
  z.object({ kind: z.literal('clear'), keepRemoved: z.boolean() }),
  /**
   * Changes the quantities of several lines. A line that cannot be changed keeps its quantity, and the
   * reply has a notice (docs/reference/cart.md#update-the-cart).
   */
  z.object({
    kind: z.literal('set-quantities'),
    quantities: z.array(z.object({ lineKey: LineKey, quantity: Quantity })).max(800),
  }),
  /**
   * Changes fields of the addresses. Invalid values are skipped, and the reply has a notice
   * (docs/reference/cart.md#update-the-cart).
   */
  z.object({
    kind: z.literal('update-customer'),
    billing: AddressTexts,
    shipping: AddressTexts,
    /** Whether the shipping address differs from the billing address; null if the client did not send this choice. */
    shipElsewhere: z.boolean().nullable(),
  }),
  /**
   * Applies a coupon (docs/reference/coupons-and-shipping.md#apply-a-coupon). `email` becomes the e-mail of
   * the billing address; null leaves that e-mail unchanged.
   */
  z.object({ kind: z.literal('apply-coupon'), code: CodeText, email: z.string().max(1_000).nullable() }),
  /** Removes the coupon with this code. If the code is null, removes all coupons. */
  z.object({ kind: z.literal('remove-coupon'), code: CodeText.nullable() }),
  /**
   * Adds a fee. `amount` is decimal text in major units and may be negative. The claim must have
   * `setsFees`.
   */
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
  /**
   * Chooses the shipping rate with the key `rate`. `package` selects the package, such as `default` or `1`; null
   * selects the first package.
   */
  z.object({
    kind: z.literal('choose-rate'),
    rate: z.string().max(200),
    package: z.string().max(20).nullable(),
  }),
  /**
   * Replaces the shipping destination. A member that the client did not send is empty. Refused if a value
   * is invalid.
   */
  z.object({
    kind: z.literal('set-destination'),
    country: z.string().max(1_000),
    state: z.string().max(1_000),
    postcode: z.string().max(1_000),
    city: z.string().max(1_000),
  }),
  /**
   * Sets the shopper's note, and replaces the texts of the cart or of lines (docs/reference/cart.md#note-and-attributes).
   * What is null, and lines that the command does not name, stay as they are.
   */
  z.object({
    kind: z.literal('annotate'),
    note: z.string().max(givenLimits.note).nullable(),
    given: GivenTexts.nullable(),
    lines: z.array(z.object({ lineKey: LineKey, given: GivenTexts })).max(maxCartLines),
  }),
  /**
   * Lets a cart in which an address is empty take the addresses of the customer's account again, because the account has
   * changed.
   */
  z.object({ kind: z.literal('refill-customer') }),
  /** Passes `data` to the cart extension with this namespace. The extension decides what the cart stores. */
  z.object({
    kind: z.literal('extend'),
    namespace: z.string().max(100),
    data: JsonObject,
  }),
  /** Changes nothing. A batch uses this command to read the cart between other commands. */
  z.object({ kind: z.literal('look') }),
]);
export type CartCommand = z.infer<typeof CartCommand>;
export type CommandOf<Kind extends CartCommand['kind']> = Extract<CartCommand, { kind: Kind }>;

const addErrors = [
  'service_invalid_request',
  'service_product_id_required',
  'service_unknown_product_id',
  'service_invalid_product',
  'service_quantity_not_numeric',
  'service_quantity_invalid_amount',
  'service_price_override_not_allowed',
  'service_product_sold_individually',
  'service_cannot_be_purchased',
  'service_product_out_of_stock',
  'service_not_enough_in_stock',
  'service_not_enough_stock_remaining',
  'service_cannot_add_product_type_to_cart',
  'service_missing_variation_data',
  'service_invalid_variation_data',
  'service_no_variation_found',
  'service_cart_invalid_parent_product',
] as const;

/** The errors with which the cart service refuses each command, besides those of every write. */
export const commandErrors = {
  'add-item': addErrors,
  'add-items': addErrors,
  'add-group': [...addErrors, 'service_grouped_product_failed', 'service_grouped_product_empty'],
  'set-quantity': [
    'service_cart_item_key_required',
    'service_item_not_in_cart',
    'service_quantity_not_numeric',
    'service_quantity_invalid_amount',
    'service_can_not_increase_quantity',
    'service_product_id_required',
    'service_unknown_product_id',
    'service_invalid_product',
    'service_cannot_be_purchased',
    'service_not_enough_in_stock',
    'service_missing_variation_data',
    'service_invalid_variation_data',
    'service_no_variation_found',
    'service_cart_invalid_parent_product',
    'service_cannot_add_product_type_to_cart',
  ],
  'remove-line': ['service_cart_item_key_required', 'service_item_not_in_cart', 'service_no_items'],
  'restore-line': [
    'service_cart_item_key_required',
    'service_item_restored_to_cart',
    'service_can_not_restore_item',
    'service_cannot_be_purchased',
    'service_product_out_of_stock',
    'service_not_enough_in_stock',
    'service_not_enough_stock_remaining',
    'service_product_sold_individually',
    'service_quantity_invalid_amount',
  ],
  clear: [],
  'set-quantities': ['service_cart_empty'],
  'update-customer': [],
  'apply-coupon': [
    'service_coupons_not_enabled',
    'service_coupon_code_required',
    'service_coupon_not_exist',
    'service_coupon_failed_to_apply',
    'service_coupon_cannot_add',
  ],
  'remove-coupon': ['service_cart_coupon_invalid_code', 'service_no_coupons_applied'],
  'add-fee': [
    'service_not_allowed',
    'service_fee_missing_name',
    'service_fee_missing_amount',
    'service_fee_cannot_add',
    'service_fee_already_exists',
  ],
  'remove-fees': ['service_not_allowed', 'service_removing_fees_failed'],
  'choose-rate': [
    'service_shipping_disabled',
    'service_shipping_missing_rate_id',
    'service_shipping_not_calculated',
    'service_no_shipping_methods',
    'service_shipping_method_incorrect',
  ],
  'set-destination': ['service_shipping_disabled', 'service_invalid_postcode'],
  annotate: ['service_item_not_in_cart'],
  'refill-customer': [],
  extend: [
    'service_cart_empty',
    'service_update_cart_namespace_error',
    'service_update_cart_no_namespace_error',
    'service_update_cart_invalid_callback_error',
  ],
  look: [],
} satisfies Readonly<Record<CartCommand['kind'], readonly ErrorCode[]>>;

/**
 * The caller may send `limit` writes in `window` seconds. `remaining` of these writes are left until the
 * window ends in `resetsIn` seconds.
 */
export const WriteRate = z.object({
  limit: z.int(),
  window: z.int(),
  remaining: z.int().min(0),
  resetsIn: z.int().min(0),
});
export type WriteRate = z.infer<typeof WriteRate>;

/** Members of the reply to every change of a cart. */
const changed = {
  cart: Cart,
  /** Whether the reply repeats the outcome of an earlier request with the same idempotency key. */
  replayed: z.boolean(),
  /** The caller's write limit. Null if the operator has set no limit, or if all commands are `look`. */
  rate: WriteRate.nullable(),
};

/**
 * Applies one command to the claim's cart.
 *
 * Refusals: the refusals of the command (docs/errors.md), and
 * - `service_not_allowed` for a claim without a cart
 * - `service_cart_error` for a cart that cannot be read
 * - `service_revision_mismatch` if the cart's revision differs from `ifRevision`
 * - `service_idempotency_key_reused` for a key that was used with another request
 * - `service_rate_limit_exceeded` above the write limit
 */
export const changeCart = operation('cart.change', {
  summary: 'Changes a cart',
  access: 'caller',
  effect: 'write',
  request: WriteConditions.extend({ command: CartCommand }),
  reply: z.object({
    ...changed,
    /** Keys of the lines that the command changed, in the order of the command. Removed lines are included. */
    lineKeys: z.array(z.string()),
  }),
});

/** Result of one command of `changeCartTogether`. */
export const CommandResult = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), lineKeys: z.array(z.string()), notices: z.array(Notice) }),
  z.object({
    ok: z.literal(false),
    code: z.string(),
    /** The sentence of a cart extension, or of carts of an older version; it is shown as it is. */
    message: z.string().optional(),
    data: z.record(z.string(), z.unknown()),
  }),
]);
export type CommandResult = z.infer<typeof CommandResult>;

/**
 * Applies several commands to the claim's cart, in order and in one commit. The cart in the reply has the
 * notices of all commands. If `allOrNone` is true, one refused command cancels all commands. The result of a
 * cancelled command is null.
 *
 * Refusals: the refusals of `changeCart` that concern the whole write. `results` has the refusal of a single
 * command.
 */
export const changeCartTogether = operation('cart.change-together', {
  summary: 'Applies several commands to a cart',
  access: 'caller',
  effect: 'write',
  request: WriteConditions.extend({ commands: z.array(CartCommand).min(1).max(25), allOrNone: z.boolean() }),
  reply: z.object({ ...changed, results: z.array(CommandResult.nullable()) }),
});
