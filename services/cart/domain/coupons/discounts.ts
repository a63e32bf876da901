import type { ProductFacts } from '#contracts/catalogue.ts';
import type { Coupon } from '#contracts/coupons.ts';
import type { StoreSettings } from '#contracts/settings.ts';
import { comparePrices, finePrice, millionthsOf } from '#platform/money/exact.ts';
import {
  type Fine,
  fine,
  fineOf,
  fraction,
  type Grain,
  inUnits,
  type Minor,
  minor,
  noFine,
  share,
  sum,
  zero,
} from '#platform/money/money.ts';
import { eligibilityOf } from './conditions.ts';

const kinds: readonly Coupon['discountType'][] = ['fixed_product', 'percent', 'fixed_cart'];

/**
 * Returns coupons in the order of their application (docs/money.md, "Coupons"): by kind in the order of `kinds`,
 * then by limit of pieces (no limit first, then ascending), then by amount (ascending), then by id (descending).
 */
export function inOrder(coupons: readonly Coupon[]): readonly Coupon[] {
  return [...coupons].sort(
    (a, b) =>
      kinds.indexOf(a.discountType) - kinds.indexOf(b.discountType) ||
      (a.usageLimitToItems ?? 0) - (b.usageLimitToItems ?? 0) ||
      comparePrices(a, b) ||
      b.id - a.id,
  );
}

const sumOf = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);

/** Above all prices of lines, as a fine amount. */
const veryLarge = 2 ** 52;

type CouponAmount = Pick<Coupon, 'amount' | 'exact'>;

/** A line to which one coupon applies. */
interface CountedLine {
  /** The price of the whole quantity, before all coupons. */
  readonly price: Fine;
  readonly quantity: number;
  /** Number of pieces to which the coupon applies: all pieces of the line if the coupon has no limit. */
  readonly pieces: number;
  /** The amount to which a percentage applies: the price, or `left` if discounts are sequential. */
  readonly base: Minor;
  /** The price that is left after earlier coupons, rounded to the minor unit. Above zero. */
  readonly left: Minor;
}

/**
 * Returns the lines with as many `pieces` as a coupon's limit allows: the first lines keep theirs, one line may keep some,
 * and the lines after it have none. If the limit is null, returns the lines unchanged.
 */
function limited<Line extends CountedLine>(lines: readonly Line[], limit: number | null): readonly Line[] {
  if (limit === null) return lines;
  let remaining = limit;
  return lines.map((line) => {
    const pieces = Math.min(line.pieces, remaining);
    remaining -= pieces;
    return { ...line, pieces };
  });
}

/**
 * Adds the remainder `over` to the discounts line by line, and returns the sums. Each piece of a line takes one minor
 * unit, as long as the line still costs something. A remainder that is left after the last line is not distributed.
 */
function withRemainder(
  lines: readonly CountedLine[],
  discounts: readonly Minor[],
  over: number,
): readonly Minor[] {
  let undistributed = Math.max(0, over);
  return lines.map(({ left, quantity }, index) => {
    const taken = discounts[index] as Minor;
    const more = Math.min(undistributed, quantity, left - taken);
    undistributed -= more;
    return minor(taken + more);
  });
}

/**
 * Returns the discount of each line for a coupon with a fixed amount per piece. No discount exceeds `left`. If the
 * coupon applies to only some pieces of a line, the discount does not exceed the price of these pieces either.
 */
function fixedProductDiscounts(
  lines: readonly CountedLine[],
  { amount, exact }: CouponAmount,
  { grain, decimals }: DiscountRules,
): readonly Fine[] {
  return lines.map(({ price, quantity, pieces, left }) => {
    const most = fineOf(left, grain);
    // A very large result may be inexact, but exceeds every price. So the minimum below is exact.
    const rounded = amount * grain * pieces;
    const discount = rounded < veryLarge ? finePrice(minor(amount), exact, pieces, decimals, grain) : rounded;
    const ofPieces = pieces === quantity ? discount : Math.min(discount, share(price, pieces, quantity));
    return ofPieces < most ? fine(ofPieces) : most;
  });
}

/** The rate of 100 %. A rate is a whole number, so this scale holds percentages with six decimals. */
const wholeRate = 100_000_000;

/**
 * Returns the discount that a percentage gives on the `pieces` of all lines together. Half a minor unit is rounded
 * down.
 */
