import { createHash } from 'node:crypto';
import {
  type AvailableProducts,
  type Done,
  type Good,
  type Line,
  type Of,
  type ReferenceCart,
  refuse,
} from './reference-state.ts';

/** Returns the key of a simple product's line (docs/reference/rules.md#item-keys-and-the-cart-hash). */
export function lineKey(productId: number, data: Readonly<Record<string, unknown>> = {}): string {
  const texts = Object.entries(data).map(([name, value]) => `${name}${value}`);
  const keyed = texts.length > 0 ? [productId, texts.join('')] : [productId];
  return createHash('md5').update(keyed.join('_')).digest('hex');
}

function with_<Value>(map: ReadonlyMap<string, Value>, key: string, value: Value): Map<string, Value> {
  return new Map(map).set(key, value);
}

function without<Value>(map: ReadonlyMap<string, Value>, key: string): Map<string, Value> {
  const rest = new Map(map);
  rest.delete(key);
  return rest;
}

/** Returns the quantity of a product in all lines of the cart except the line `but`. */
function quantityOf({ lines }: ReferenceCart, productId: number, but = ''): number {
  let held = 0;
  for (const [key, line] of lines) if (line.productId === productId && key !== but) held += line.quantity;
  return held;
}

/**
 * Returns a quantity to add (docs/reference/cart.md#quantities): a whole number from 1 to 9,999. Only 1 is
 * allowed for a product that is sold individually.
 */
function wholeQuantity(text: string, { individually }: Good): number {
  if (Number.isNaN(Number(text)) || text.trim() === '') refuse('service_quantity_not_numeric');
  const quantity = Number(text);
  const maximum = individually ? 1 : 9_999;
  if (!Number.isInteger(quantity) || quantity < 1 || quantity > maximum) {
    refuse('service_quantity_invalid_amount', { minimum: 1, maximum });
  }
  return quantity;
}

/**
 * Raises the quantity of a line (docs/reference/rules.md#stock). `before` is the cart before the whole request.
 * In the data of a refusal, pieces that the same request has added count as `requested` and not as `in_cart`.
 */
function raise(
  cart: ReferenceCart,
  key: string,
  productId: number,
  good: Good,
  more: number,
  before: ReferenceCart,
): ReferenceCart {
  const held = cart.lines.get(key)?.quantity ?? 0;
  if (good.individually && held > 0) refuse('service_product_sold_individually');
  if (!good.purchasable) refuse('service_cannot_be_purchased');
  if (good.stock !== null) {
    const inCart = quantityOf(before, productId);
    const requested = quantityOf(cart, productId) - inCart + more;
    const data = { requested, in_cart: inCart, available: good.stock };
    if (good.stock === 0) refuse('service_product_out_of_stock', data);
    const code = inCart > 0 ? 'service_not_enough_stock_remaining' : 'service_not_enough_in_stock';
    if (inCart + requested > good.stock) refuse(code, data);
  }
  if (held + more > 9_999) refuse('service_quantity_invalid_amount', { minimum: 1, maximum: 9_999 });
  return { ...cart, lines: with_(cart.lines, key, { productId, quantity: held + more }) };
}

export function add(
  cart: ReferenceCart,
  item: Of<'add-item'>['item'],
  products: AvailableProducts,
  before = cart,
): Done {
  const productId = Number(item.reference);
  const good = products.get(productId) ?? refuse('service_invalid_product');
  const more = wholeQuantity(item.quantity, good);
  const key = lineKey(productId, item.itemData);
  return { cart: raise(cart, key, productId, good, more, before), lineKeys: [key] };
}

export function addAll(cart: ReferenceCart, { items }: Of<'add-items'>, products: AvailableProducts): Done {
  let next: Done = { cart, lineKeys: [] };
  for (const item of items) {
    const { cart: after, lineKeys } = add(next.cart, item, products, cart);
    next = { cart: after, lineKeys: [...new Set([...next.lineKeys, ...lineKeys])] };
  }
  return next;
}

function takeOut(cart: ReferenceCart, key: string, line: Line): Done {
  // The key is deleted first, so that a line that is removed again becomes the newest removed line.
  const removed = with_(without(cart.removed, key), key, line);
  return { cart: { ...cart, lines: without(cart.lines, key), removed }, lineKeys: [key] };
}

export function set(cart: ReferenceCart, key: string, text: string, products: AvailableProducts): Done {
  const line = cart.lines.get(key) ?? refuse('service_item_not_in_cart');
  const good = products.get(line.productId) ?? refuse('service_cannot_be_purchased');
  if (Number(text) === 0) return takeOut(cart, key, line);
  if (good.individually && Number.isInteger(Number(text)) && Number(text) > 1) {
    refuse('service_can_not_increase_quantity');
  }
  const quantity = wholeQuantity(text, good);
  if (quantity === line.quantity) return { cart, lineKeys: [key] };
  if (good.stock !== null && quantityOf(cart, line.productId, key) + quantity > good.stock) {
    const inCart = quantityOf(cart, line.productId);
    const data = { requested: quantity, in_cart: inCart, available: good.stock };
    refuse('service_not_enough_in_stock', data);
  }
  return { cart: { ...cart, lines: with_(cart.lines, key, { ...line, quantity }) }, lineKeys: [key] };
}

export function remove(cart: ReferenceCart, key: string): Done {
  const line = cart.lines.get(key);
  if (line) return takeOut(cart, key, line);
  return refuse(cart.lines.size + cart.removed.size === 0 ? 'service_no_items' : 'service_item_not_in_cart');
}

export function restore(cart: ReferenceCart, key: string, products: AvailableProducts): Done {
  const line = cart.removed.get(key);
  if (!line) {
    if (cart.removed.size > 0) refuse('service_can_not_restore_item');
    return refuse('service_item_restored_to_cart', { status: cart.lines.has(key) ? 405 : 404 });
  }
  const good = products.get(line.productId) ?? refuse('service_cannot_be_purchased');
  const quantity = wholeQuantity(String(line.quantity), good);
  const { lines } = raise(cart, key, line.productId, good, quantity, cart);
  return { cart: { ...cart, lines, removed: without(cart.removed, key) }, lineKeys: [key] };
}

/**
 * Sets quantities. Reductions come first, because they free stock. Impossible quantities are skipped
 * (docs/reference/cart.md#quantities-of-several-items).
 */
export function setMany(
  before: ReferenceCart,
  { quantities }: Of<'set-quantities'>,
  products: AvailableProducts,
): Done {
  if (before.lines.size + before.removed.size === 0) refuse('service_cart_empty');
  const wanted = [...new Map(quantities.map((one) => [one.lineKey, one.quantity]))];
  const rises = (key: string, text: string) => Number(text) > (before.lines.get(key)?.quantity ?? 0);
  const known = wanted.filter(([key]) => before.lines.has(key));
  const inOrder = [...known.filter((one) => !rises(...one)), ...known.filter((one) => rises(...one))];
  let done: Done = { cart: before, lineKeys: [] };
  for (const [key, text] of inOrder) {
    const { cart, lineKeys } = attempted(done.cart, () => set(done.cart, key, text, products));
    if (cart !== done.cart) done = { cart, lineKeys: [...done.lineKeys, ...lineKeys] };
  }
  return done;
}

/** Returns the result of `attempt`; the unchanged cart if `attempt` is refused. */
function attempted(cart: ReferenceCart, attempt: () => Done): Done {
  try {
    return attempt();
  } catch (refused) {
    if (refused instanceof Error) throw refused;
    return { cart, lineKeys: [] };
  }
}
