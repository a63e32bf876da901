import { describe, expect, test } from 'vitest';
import type { Coupon } from '#contracts/coupons.ts';
import { unavailable } from '#platform/errors/errors.ts';
import { commandContextOf, factsOf } from '../model/context.fixture.ts';
import type { CartState } from '../model/state.ts';
import { applyWrites } from './apply-writes.ts';
import { cartWith, keyAt } from './commands/cart-with.fixture.ts';
import type { Change } from './commands.ts';
import { aCoupon } from './coupons/coupon.fixture.ts';

const mug = factsOf();
const vase = factsOf({ id: 14, name: 'Vase', sku: 'vase' });
/** A coupon with a minimum of 50.00. Two mugs and a vase at 18.00 each are 54.00. */
const big = aCoupon({ id: 2, code: 'big', minimumSpend: 5_000 });
const cart: CartState = { ...cartWith([mug, 2], [vase, 1]), coupons: ['big'] };

const folded = (
  changes: readonly Change[],
  state = cart,
  coupons: readonly Coupon[] = [big],
  stale = false,
) =>
  applyWrites(
    { revision: 1, state, storedOutcomes: new Map() },
    changes.map((change) => ({ conditions: null, changes: [change], together: null })),
    { context: commandContextOf([mug, vase], undefined, [], coupons), stale },
  );
const noticesOf = ({ outcome }: ReturnType<typeof folded>[number]) =>
  outcome.ok
    ? outcome.notices.map((notice) => 'code' in notice && [notice.code, notice.data])
    : outcome.error.code;

const removal: Change = { kind: 'remove-line', lineKey: keyAt(cart, 1) };
const restoring: Change = { kind: 'restore-line', lineKey: keyAt(cart, 1) };
const removalNotice = ['coupon_dropped', { coupon: 'big', reason: 'minimum_spend', amount: '€50.00' }];

test('a change that makes a coupon invalid removes it in the same commit', () => {
  const [removed, restored] = folded([removal, restoring]);
  expect(removed && [removed.state.coupons, noticesOf(removed)]).toEqual([
    [],
    [['item_removed', { name: 'Vase' }], removalNotice],
  ]);
  expect(restored?.state.coupons).toEqual([]);
});

test('stale data removes no coupon', () => {
  const [removed] = folded([removal], cart, [big], true);
  expect(removed?.state.coupons).toEqual(['big']);
});

test('an invalid coupon can be removed, without a further notice', () => {
  const over = aCoupon({
    id: 2,
    code: 'big',
    expires: { local: '2020-01-01T00:00:00', utc: '2020-01-01T00:00:00' },
  });
  const [removed] = folded([{ kind: 'remove-coupon', code: 'big' }], cart, [over]);
  expect(removed && noticesOf(removed)).toEqual([['coupons_removed', { codes: ['big'] }]]);
});

test('removing the last line keeps coupons; clearing removes them with everything', () => {
  const one = { ...cartWith([mug, 1]), coupons: ['big'] };
  const [removed, cleared] = folded(
    [
      { kind: 'remove-line', lineKey: keyAt(one) },
      { kind: 'clear', keepRemoved: false },
    ].map((change) => change as Change),
    one,
  );
  expect([removed?.state.coupons, cleared?.state.coupons]).toEqual([['big'], []]);
});

test('fees count towards the limit of amounts, also negative ones', () => {
  const fee = (name: string, amount: string): Change => {
    return { kind: 'add-fee', name, amount, taxable: false, taxClass: '' };
  };
  // The limit is 2 ** 48 = 281,474,976,710,656 minor units.
  const [most, more, less] = folded(
    [fee('most', '2814749767052.56'), fee('more', '54.01'), fee('less', '-54.01')],
    { ...cart, coupons: [] },
  );
  // Together with goods of 54.00, the first fee reaches the limit exactly.
  expect([most, more, less].map((step) => step && noticesOf(step))).toEqual([
    [['fee_added', { name: 'most' }]],
    'service_cart_limit_exceeded',
    'service_cart_limit_exceeded',
  ]);
});

describe('a write whose deadline passes', () => {
  const late = () => {
    throw unavailable('the deadline has passed');
  };
  const start = { revision: 1, state: cart, storedOutcomes: new Map() };
  const seen = { context: commandContextOf([mug, vase], undefined, [], [big]), stale: false };

  test('is refused; the others are applied', () => {
    const writes = [0, 1].map((at) => ({
      ...{ conditions: null, together: null },
      changes: [{ kind: 'remove-line' as const, lineKey: keyAt(cart, at) }],
    }));
    const [refused, removed] = applyWrites(start, writes, seen, [late]);
    expect(refused && noticesOf(refused)).toBe('service_unavailable');
    expect(refused?.state).toBe(cart);
    expect(removed?.changed).toBe(true);
  });

  test.each(['all-or-none', 'each'] as const)(
    'ends before its next change and changes nothing (%s)',
    (mode) => {
      let calls = 0;
      const check = () => {
        calls += 1;
        if (calls === 3) late();
      };
      const changes = [removal, restoring, removal, restoring];
      const [step] = applyWrites(start, [{ conditions: null, changes, together: mode }], seen, [check]);
      expect(step && noticesOf(step)).toBe('service_unavailable');
      expect([step?.state, step?.changed, calls]).toEqual([cart, false, 3]);
    },
  );
});
