import { createHash } from 'node:crypto';
import type { CartCommand } from '#contracts/cart-commands.ts';

/** What the reference knows of a product that can be had. */
export interface Good {
  readonly price: number;
  readonly purchasable: boolean;
  readonly individually: boolean;
  /** Pieces in stock; null where nobody counts. */
  readonly stock: number | null;
}

/** Products by id; one that is gone is not in it. */
export type Shelf = ReadonlyMap<number, Good>;

interface Line {
  readonly productId: number;
  readonly quantity: number;
}

/** A cart by the contract, with as much of it as commands of the tests touch. */
export interface ReferenceCart {
  readonly lines: ReadonlyMap<string, Line>;
  readonly removed: ReadonlyMap<string, Line>;
  readonly email: string;
}

/** Why something is not done: code and members of the error. */
export interface Refused {
  readonly ok: false;
  readonly code: string;
  readonly data: object;
}
export type ReferencePart = { readonly ok: true; readonly lineKeys: readonly string[] } | Refused | null;
export type Verdict =
  | {
      readonly ok: true;
      /** The same object when nothing changed. */
      readonly cart: ReferenceCart;
      readonly lineKeys: readonly string[];
      readonly parts: readonly ReferencePart[] | null;
    }
  | Refused;

type Done = { readonly cart: ReferenceCart; readonly lineKeys: readonly string[] };
type Of<Kind extends CartCommand['kind']> = Extract<CartCommand, { kind: Kind }>;

export const emptyCart: ReferenceCart = { lines: new Map(), removed: new Map(), email: '' };

/** Key of a line of a simple product (contract 4.3). */
export function lineKey(productId: number, data: Readonly<Record<string, unknown>> = {}): string {
  const texts = Object.entries(data).map(([name, value]) => `${name}${value}`);
  const parts = texts.length > 0 ? [productId, texts.join('')] : [productId];
  return createHash('md5').update(parts.join('_')).digest('hex');
}

function refuse(code: string, data: object = {}): never {
  throw { ok: false, code, data } satisfies Refused;
}

function with_<Value>(map: ReadonlyMap<string, Value>, key: string, value: Value): Map<string, Value> {
  return new Map(map).set(key, value);
}

function without<Value>(map: ReadonlyMap<string, Value>, key: string): Map<string, Value> {
  const rest = new Map(map);
  rest.delete(key);
  return rest;
}

/** Pieces of a product in the cart, but for one line. */
function heldOf({ lines }: ReferenceCart, productId: number, but = ''): number {
  let held = 0;
  for (const [key, line] of lines) if (line.productId === productId && key !== but) held += line.quantity;
  return held;
}

/** A quantity to be added: whole, from 1 to 9,999, or 1 where only one is sold (contract 4.1, 3; settled rules). */
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
 * So many more on the line (contract 4.1, 9 to 12; 9, 15). `before` is the cart as its owner knows it: what a command
 * put in since is requested, not held.
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
    const inCart = heldOf(before, productId);
    const requested = heldOf(cart, productId) - inCart + more;
    const data = { requested, in_cart: inCart, available: good.stock };
    if (good.stock === 0) refuse('service_product_out_of_stock', data);
    const code = inCart > 0 ? 'service_not_enough_stock_remaining' : 'service_not_enough_in_stock';
    if (inCart + requested > good.stock) refuse(code, data);
  }
  if (held + more > 9_999) refuse('service_quantity_invalid_amount', { minimum: 1, maximum: 9_999 });
  return { ...cart, lines: with_(cart.lines, key, { productId, quantity: held + more }) };
}

function add(cart: ReferenceCart, item: Of<'add-item'>['item'], shelf: Shelf, before = cart): Done {
  const productId = Number(item.reference);
  const good = shelf.get(productId) ?? refuse('service_invalid_product');
  const more = wholeQuantity(item.quantity, good);
  const key = lineKey(productId, item.itemData);
  return { cart: raise(cart, key, productId, good, more, before), lineKeys: [key] };
}

function addAll(cart: ReferenceCart, { items }: Of<'add-items'>, shelf: Shelf): Done {
  let next: Done = { cart, lineKeys: [] };
  for (const item of items) {
    const { cart: after, lineKeys } = add(next.cart, item, shelf, cart);
    next = { cart: after, lineKeys: [...new Set([...next.lineKeys, ...lineKeys])] };
  }
  return next;
}

