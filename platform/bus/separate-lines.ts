import type { Cart, CartLine } from '#contracts/cart.ts';

/** Minimum number of lines of a cart whose lines are sent as separate JSON. */
const minLines = 10;

/** A cart of which each line arrived as separate JSON. */
export interface SeparateLines {
  /** The cart without its lines. */
  readonly rest: Omit<Cart, 'lines'>;
  /** Each line as JSON, in the order of the cart. */
  readonly texts: readonly string[];
  /** Number of characters of the whole reply. Each of `texts` is a part of the reply and keeps it in memory. */
  readonly characters: number;
}

const separateLines = new WeakMap<Cart, SeparateLines>();

/** Returns the lines of a cart as JSON; undefined if the cart did not arrive with separate lines. */
export function separateLinesOf(cart: Cart): SeparateLines | undefined {
  return separateLines.get(cart);
}

/** Returns a cart. Its lines are parsed only when `lines` is read for the first time. */
function cartOf({ rest, texts, characters }: SeparateLines): Cart {
  let lines: CartLine[] | undefined;
  const cart = Object.defineProperty({ ...rest }, 'lines', {
    get: () => {
      lines ??= texts.map((text) => JSON.parse(text) as CartLine);
      return lines;
    },
    enumerable: true,
  }) as Cart;
  separateLines.set(cart, { rest, texts, characters });
  return cart;
}

/** A reply with a cart. */
interface CartReply {
  readonly cart: Cart;
}

/** Returns whether a reply has a cart with so many lines that they are sent as separate JSON. */
export function hasManyLines(reply: unknown): reply is CartReply {
  const { lines } = ((reply ?? {}) as { cart?: { lines?: unknown } }).cart ?? {};
  return Array.isArray(lines) && lines.length >= minLines;
}

/** The start of a reply with separate lines. No other reply starts like this. */
const start = '{"cart":';
const startBytes = Buffer.from(start);

/** Returns a reply as lines of JSON: the cart without its lines, the other members, and each line of the cart. */
export function encodeSeparateLines({ cart: { lines, ...rest }, ...others }: CartReply): Uint8Array {
  const texts = [
    `${start}${JSON.stringify(rest)}}`,
    ...[others, ...lines].map((part) => JSON.stringify(part)),
  ];
  return Buffer.from(texts.join('\n'));
}

/** Returns the reply that `encodeSeparateLines` wrote; null for any other bytes. */
export function decodeSeparateLines(bytes: Uint8Array): unknown {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!all.subarray(0, startBytes.length).equals(startBytes)) return null;
  const reply = all.toString();
  const [head = '', others = '', ...texts] = reply.split('\n');
  const { cart: rest } = JSON.parse(head) as { readonly cart: Omit<Cart, 'lines'> };
  return { ...(JSON.parse(others) as object), cart: cartOf({ rest, texts, characters: reply.length }) };
}
