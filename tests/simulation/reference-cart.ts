import type { CartCommand } from '#contracts/cart-commands.ts';
import { applyCoupon, chooseRate, removeCoupon, setDestination } from './reference-charges.ts';
import { add, addAll, remove, restore, set, setMany } from './reference-lines.ts';
import type { AvailableProducts, Done, Of, ReferenceCart, Refused } from './reference-state.ts';

/**
 * The result of one of several commands; null if the command was not run because another command was refused.
 */
export type ReferencePart = { readonly ok: true; readonly lineKeys: readonly string[] } | Refused | null;
export type Verdict =
  | {
      readonly ok: true;
      /** The cart after the command; the same object if the command changed nothing. */
      readonly cart: ReferenceCart;
      readonly lineKeys: readonly string[];
      readonly results: readonly ReferencePart[] | null;
    }
  | Refused;

function clear(cart: ReferenceCart, { keepRemoved }: Of<'clear'>): Done {
  const held = cart.lines.size + (keepRemoved ? 0 : cart.removed.size) + cart.coupons.length;
  const removed = keepRemoved ? cart.removed : new Map();
  const cleared = { ...cart, lines: new Map(), removed, coupons: [], rate: '' };
  return { cart: held === 0 && cart.rate === '' ? cart : cleared, lineKeys: [] };
}

/** Sets a valid e-mail address. An invalid address causes only a notice (docs/reference/cart.md#addresses). */
function address(cart: ReferenceCart, { billing }: Of<'update-customer'>): Done {
  const email = billing.email ?? '';
  const isKept = /^[a-z]+@[a-z]+\.[a-z]+$/.test(email) && email !== cart.email;
  return { cart: isKept ? { ...cart, email } : cart, lineKeys: [] };
}

function execute(cart: ReferenceCart, command: CartCommand, products: AvailableProducts): Done {
  switch (command.kind) {
    case 'add-item':
      return add(cart, command.item, products);
    case 'add-items':
      return addAll(cart, command, products);
    case 'set-quantity':
      return set(cart, command.lineKey, command.quantity, products);
    case 'remove-line':
      return remove(cart, command.lineKey);
    case 'restore-line':
      return restore(cart, command.lineKey, products);
    case 'clear':
      return clear(cart, command);
    case 'set-quantities':
      return setMany(cart, command, products);
    case 'update-customer':
      return address(cart, command);
    case 'apply-coupon':
      return applyCoupon(cart, command);
    case 'remove-coupon':
      return removeCoupon(cart, command);
    case 'choose-rate':
      return chooseRate(cart, command, products);
    case 'set-destination':
      return setDestination(cart, command);
    case 'look':
      return { cart, lineKeys: [] };
    default:
      throw new Error(`the reference knows no ${command.kind}`);
  }
}

/**
 * Returns the cart without unavailable lines (docs/reference/rules.md#checked-at-every-read); the same object
 * if all lines are available.
 */
export function revalidated(cart: ReferenceCart, products: AvailableProducts): ReferenceCart {
  const lines = [...cart.lines].filter(([, { productId }]) => products.get(productId)?.purchasable);
  return lines.length === cart.lines.size ? cart : { ...cart, lines: new Map(lines) };
}

const staleAllowed: ReadonlySet<CartCommand['kind']> = new Set([
  'remove-line',
  'clear',
  'update-customer',
  'remove-coupon',
  'choose-rate',
  'set-destination',
  'look',
]);

/**
 * Returns whether a command adds nothing to the cart. These commands may use stale data while the catalogue
 * is silent.
 */
export function putsNothingIn(command: CartCommand): boolean {
  if (command.kind === 'set-quantity') return Number(command.quantity) === 0;
  if (command.kind === 'set-quantities')
    return command.quantities.every(({ quantity }) => Number(quantity) === 0);
  return staleAllowed.has(command.kind);
}

/**
 * Returns the result of commands for a cart, with `products` as the available products. If `isStale` is true,
 * `products` is outdated, so no lines are removed.
 */
export function verdictOn(
  cart: ReferenceCart,
  commands: readonly CartCommand[],
  together: 'each' | 'all-or-none' | null,
  products: AvailableProducts,
  isStale = false,
): Verdict {
  const valid = isStale ? cart : revalidated(cart, products);
  try {
    if (!together) {
      const { cart: after, lineKeys } = execute(valid, commands[0] as CartCommand, products);
      return { ok: true, cart: after, lineKeys, results: null };
    }
  } catch (refused) {
    if (refused instanceof Error) throw refused;
    return refused as Refused;
  }
  return verdictTogether(valid, commands, together, products, isStale);
}

function verdictTogether(
  valid: ReferenceCart,
  commands: readonly CartCommand[],
  together: 'each' | 'all-or-none',
  products: AvailableProducts,
  isStale: boolean,
): Verdict {
  let cart = valid;
  const results = commands.map((command): ReferencePart => {
    const verdict = verdictOn(cart, [command], null, products, isStale);
    if (!verdict.ok) return verdict;
    cart = verdict.cart;
    return { ok: true, lineKeys: verdict.lineKeys };
  });
  if (together === 'all-or-none' && results.some((part) => part && !part.ok)) {
    return { ok: true, cart: valid, lineKeys: [], results: results.map((part) => (part?.ok ? null : part)) };
  }
  const lineKeys = results.flatMap((part) => (part?.ok ? part.lineKeys : []));
  return { ok: true, cart, lineKeys, results };
}