function takeOut(cart: ReferenceCart, key: string, line: Line): Done {
  // Taken out again, it is the newest of the removed ones.
  const removed = with_(without(cart.removed, key), key, line);
  return { cart: { ...cart, lines: without(cart.lines, key), removed }, lineKeys: [key] };
}

function set(cart: ReferenceCart, key: string, text: string, shelf: Shelf): Done {
  const line = cart.lines.get(key) ?? refuse('service_item_not_in_cart');
  const good = shelf.get(line.productId) ?? refuse('service_cannot_be_purchased');
  if (Number(text) === 0) return takeOut(cart, key, line);
  if (good.individually && Number.isInteger(Number(text)) && Number(text) > 1) {
    refuse('service_can_not_increase_quantity');
  }
  const quantity = wholeQuantity(text, good);
  if (quantity === line.quantity) return { cart, lineKeys: [key] };
  if (good.stock !== null && heldOf(cart, line.productId, key) + quantity > good.stock) {
    const inCart = heldOf(cart, line.productId);
    const data = { requested: quantity, in_cart: inCart, available: good.stock };
    refuse('service_not_enough_in_stock', data);
  }
  return { cart: { ...cart, lines: with_(cart.lines, key, { ...line, quantity }) }, lineKeys: [key] };
}

function remove(cart: ReferenceCart, key: string): Done {
  const line = cart.lines.get(key);
  if (line) return takeOut(cart, key, line);
  return refuse(cart.lines.size + cart.removed.size === 0 ? 'service_no_items' : 'service_item_not_in_cart');
}

function restore(cart: ReferenceCart, key: string, shelf: Shelf): Done {
  const line = cart.removed.get(key);
  if (!line) {
    if (cart.removed.size > 0) refuse('service_can_not_restore_item');
    return refuse('service_item_restored_to_cart', { status: cart.lines.has(key) ? 405 : 404 });
  }
  const good = shelf.get(line.productId) ?? refuse('service_cannot_be_purchased');
  const quantity = wholeQuantity(String(line.quantity), good);
  const { lines } = raise(cart, key, line.productId, good, quantity, cart);
  return { cart: { ...cart, lines, removed: without(cart.removed, key) }, lineKeys: [key] };
}

/** Lines that sink go first, so that stock comes free; what cannot be is left as it is (contract 1.1.1). */
function setMany(before: ReferenceCart, { quantities }: Of<'set-quantities'>, shelf: Shelf): Done {
  if (before.lines.size + before.removed.size === 0) refuse('service_cart_empty');
  const wanted = [...new Map(quantities.map((one) => [one.lineKey, one.quantity]))];
  const rises = (key: string, text: string) => Number(text) > (before.lines.get(key)?.quantity ?? 0);
  const known = wanted.filter(([key]) => before.lines.has(key));
  const inOrder = [...known.filter((one) => !rises(...one)), ...known.filter((one) => rises(...one))];
  let done: Done = { cart: before, lineKeys: [] };
  for (const [key, text] of inOrder) {
    const { cart, lineKeys } = attempted(done.cart, () => set(done.cart, key, text, shelf));
    if (cart !== done.cart) done = { cart, lineKeys: [...done.lineKeys, ...lineKeys] };
  }
  return done;
}

/** The cart as it was where something is refused. */
function attempted(cart: ReferenceCart, attempt: () => Done): Done {
  try {
    return attempt();
  } catch (refused) {
    if (refused instanceof Error) throw refused;
    return { cart, lineKeys: [] };
  }
}

function clear(cart: ReferenceCart, { keepRemoved }: Of<'clear'>): Done {
  const isClear = cart.lines.size === 0 && (keepRemoved || cart.removed.size === 0);
  const removed = keepRemoved ? cart.removed : new Map();
  return { cart: isClear ? cart : { ...cart, lines: new Map(), removed }, lineKeys: [] };
}

/** Sets a valid e-mail; another one is told of and left (contract 1.1.1). */
function address(cart: ReferenceCart, { billing }: Of<'update-customer'>): Done {
  const email = billing.email ?? '';
  const isKept = /^[a-z]+@[a-z]+\.[a-z]+$/.test(email) && email !== cart.email;
  return { cart: isKept ? { ...cart, email } : cart, lineKeys: [] };
}

