import { isMeantFor } from './coupon-conditions.ts';
import type { Basket, Coupon, Line, Store } from './description.ts';
import {
  dividedBy,
  floor,
  fraction,
  halfDown,
  halfUp,
  isLess,
  minorUnits,
  one,
  plus,
  smaller,
  sum,
  times,
  zero,
} from './fraction.ts';
import { grainOf } from './grain.ts';
import { byNumbers } from './places.ts';

/**
 * A line with its full price (`price`) and the sum of its discounts so far (`taken`). Both are fine amounts
 * (docs/glossary.md).
 */
interface Part {
  readonly line: Line;
  readonly quantity: bigint;
  readonly price: bigint;
  readonly grain: bigint;
  taken: bigint;
}

/**
 * Discounts by coupon and line, and the remaining price of each line. Amounts include tax if the prices of the
 * store do.
 */
export interface Discounts {
  readonly byCode: ReadonlyMap<string, readonly bigint[]>;
  readonly left: readonly bigint[];
}

/** Returns the remaining price of a line, rounded to minor units. */
function leftOf({ price, taken, grain }: Part): bigint {
  const left = halfUp(fraction(price - taken, grain));
  return left < 0n ? 0n : left;
}

/** Takes `units` minor units off a line, at most its remaining price. Returns how many units were taken. */
function takeOff(part: Part, units: bigint): bigint {
  const taken = smaller(units, leftOf(part));
  part.taken += taken * part.grain;
  return taken;
}

/**
 * Returns lines in the order in which coupons reach them: in version 9.9 by price × quantity, in version 10 by the price
 * of one piece, largest first. Equal lines keep the order of the cart.
 */
function inTurn(shares: readonly Part[], { version }: Store): Part[] {
  const isBefore = (one: Part, other: Part) =>
    version === '9.9'
      ? one.price * one.quantity > other.price * other.quantity
      : one.price * other.quantity > other.price * one.quantity;
  return [...shares].sort((one, other) => Number(isBefore(other, one)) - Number(isBefore(one, other)));
}

/** Takes one minor unit off each piece, line by line, until `rest` is used up or every piece had its turn. */
function takeRest(shares: readonly Part[], rest: bigint): void {
  let over = rest;
  for (const part of shares) if (over > 0n) over -= takeOff(part, smaller(over, part.quantity));
}

/**
 * Returns the number of discounted pieces by line. If the number is limited, the first lines are discounted
 * first.
 */
function piecesOf(shares: readonly Part[], limit: number | null): Map<Part, bigint> {
  let over = limit === null ? null : BigInt(limit);
  const pieces = new Map<Part, bigint>();
  for (const part of shares) {
    const counted = over === null ? part.quantity : smaller(part.quantity, over);
    if (over !== null) over -= counted;
    if (counted > 0n) pieces.set(part, counted);
  }
  return pieces;
}

function percent(coupon: Coupon, shares: readonly Part[], store: Store): void {
  const asked = dividedBy(minorUnits(coupon.amount, coupon.exact, 4), fraction(1_000_000n));
  const rate = isLess(one, asked) ? one : asked;
  const percentage = Math.min(100, coupon.exact === '' ? coupon.amount / 10_000 : Number(coupon.exact));
  let full = zero;
  let all = 0n;
  const counted = piecesOf(shares, coupon.pieces);
  for (const [part, pieces] of counted) {
    const base = store.sequential ? leftOf(part) : halfUp(fraction(part.price, part.grain));
    const price = fraction(base * pieces, part.quantity);
    full = plus(full, price);
    // Binary fractions, as docs/money.md says.
    const share = (Number(base) / Number(part.quantity)) * Number(pieces) * (percentage / 100);
    all += takeOff(part, BigInt(Math.floor(share)));
  }
  takeRest(shares, halfDown(times(full, rate)) - all);
}

function fixedProduct(coupon: Coupon, shares: readonly Part[], { decimals }: Store): void {
  const each = minorUnits(coupon.amount, coupon.exact, decimals);

  for (const [part, pieces] of piecesOf(shares, coupon.pieces)) {
    const { price, quantity, grain } = part;
    const asked = halfUp(times(each, fraction(pieces * grain)));
    const ofPieces = pieces === quantity ? asked : smaller(asked, halfUp(fraction(price * pieces, quantity)));
    part.taken += smaller(ofPieces, leftOf(part) * grain);
  }
}

function fixedCart(coupon: Coupon, shares: readonly Part[], { decimals }: Store): void {
  const asked = minorUnits(coupon.amount, coupon.exact, decimals);
  let over = floor(asked);
  const part = isLess(fraction(over), asked) ? 1n : 0n;
  let open = shares;
  for (;;) {
    open = open.filter((part) => leftOf(part) > 0n);
    const pieces = sum(open.map(({ quantity }) => quantity));
    const each = pieces === 0n ? 0n : over / pieces;
    if (each === 0n) break;
    const before = over;
    for (const [part, limited] of piecesOf(open, coupon.pieces)) {
      const ofPieces = part.quantity * part.grain;
      // The price of one piece, rounded up.
      const price = floor(fraction(part.price + ofPieces - 1n, ofPieces));
      over -= takeOff(part, (coupon.pieces === null ? each : smaller(each, price)) * limited);
    }
    if (over === before) return;
  }
  takeRest(open, over + part);
}

const kinds = ['fixed_product', 'percent', 'fixed_cart'];

/** Returns coupons sorted by the order in which they are applied. */
function inOrder(coupons: readonly Coupon[], { decimals }: Store): Coupon[] {
  const before = ({ kind, pieces }: Coupon) => [kinds.indexOf(kind), pieces ?? 0];
  const amount = ({ kind, amount: rounded, exact }: Coupon) =>
    minorUnits(rounded, exact, kind === 'percent' ? 4 : decimals);
  const larger = (left: Coupon, right: Coupon) => Number(isLess(amount(right), amount(left)));
  return [...coupons].sort(
    (left, right) =>
      byNumbers(before(left), before(right)) ||
      larger(left, right) - larger(right, left) ||
      right.id - left.id,
  );
}

/**
 * Returns the discounts as docs/money.md describes them under coupons. `coupons` must be valid for the basket.
 * `prices` are the prices of the lines. Prices and discounts are fine amounts (docs/glossary.md).
 */
export function discountsOf(
  store: Store,
  basket: Basket,
  prices: readonly bigint[],
  coupons: readonly Coupon[],
): Discounts {
  const grain = grainOf(basket);
  const shares = basket.lines.map((line, index): Part => {
    return { line, quantity: BigInt(line.quantity), price: prices[index] ?? 0n, taken: 0n, grain };
  });
  const apply = { percent, fixed_product: fixedProduct, fixed_cart: fixedCart };
  const byCode = new Map<string, bigint[]>();
  for (const coupon of inOrder(coupons, store)) {
    const before = shares.map(({ taken }) => taken);
    const eligible = shares.filter(({ line }) => coupon.kind === 'fixed_cart' || isMeantFor(coupon, line));
    const open = inTurn(
      eligible.filter((part) => leftOf(part) > 0n),
      store,
    );
    apply[coupon.kind](coupon, open, store);
    byCode.set(
      coupon.code,
      shares.map(({ taken }, index) => taken - (before[index] ?? 0n)),
    );
  }
  return { byCode, left: shares.map(({ price, taken }) => (price > taken ? price - taken : 0n)) };
}