function shareOfAll(lines: readonly CountedLine[], rate: number): Minor {
  const whole = sum(lines.map(({ base, pieces, quantity }) => (pieces === quantity ? base : zero)));
  // A limit of pieces splits at most one line.
  const part = lines.find(({ pieces, quantity }) => pieces > 0 && pieces < quantity);
  if (!part) return fraction(whole, rate, wholeRate, 'towardsZero');
  const quantity = BigInt(part.quantity);
  const prices = BigInt(whole) * quantity + BigInt(part.base) * BigInt(part.pieces);
  return fraction(minor(rate), prices, quantity * BigInt(wholeRate), 'towardsZero');
}

/**
 * Returns the discount of each line for a coupon with a percentage. Each discount is rounded down and does not exceed
 * `left`. So the sum of the discounts may be below the percentage of all lines together. The missing minor units are
 * then added to the discounts, at most one for each piece. Lines beyond the coupon's limit of pieces take part in this.
 */
function percentDiscounts(lines: readonly CountedLine[], { amount, exact }: CouponAmount): readonly Minor[] {
  const rate = Math.min(exact === undefined ? amount * 100 : millionthsOf(exact), wholeRate);
  // WooCommerce calculates each discount with binary fractions before it rounds it down: 35 % of 110.00 is 38.49.
  const factor = rate / 1_000_000 / 100;
  const taken = lines.map(({ base, pieces, quantity, left }) => {
    const share = Math.floor((base / quantity) * pieces * factor);
    return minor(Math.min(share, left));
  });
  return withRemainder(lines, taken, shareOfAll(lines, rate) - sum(taken));
}

type CartCoupon = CouponAmount & Pick<Coupon, 'usageLimitToItems'>;

/** A line while a fixed discount for the whole cart is split. */
interface OpenLine extends CountedLine {
  /** The most that a piece takes at a time: its price before all coupons if the coupon has a limit of pieces. */
  readonly most: number;
  /** The discount so far. */
  taken: number;
}

/**
 * Returns how often lines can take their shares `turn` until a line costs nothing, or until `over` is too small to give
 * each piece `perPiece` again.
 */
function equalTurns(
  open: readonly OpenLine[],
  turn: readonly number[],
  over: number,
  perPiece: number,
): number {
  const isTaking = open.flatMap(({ left, taken }, place) => {
    const share = turn[place] as number;
    return share > 0 ? [Math.floor((left - taken) / share)] : [];
  });
  const least = perPiece * sumOf(open.map(({ quantity }) => quantity));
  return Math.min(Math.floor((over - least) / sumOf(turn)) + 1, ...isTaking);
}

/**
 * Splits a fixed discount for the whole cart over its lines, and returns the discount of each line. All pieces get
 * equal shares, rounded down. If the shares exceed the price of a cheap line, or if a limit of pieces keeps shares from
 * the later pieces, the rest is split again over the lines that still cost something. If fewer minor units than pieces
 * remain, one piece after the other takes one unit. A part of a minor unit that remains counts as a whole one.
 */
function fixedCartDiscounts(
  lines: readonly CountedLine[],
  { amount, exact, usageLimitToItems: limit }: CartCoupon,
  grain: Grain,
): readonly Minor[] {
  const isRoundedUp = comparePrices({ amount, exact }, { amount }) < 0;
  let over = isRoundedUp ? amount - 1 : amount;
  const part = exact === undefined ? 0 : 1;
  const all = lines.map((line): OpenLine => {
    const { price, quantity } = line;
    const most = limit === null ? Number.POSITIVE_INFINITY : Math.ceil(share(price, 1, quantity) / grain);
    return { ...line, most, taken: 0 };
  });
  const discounts = () => all.map(({ taken }) => minor(taken));
  let open: readonly OpenLine[] = all;
  while (open.length > 0) {
    const perPiece = Math.floor(over / sumOf(open.map(({ quantity }) => quantity)));
    if (perPiece === 0) return withRemainder(lines, discounts(), over + part);
    const turn = limited(open, limit).map(({ pieces, most, left, taken }) =>
      Math.min(perPiece * pieces, most * pieces, left - taken),
    );
    if (sumOf(turn) === 0) break;
    // Without a limit, no turn repeats: a turn leaves less than one unit per piece, or a line costs nothing. With a
    // limit, a turn can leave nearly everything, so equal turns are counted and not repeated one by one.
    const largest = Math.max(...open.filter((_, place) => turn[place]).map(({ most }) => most));
    const turns = equalTurns(open, turn, over, Math.min(perPiece, largest));
    over -= turns * sumOf(turn);
    for (const [place, line] of open.entries()) line.taken += turns * (turn[place] as number);
    open = open.filter(({ taken, left }) => taken < left);
  }
  return discounts();
}