function done(cart: ReferenceCart, command: CartCommand, shelf: Shelf): Done {
  switch (command.kind) {
    case 'add-item':
      return add(cart, command.item, shelf);
    case 'add-items':
      return addAll(cart, command, shelf);
    case 'set-quantity':
      return set(cart, command.lineKey, command.quantity, shelf);
    case 'remove-line':
      return remove(cart, command.lineKey);
    case 'restore-line':
      return restore(cart, command.lineKey, shelf);
    case 'clear':
      return clear(cart, command);
    case 'set-quantities':
      return setMany(cart, command, shelf);
    case 'update-customer':
      return address(cart, command);
    case 'look':
      return { cart, lineKeys: [] };
    default:
      throw new Error(`the reference knows no ${command.kind}`);
  }
}

/** The cart without lines that can no longer be had (contract 4.4); the same object when all can. */
export function revalidated(cart: ReferenceCart, shelf: Shelf): ReferenceCart {
  const lines = [...cart.lines].filter(([, { productId }]) => shelf.get(productId)?.purchasable);
  return lines.length === cart.lines.size ? cart : { ...cart, lines: new Map(lines) };
}

/** Whether a command puts nothing in, so that it goes on by what was known of late while the catalogue is silent. */
export function putsNothingIn(command: CartCommand): boolean {
  if (command.kind === 'set-quantity') return Number(command.quantity) === 0;
  if (command.kind === 'set-quantities')
    return command.quantities.every(({ quantity }) => Number(quantity) === 0);
  return ['remove-line', 'clear', 'update-customer', 'look'].includes(command.kind);
}

/**
 * What a command comes to, over a cart and what is on the shelf. With `ofLate` the shelf is not as of this moment:
 * nothing leaves by it.
 */
export function judged(
  cart: ReferenceCart,
  commands: readonly CartCommand[],
  together: 'each' | 'all-or-none' | null,
  shelf: Shelf,
  ofLate = false,
): Verdict {
  const valid = ofLate ? cart : revalidated(cart, shelf);
  try {
    if (!together) {
      const { cart: after, lineKeys } = done(valid, commands[0] as CartCommand, shelf);
      return { ok: true, cart: after, lineKeys, parts: null };
    }
  } catch (refused) {
    if (refused instanceof Error) throw refused;
    return refused as Refused;
  }
  return judgedTogether(valid, commands, together, shelf, ofLate);
}

function judgedTogether(
  valid: ReferenceCart,
  commands: readonly CartCommand[],
  together: 'each' | 'all-or-none',
  shelf: Shelf,
  ofLate: boolean,
): Verdict {
  let cart = valid;
  const parts = commands.map((command): ReferencePart => {
    const verdict = judged(cart, [command], null, shelf, ofLate);
    if (!verdict.ok) return verdict;
    cart = verdict.cart;
    return { ok: true, lineKeys: verdict.lineKeys };
  });
  if (together === 'all-or-none' && parts.some((part) => part && !part.ok)) {
    return { ok: true, cart: valid, lineKeys: [], parts: parts.map((part) => (part?.ok ? null : part)) };
  }
  const lineKeys = parts.flatMap((part) => (part?.ok ? part.lineKeys : []));
  return { ok: true, cart, lineKeys, parts };
}

type Entry = readonly [key: string, quantity: number, price: number | null];

/** Lines, removed lines and e-mail as one text that can be compared and read. */
export function cartText(lines: readonly Entry[], removed: readonly Entry[], email: string): string {
  const text = (entries: readonly Entry[]) =>
    entries
      .map(([key, quantity, price]) => `${key.slice(0, 6)}*${quantity}${price === null ? '' : `@${price}`}`)
      .sort()
      .join(' ');
  return `${text(lines)} | ${text(removed)} | ${email}`;
}

/** What is kept of a cart. */
export function keptText({ lines, removed, email }: ReferenceCart): string {
  const entries = (some: ReadonlyMap<string, Line>) =>
    [...some].map(([key, { quantity }]): Entry => [key, quantity, null]);
  return cartText(entries(lines), entries(removed), email);
}

/** What an answer shows of a cart: what is gone from the shelf is left out, the rest has its price. */
export function shownText({ lines, removed, email }: ReferenceCart, shelf: Shelf): string {
  const entries = (some: ReadonlyMap<string, Line>) =>
    [...some].flatMap(([key, { productId, quantity }]): Entry[] => {
      const good = shelf.get(productId);
      return good ? [[key, quantity, good.price]] : [];
    });
  return cartText(entries(lines), entries(removed), email);
}
