import { type Command, individualCode, lineKeyOf, type Pieces, type SingleCommand } from './commands.ts';

/** The quantities of a cart by line key, and the removed lines that can be restored. */
export interface CartState {
  readonly lines: ReadonlyMap<string, number>;
  readonly removed: ReadonlyMap<string, number>;
  /** Codes of the coupons, in any order. */
  readonly coupons: ReadonlySet<string>;
}

export const emptyCart: CartState = { lines: new Map(), removed: new Map(), coupons: new Set() };

/** Result of a command. `codes` are the error codes that the refusal may have. */
export type Effect =
  /** `results`: the error codes of the parts of a batch; null for a single command. */
  | { readonly done: true; readonly state: CartState; readonly results: readonly string[] | null }
  | { readonly done: false; readonly codes: readonly string[] };

const done = (state: CartState): Effect => ({ done: true, state, results: null });
const refused = (...codes: string[]): Effect => ({ done: false, codes });

function textOfLines(lines: ReadonlyMap<string, number>): string {
  return [...lines]
    .map(([key, quantity]) => `${key}=${quantity}`)
    .sort()
    .join();
}

/** Returns a text that is the same for equal carts. The order of lines and coupons does not matter. */
export function textOf({ lines, removed, coupons }: CartState): string {
  return `${textOfLines(lines)};${textOfLines(removed)};${[...coupons].sort().join()}`;
}

/** Stock of a simulated shop by product id. */
export type Stock = ReadonlyMap<number, number>;

function withLine(lines: ReadonlyMap<string, number>, key: string, quantity: number): Map<string, number> {
  return new Map(lines).set(key, quantity);
}

function without(lines: ReadonlyMap<string, number>, key: string): Map<string, number> {
  const rest = new Map(lines);
  rest.delete(key);
  return rest;
}

function added(state: CartState, { product, quantity }: Pieces, stock: Stock): Effect {
  const key = lineKeyOf(product);
  const all = (state.lines.get(key) ?? 0) + quantity;
  if (all > (stock.get(product) ?? Number.POSITIVE_INFINITY)) {
    return refused('service_not_enough_in_stock', 'service_not_enough_stock_remaining');
  }
  return done({ ...state, lines: withLine(state.lines, key, all) });
}

function addedAll(state: CartState, items: readonly Pieces[], stock: Stock): Effect {
  let next = state;
  for (const item of items) {
    const effect = added(next, item, stock);
    if (!effect.done) return effect;
    next = effect.state;
  }
  return done(next);
}

function removed(state: CartState, key: string): Effect {
  const quantity = state.lines.get(key);
  if (quantity === undefined) {
    const empty = state.lines.size === 0 && state.removed.size === 0;
    return refused(empty ? 'service_no_items' : 'service_item_not_in_cart');
  }
  const lines = without(state.lines, key);
  return done({ ...state, lines, removed: withLine(state.removed, key, quantity) });
}

function restored(state: CartState, key: string): Effect {
  const quantity = state.removed.get(key);
  if (quantity === undefined) {
    return refused(
      state.removed.size === 0 ? 'service_item_restored_to_cart' : 'service_can_not_restore_item',
    );
  }
  const all = (state.lines.get(key) ?? 0) + quantity;
  const lines = withLine(state.lines, key, all);
  return done({ ...state, lines, removed: without(state.removed, key) });
}

function withQuantity(state: CartState, { product, quantity }: Pieces): Effect {
  const key = lineKeyOf(product);
  if (!state.lines.has(key)) return refused('service_item_not_in_cart');
  if (quantity === 0) return removed(state, key);
  return done({ ...state, lines: withLine(state.lines, key, quantity) });
}

/** Changes quantities, but ignores lines that the cart lacks. */
function updated(state: CartState, quantities: readonly Pieces[]): Effect {
  if (state.lines.size === 0 && state.removed.size === 0) return refused('service_cart_empty');
  let next = state;
  for (const pieces of quantities) {
    const effect = withQuantity(next, pieces);
    if (effect.done) next = effect.state;
  }
  return done(next);
}

function withCoupon(state: CartState, code: string): Effect {
  const { coupons } = state;
  const hasIndividual = coupons.has(individualCode);
  if (coupons.has(code) || hasIndividual) return refused('service_coupon_cannot_add');
  return done({ ...state, coupons: new Set(code === individualCode ? [code] : [...coupons, code]) });
}

function withoutCoupon(state: CartState, code: string): Effect {
  if (state.coupons.size === 0) return refused('service_no_coupons_applied');
  if (!state.coupons.has(code)) return refused('service_cart_coupon_invalid_code');
  return done({ ...state, coupons: new Set([...state.coupons].filter((one) => one !== code)) });
}

function appliedOne(command: SingleCommand, state: CartState, stock: Stock): Effect {
  switch (command.kind) {
    case 'add':
      return added(state, command, stock);
    case 'add-items':
      return addedAll(state, command.items, stock);
    case 'set':
      return withQuantity(state, command);
    case 'remove':
      return removed(state, lineKeyOf(command.product));
    case 'restore':
      return restored(state, lineKeyOf(command.product));
    case 'clear':
      return done({ ...emptyCart, removed: command.keepRemoved ? state.removed : new Map() });
    case 'update':
      return updated(state, command.quantities);
    case 'apply-coupon':
      return withCoupon(state, command.code);
    case 'remove-coupon':
      return withoutCoupon(state, command.code);
  }
}

/** Returns the result of a command in a cart, by the rules of docs/reference/cart.md. A pure function. */
export function applied(command: Command, state: CartState, stock: Stock = new Map()): Effect {
  if (command.kind !== 'batch') return appliedOne(command, state, stock);
  let next = state;
  const results = command.commands.map((one) => {
    const effect = appliedOne(one, next, stock);
    if (!effect.done) return effect.codes[0] ?? '';
    next = effect.state;
    return '';
  });
  const whole = !command.allOrNone || results.every((code) => code === '');
  return { done: true, state: whole ? next : state, results };
}
