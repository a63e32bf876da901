import { expect, test } from 'vitest';
import { lengthOf } from '#testing/length.ts';
import { rejectionsIn } from '../../services/cart/domain/rules/validity.ts';
import { viewOf } from '../../services/cart/domain/view/view.ts';
import { asProduct } from './as-product.ts';
import { type Calculated, calculate } from './calculator.ts';
import { calculatedFigures, cartFigures, differences } from './figures.ts';
import { randomShopping, type Shopping } from './random-store.ts';
import { givenSeed } from './seed.ts';

const carts = lengthOf(1_000, 10_000);
/** Maximum number of reported disagreements. */
const maxShown = 5;

/** For each reason with which the calculator refuses a coupon, the reasons that the cart service may give. */
const reasons: Readonly<Record<string, readonly string[]>> = {
  'there is none': ['not_exist'],
  'not published': ['not_published'],
  expired: ['expired'],
  'used up': ['usage_limit'],
  'used up by this customer': ['usage_limit_customer'],
  'below its minimum': ['minimum_spend'],
  'above its maximum': ['maximum_spend'],
  'not for this address': ['email'],
  'no line that it takes effect on': ['not_applicable'],
  'no line of those that it names': ['not_applicable'],
  'an excluded line': ['excluded_products', 'excluded_categories', 'sale_items'],
};

/** Returns the differences in the refused coupons and their reasons; empty for a store without coupons. */
function refusals(
  { store, basket }: Shopping,
  { refused }: Calculated,
  rejections: ReadonlyMap<string, { reason: string }>,
): string[] {
  if (!store.takesCoupons) return [];
  return basket.codes.flatMap((code) => {
    const [why, reason] = [refused.get(code) ?? '', rejections.get(code)?.reason ?? ''];
    const isSame = why === '' ? reason === '' : reasons[why]?.includes(reason);
    return isSame ? [] : [`coupon ${code}: "${why}", the cart says "${reason}"`];
  });
}

/** Returns the differences between the cart service and the calculator for a store and a cart. */
function disagreements(shopping: Shopping): string[] {
  const { store, basket } = shopping;
  const { state, times, commandContext } = asProduct(store, basket);
  const calculated = calculate(store, basket);
  const rejections = rejectionsIn(state, commandContext, basket.customerId);
  const kept = { ...state, coupons: state.coupons.filter((code) => !rejections.has(code)) };
  const cart = viewOf(kept, times, commandContext, []);
  return [
    ...refusals(shopping, calculated, rejections),
    ...differences(calculatedFigures(store, basket, calculated), cartFigures(cart)),
  ];
}

/** Returns a report of a seed's differences, for a person to check. */
function reportOf(seed: number, shopping: Shopping, found: readonly string[]): string {
  const { store, basket } = shopping;
  const used = { ...store, coupons: store.coupons.filter(({ code }) => basket.codes.includes(code)) };
  const texts = [`MONEY_SEED=${seed}`, JSON.stringify(used), JSON.stringify(basket), ...found];
  return texts.join('\n  ');
}

test(`the product and a calculator from the text alone agree on ${carts} random stores and carts`, () => {
  const given = givenSeed();
  const seeds = given === null ? Array.from({ length: carts }, (_, seed) => seed) : [given];
  const failed: string[] = [];
  for (const seed of seeds) {
    const shopping = randomShopping(seed);
    const found = disagreements(shopping);
    if (found.length > 0) failed.push(reportOf(seed, shopping, found));
  }
  const summary = failed.length === 0 ? '' : `${failed.length} of ${seeds.length} carts`;
  expect([summary, ...failed.slice(0, maxShown)].join('\n')).toBe('');
});
