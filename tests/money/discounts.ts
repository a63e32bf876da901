import { isMeantFor } from './coupon-conditions.ts';
import type { Basket, Coupon, Line } from './description.ts';
import { floor, fraction, halfDown, plus, smaller, sum, times, zero } from './fraction.ts';
import { byNumbers } from './places.ts';

/** A line with its full price, and what the coupons so far have left of it. */
interface Part {
  readonly line: Line;
  readonly quantity: bigint;
  readonly price: bigint;
  left: bigint;
}

/** What each coupon takes off each line, and what they leave of it. With tax where prices contain it. */
export interface Discounts {
  readonly byCode: ReadonlyMap<string, readonly bigint[]>;
  readonly left: readonly bigint[];
}

/** Takes so much off a line, as far as there is something left; gives what could not be taken. */
function takeOff(part: Part, amount: bigint): bigint {
  const taken = smaller(amount, part.left);
  part.left -= taken;
  return amount - taken;
}

/** The line with the highest price first; of equals the first in the cart. */
function dearestFirst(parts: readonly Part[]): Part[] {
  return [...parts].sort((left, right) => (left.price < right.price ? 1 : left.price > right.price ? -1 : 0));
}

/** Unit by unit to the line with the highest price, what that cannot take to the next: all that it can, at once. */
function takeRest(parts: readonly Part[], rest: bigint): void {
  let over = rest;
  for (const part of dearestFirst(parts)) over = takeOff(part, over);
}

/** Lines of which pieces count, and how many, where a coupon counts only so many: those of the dearest lines first. */
function piecesOf(parts: readonly Part[], limit: number | null): Map<Part, bigint> {
  let over = limit === null ? null : BigInt(limit);
  const pieces = new Map<Part, bigint>();
  for (const part of dearestFirst(parts)) {
    const counted = over === null ? part.quantity : smaller(part.quantity, over);
    if (over !== null) over -= counted;
    if (counted > 0n) pieces.set(part, counted);
  }
  return pieces;
}

function percent(coupon: Coupon, parts: readonly Part[]): void {
  const rate = fraction(coupon.amount, 1_000_000n);
  let full = zero;
  let floors = 0n;
  const counted = piecesOf(parts, coupon.pieces);
  for (const [part, pieces] of counted) {
    const price = fraction(part.price * pieces, part.quantity);
    const share = floor(times(price, rate));
    full = plus(full, price);
    floors += share;
    takeOff(part, share);
  }
  takeRest([...counted.keys()], halfDown(times(full, rate)) - floors);
}

function fixedProduct(coupon: Coupon, parts: readonly Part[]): void {
  for (const [part, pieces] of piecesOf(parts, coupon.pieces)) {
    const price = floor(fraction(part.price * pieces, part.quantity));
    takeOff(part, smaller(BigInt(coupon.amount) * pieces, price));
  }
}

function fixedCart(coupon: Coupon, parts: readonly Part[]): void {
  let over = BigInt(coupon.amount);
  for (;;) {
    const open = parts.filter(({ left }) => left > 0n);
    const pieces = sum(open.map(({ quantity }) => quantity));
    const each = pieces === 0n ? 0n : over / pieces;
    if (each === 0n) break;
    over -= each * pieces;
    for (const part of open) over += takeOff(part, each * part.quantity);
  }
  takeRest(parts, over);
}

const kinds = ['fixed_product', 'percent', 'fixed_cart'];

/** The order in which coupons are applied, whatever the order in which they were given. */
function inOrder(coupons: readonly Coupon[]): Coupon[] {
  const numbers = ({ kind, pieces, amount, id }: Coupon) => [
    kinds.indexOf(kind),
    pieces === null ? 1 : 0,
    -amount,
    id,
  ];
  return [...coupons].sort((left, right) => byNumbers(numbers(left), numbers(right)));
}

/** docs/money.md, coupons. `coupons` are those that are good for the basket, `prices` those of its lines. */
export function discountsOf(
  basket: Basket,
  prices: readonly bigint[],
  coupons: readonly Coupon[],
): Discounts {
  const parts = basket.lines.map((line, index): Part => {
    const price = prices[index] ?? 0n;
    return { line, quantity: BigInt(line.quantity), price, left: price };
  });
  const apply = { percent, fixed_product: fixedProduct, fixed_cart: fixedCart };
  const byCode = new Map<string, bigint[]>();
  for (const coupon of inOrder(coupons)) {
    const before = parts.map(({ left }) => left);
    const meant = coupon.kind === 'fixed_cart' ? parts : parts.filter(({ line }) => isMeantFor(coupon, line));
    apply[coupon.kind](coupon, meant);
    const taken = parts.map(({ left }, index) => (before[index] ?? 0n) - left);
    byCode.set(coupon.code, taken);
  }
  return { byCode, left: parts.map(({ left }) => left) };
}
