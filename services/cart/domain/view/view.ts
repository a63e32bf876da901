import { hash } from 'node:crypto';
import type { Cart, CartLine, CartStanding, Customer, Notice } from '#contracts/cart.ts';
import type { StoreSettings } from '#contracts/settings.ts';
import { atFinest } from '#platform/money/fine-amounts.ts';
import { defaultPlace, type Place } from '#platform/tax/place.ts';
import type { CommandContext } from '../../model/command.ts';
import { isSafeAmount, withinSafeIntegers } from '../../model/limits.ts';
import type { CartState } from '../../model/state.ts';
import { countedAmountsIn } from '../lines/amount.ts';
import { calculate } from '../totals/calculation.ts';
import { enteredIn, type PricedLine, pricedLines, pricing } from '../totals/lines.ts';
import { couponView, feeView, shippingView } from './charges.ts';
import { crossSells } from './cross-sells.ts';
import { inUnits, lineView, microWeight } from './line-view.ts';
import { priceNotices } from './price-changes.ts';
import { type HeldByUnit, heldByUnit, stockNotices } from './shortages.ts';

/** Key, revision and times of a cart, which its view shows. Times are Unix milliseconds. */
export interface CartTimes {
  readonly key: string;
  readonly revision: number;
  readonly renewsAt: number;
  readonly expiresAt: number;
}

/** Returns the key, revision and times of a cart as answers contain them: with times in Unix seconds. */
export function standingOf({ key, revision, renewsAt, expiresAt }: CartTimes): CartStanding {
  return {
    key,
    revision,
    renewsAt: Math.floor(renewsAt / 1000),
    expiresAt: Math.floor(expiresAt / 1000),
  };
}

/** Returns the addresses. An address without a country gets the default country (docs/reference/cart.md#addresses). */
function customerView({ billing, shipping }: Customer, defaultCountry: string): Customer {
  return {
    billing: { ...billing, country: billing.country || defaultCountry },
    shipping: { ...shipping, country: shipping.country || defaultCountry },
  };
}

/**
 * Returns a hash of the lines, their unit prices and the total, so that clients detect changes. Empty for an
 * empty cart (docs/reference/rules.md#item-keys-and-the-cart-hash).
 */
function hashOf(lines: readonly PricedLine[], total: number): string {
  if (lines.length === 0) return '';
  const texts = lines.map(({ line, shown }) => `${line.key} ${line.quantity} ${shown}`);
  return hash('md5', `${texts.join()}=${total}`);
}

/** Returns the removed lines at current prices, without lines that are too expensive for any cart. */
function removedViews(state: CartState, held: HeldByUnit, context: CommandContext, place: Place): CartLine[] {
  const { facts, settings } = context;
  if (state.removed.length === 0) return [];
  const { ofLine } = countedAmountsIn(state, context);
  const lines = state.removed.filter((line) => isSafeAmount(ofLine(line)));
  return lines.flatMap((one) =>
    atFinest(enteredIn({ lines: [one], fees: [] }, facts), (grain) => {
      const prices = pricing(settings, place, grain);
      const [line] = pricedLines([one], facts, prices);
      return line ? [lineView({ ...line, total: line.subtotal }, prices.rounding, held, facts)] : [];
    }),
  );
}

/** Returns the store's default state for each address without country and state; empty for other addresses. */
function assumedStates({ billing, shipping }: Customer, settings: StoreSettings): Cart['assumedStates'] {
  const { state } = defaultPlace(settings);
  const of = (address: Customer['shipping']) => (address.country === '' && address.state === '' ? state : '');
  return { billing: of(billing), shipping: of(shipping) };
}

function shownCart(
  state: CartState,
  cartTimes: CartTimes,
  context: CommandContext,
  notices: readonly Notice[],
): Cart {
  const { facts, settings } = context;
  const { place, pricing: prices, lines, savings, packages, fees, taxes, totals } = calculate(state, context);
  const held = heldByUnit(lines);
  const needsShipping = settings.shippingEnabled && lines.some((one) => one.facts.shippingRequired);
  return {
    ...standingOf(cartTimes),
    hash: hashOf(lines, totals.total),
    currency: settings.currency,
    dimensionUnit: settings.dimensionUnit,
    customer: customerView(state.customer, settings.defaultCountry),
    assumedStates: assumedStates(state.customer, settings),
    lines: lines.map((line) => lineView(line, prices.rounding, held, facts)),
    itemCount: lines.reduce((count, { line }) => count + line.quantity, 0),
    weight: inUnits(lines.reduce((all, { facts: one, line }) => all + microWeight(one, line.quantity), 0)),
    coupons: savings.map(couponView),
    fees: fees.map((fee) => feeView(fee, prices)),
    shipping: shippingView(packages, state, needsShipping, prices),
    taxes: settings.tax.shownInCart === 'excl' ? taxes : [],
    totals,
    needsPayment: totals.total > 0,
    needsShipping,
    removed: removedViews(state, held, context, place),
    crossSells: crossSells(state, context, prices.showPrice),
    notices: [...notices, ...priceNotices(state, context), ...stockNotices(lines, held)],
    extensions: state.extensions,
  };
}

/**
 * Returns the view of a cart at this moment (docs/reference/cart.md#the-cart). The view is the same for all dialects.
 *
 * @throws ServiceError `service_cart_limit_exceeded` when the shop's taxes have become too high to calculate the cart
 */
export function viewOf(
  state: CartState,
  cartTimes: CartTimes,
  context: CommandContext,
  notices: readonly Notice[],
): Cart {
  return withinSafeIntegers(() => shownCart(state, cartTimes, context, notices));
}