/** A line to which coupons may apply. `price` is for the whole quantity, with tax if entered prices contain tax. */
export interface Discountable {
  readonly facts: ProductFacts;
  readonly quantity: number;
  readonly price: Fine;
}

/** How discounts are calculated. */
interface DiscountRules {
  readonly grain: Grain;
  /** Decimals of the currency. */
  readonly decimals: number;
  /**
   * Whether each coupon applies to the price that earlier coupons left. If false, each coupon applies to the full
   * price.
   */
  readonly sequential: boolean;
  readonly calculation: StoreSettings['calculation'];
}

/** A line of the cart while coupons are applied. */
interface OrderedLine extends Discountable {
  /** The position of the line in the cart. */
  readonly index: number;
  /** The sum of the discounts so far. */
  taken: number;
}

/**
 * For each calculation, by what lines are sorted. `price` already contains the quantity, so the quantity counts twice in
 * WooCommerce 9.9.
 */
const ranks: Readonly<Record<StoreSettings['calculation'], (line: Discountable) => number>> = {
  'woocommerce-9.9': ({ price, quantity }) => price * quantity,
  'woocommerce-10': ({ price, quantity }) => price / quantity,
};

/** Returns the lines in the order of processing, the highest rank first. Equal lines keep their order. */
function inProcessingOrder(
  lines: readonly Discountable[],
  { calculation }: DiscountRules,
): readonly OrderedLine[] {
  const rank = ranks[calculation];
  return lines
    .map((line, index): OrderedLine => ({ ...line, index, taken: 0 }))
    .sort((a, b) => rank(b) - rank(a));
}

/**
 * Returns the lines to which a coupon applies, each with the number of pieces to which the coupon applies. Lines that
 * cost nothing after earlier coupons are omitted.
 */
function countedLines(coupon: Coupon, lines: readonly OrderedLine[], { grain, sequential }: DiscountRules) {
  const isForCart = coupon.discountType === 'fixed_cart';
  const { isFor } = eligibilityOf(coupon);
  const open: (CountedLine & { readonly placed: OrderedLine })[] = [];
  for (const placed of lines) {
    const { price, quantity, taken, facts } = placed;
    // Earlier discounts are calculated from rounded prices, so their sum may slightly exceed the exact price.
    // `left` is then zero.
    const left = minor(Math.max(0, inUnits(fine(price - taken), grain, 'awayFromZero')));
    if (left === 0 || !(isForCart || isFor(facts))) continue;
    const base = sequential ? left : inUnits(price, grain, 'awayFromZero');
    open.push({ placed, price, quantity, pieces: quantity, base, left });
  }
  // The discount of a fixed cart coupon is split in several turns, each with its own limit.
  return isForCart ? open : limited(open, coupon.usageLimitToItems);
}

const toFine = (amounts: readonly Minor[], grain: Grain) => amounts.map((amount) => fineOf(amount, grain));

const discountsBy: Readonly<
  Record<
    Coupon['discountType'],
    (lines: readonly CountedLine[], coupon: CartCoupon, rules: DiscountRules) => readonly Fine[]
  >
> = {
  fixed_product: fixedProductDiscounts,
  percent: (lines, coupon, { grain }) => toFine(percentDiscounts(lines, coupon), grain),
  fixed_cart: (lines, coupon, { grain }) => toFine(fixedCartDiscounts(lines, coupon, grain), grain),
};

/**
 * Returns, for each coupon code, the discounts on the lines, in the order of `lines` (docs/money.md, "Coupons"). Pure.
 */
export function discountsOf(
  lines: readonly Discountable[],
  coupons: readonly Coupon[],
  rules: DiscountRules,
): ReadonlyMap<string, readonly Fine[]> {
  const byCode = new Map<string, readonly Fine[]>();
  const placed = inProcessingOrder(lines, rules);
  for (const coupon of inOrder(coupons)) {
    const counted = countedLines(coupon, placed, rules);
    const taken = discountsBy[coupon.discountType](counted, coupon, rules);
    const discounts = lines.map(() => noFine);
    for (const [place, one] of counted.entries()) {
      const amount = taken[place] as Fine;
      discounts[one.placed.index] = amount;
      one.placed.taken += amount;
    }
    byCode.set(coupon.code, discounts);
  }
  return byCode;
}
