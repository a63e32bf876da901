import { shownRate } from './reference-charges.ts';
import type { Line, ReferenceCart, Shelf } from './reference-state.ts';

/** A line: its price where it is shown. */
type Entry = readonly [key: string, quantity: number, price: number | null];

/** What of a cart is compared: its lines, those taken out, and what goes with them. */
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

/** A cart as one text that can be compared and read. */
export function cartText({ lines, removed, email, coupons, rate, city }: Compared): string {
  return [linesText(lines), linesText(removed), email, coupons.join('+'), rate, city].join(' | ');
}

/** What is kept of a cart. */
export function keptText(cart: ReferenceCart): string {
  const entries = (some: ReadonlyMap<string, Line>) =>
    [...some].map(([key, { quantity }]): Entry => [key, quantity, null]);
  return cartText({ ...cart, lines: entries(cart.lines), removed: entries(cart.removed) });
}

/** What an answer shows of a cart: what is gone from the shelf is left out, the rest has its price. */
export function shownText(cart: ReferenceCart, shelf: Shelf): string {
  const entries = (some: ReadonlyMap<string, Line>) =>
    [...some].flatMap(([key, { productId, quantity }]): Entry[] => {
      const good = shelf.get(productId);
      return good ? [[key, quantity, good.price]] : [];
    });
  const rate = shownRate(cart, shelf);
  return cartText({ ...cart, lines: entries(cart.lines), removed: entries(cart.removed), rate });
}
