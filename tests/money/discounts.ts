import { isMeantFor } from './coupon-conditions.ts';
import type { Basket, Coupon, Line } from './description.ts';
import { floor, fraction, halfDown, sum, times } from './fraction.ts';
import { byNumbers } from './places.ts';

/** A line with its full price, and what the coupons so far have left of it. */
interface Part {
  readonly line: Line;
  readonly unit: bigint;
  readonly quantity: bigint;
  readonly price: bigint;
  left: bigint;
}

/** What the coupons take off: each of them, and what is left of each line. Amounts as prices are entered. */
export interface Discounts {
  readonly byCode: ReadonlyMap<string, bigint>;
  readonly left: readonly bigint[];
}

function smaller(left: bigint, right: bigint): bigint {
  return left < right ? left : right;
}

/** Takes so much off a line, as far as there is something left; returns what came off. */
function takeOff(part: Part, amount: bigint): bigint {
  const taken = smaller(amount, part.left);
  part.left -= taken;
  return taken;
}

/** The line with the highest price first; of equals the first in the cart. */
function dearestFirst(parts: readonly Part[]): Part[] {
  return [...parts].sort((left, right) => (left.price < right.price ? 1 : left.price > right.price ? -1 : 0));
}

/** Unit by unit to the line with the highest price, what that cannot take to the next: all that it can, at once. */
function takeRest(parts: readonly Part[], rest: bigint): bigint {
  let over = rest;
  for (const part of dearestFirst(parts)) over -= takeOff(part, over);
  return rest - over;
}

/** How many pieces of each line count where a coupon counts only so many: those of the dearest lines first. */
function piecesOf(parts: readonly Part[], limit: number | null): Map<Part, bigint> {
  let over = limit === null ? null : BigInt(limit);
  const pieces = new Map<Part, bigint>();
  for (const part of dearestFirst(parts)) {
    const counted = over === null ? part.quantity : smaller(part.quantity, over);
    if (over !== null) over -= counted;
    pieces.set(part, counted);
  }
  return pieces;
}

function percent(coupon: Coupon, parts: readonly Part[]): bigint {
  const rate = fraction(coupon.amount, 1_000_000n);
  const pieces = piecesOf(parts, coupon.pieces);
  let full = 0n;
  let floors = 0n;
  let taken = 0n;
  for (const part of parts) {
    const price = part.unit * (pieces.get(part) ?? 0n);
    const share = floor(times(fraction(price), rate));
    full += price;
    floors += share;
    taken += takeOff(part, share);
  }
  const lost = halfDown(times(fraction(full), rate)) - floors;
  return taken + takeRest(parts, lost);
}

function fixedProduct(coupon: Coupon, parts: readonly Part[]): bigint {
  const pieces = piecesOf(parts, coupon.pieces);
  const each = (part: Part) => smaller(BigInt(coupon.amount), part.unit) * (pieces.get(part) ?? 0n);
  return sum(parts.map((part) => takeOff(part, each(part))));
}

function fixedCart(coupon: Coupon, parts: readonly Part[]): bigint {
  const amount = BigInt(coupon.amount);
  let over = amount;
  for (;;) {
    const open = parts.filter(({ left }) => left > 0n);
    const pieces = sum(open.map(({ quantity }) => quantity));
    const each = pieces === 0n ? 0n : over / pieces;
    if (each === 0n) break;
    for (const part of open) over -= takeOff(part, each * part.quantity);
  }
  return amount - over + takeRest(parts, over);
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

/** docs/money.md, coupons. `coupons` are those that are good for the basket. */
export function discountsOf(basket: Basket, coupons: readonly Coupon[]): Discounts {
  const parts = basket.lines.map((line): Part => {
    const unit = BigInt(line.unitPrice);
    const quantity = BigInt(line.quantity);
    return { line, unit, quantity, price: unit * quantity, left: unit * quantity };
  });
  const apply = { percent, fixed_product: fixedProduct, fixed_cart: fixedCart };
  const byCode = new Map<string, bigint>();
  for (const coupon of inOrder(coupons)) {
    const meant = coupon.kind === 'fixed_cart' ? parts : parts.filter(({ line }) => isMeantFor(coupon, line));
    byCode.set(coupon.code, apply[coupon.kind](coupon, meant));
  }
  return { byCode, left: parts.map(({ left }) => left) };
}
