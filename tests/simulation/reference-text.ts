import { shownRate } from './reference-charges.ts';
import type { AvailableProducts, Line, ReferenceCart } from './reference-state.ts';

/** A line. `price` is null in the text of a stored cart. */
type Entry = readonly [key: string, quantity: number, price: number | null];

/** The members of a cart that the checker compares. */
interface Compared extends Pick<ReferenceCart, 'email' | 'coupons' | 'rate' | 'city'> {
  readonly lines: readonly Entry[];
  readonly removed: readonly Entry[];
}

function linesText(entries: readonly Entry[]): string {
  return entries
    .map(([key, quantity, price]) => `${key.slice(0, 6)}*${quantity}${price === null ? '' : `@${price}`}`)
    .sort()
    .join(' ');
}

/** Returns a cart as a readable text for comparison. */
export function cartText({ lines, removed, email, coupons, rate, city }: Compared): string {
  return [linesText(lines), linesText(removed), email, coupons.join('+'), rate, city].join(' | ');
}

/** Returns the text of a stored cart. */
export function keptText(cart: ReferenceCart): string {
  const entries = (some: ReadonlyMap<string, Line>) =>
    [...some].map(([key, { quantity }]): Entry => [key, quantity, null]);
  return cartText({ ...cart, lines: entries(cart.lines), removed: entries(cart.removed) });
}

/** Returns the text of a cart in an answer: only available lines, with their prices. */
export function shownText(cart: ReferenceCart, products: AvailableProducts): string {
  const entries = (some: ReadonlyMap<string, Line>) =>
    [...some].flatMap(([key, { productId, quantity }]): Entry[] => {
      const good = products.get(productId);
      return good ? [[key, quantity, good.price]] : [];
    });
  const rate = shownRate(cart, products);
  return cartText({ ...cart, lines: entries(cart.lines), removed: entries(cart.removed), rate });
}
