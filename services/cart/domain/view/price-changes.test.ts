import { expect, test } from 'vitest';
import type { CartCommand } from '#contracts/cart-commands.ts';
import type { ProductFacts } from '#contracts/catalogue.ts';
import type { Notice } from '#contracts/notices.ts';
import type { StoreSettings } from '#contracts/settings.ts';
import { anItem, commandContextOf, factsOf, store } from '../../model/context.fixture.ts';
import { type CartState, emptyState } from '../../model/state.ts';
import { applyWrites } from '../apply-writes.ts';
import { viewOf } from './view.ts';

const times = { key: 't_0123456789abcdef', revision: 7, renewsAt: 1_500, expiresAt: 2_500 };
const [mug, cup] = [factsOf(), factsOf({ id: 14, name: 'Cup', sku: 'cup', price: 500 })];
const dearer = factsOf({ price: 2_000 });

const add = (reference: string, price: string | null = null): CartCommand => ({
  kind: 'add-item',
  item: anItem({ reference, price }),
  email: null,
  phone: null,
});

const pricesIn = (notice: Notice) =>
  'code' in notice && notice.code === 'price_changed' ? [notice.data] : [];

/** Returns the cart after several commands, and the changed prices in the notices of the last command. */
function after(
  state: CartState,
  commands: readonly CartCommand[],
  facts: readonly ProductFacts[],
  settings: StoreSettings = store,
) {
  const context = commandContextOf(facts, settings);
  const asked = commands.map((change) => ({ conditions: null, changes: [change], together: null }));
  const last = applyWrites({ revision: 1, state, storedOutcomes: new Map() }, asked, {
    context,
    stale: false,
  }).at(-1);
  if (!last?.outcome.ok) throw new Error('refused');
  const { notices } = viewOf(last.state, times, context, last.outcome.notices);
  return { ...last, prices: notices.flatMap(pricesIn) };
}

const of = (...commands: readonly CartCommand[]) => after(emptyState(0), commands, [mug, cup]).state;
const read = (state: CartState, facts: readonly ProductFacts[], settings = store) =>
  viewOf(state, times, commandContextOf(facts, settings), []).notices.flatMap(pricesIn);
const changed = { name: 'Mug', before: '€18.00', now: '€20.00' };

test('every read has a notice of a price that changed since the cart was written', () => {
  const state = of(add('13'));
  expect(read(state, [mug])).toEqual([]);
  expect(read(state, [dearer])).toEqual([changed]);
  expect(read(state, [dearer])).toEqual([changed]);
  expect(read(state, [mug])).toEqual([]);
});

test.each<[string, CartCommand]>([
  ['of another line', add('14')],
  ['of the same line', add('13')],
])('a change %s has the notice once more, and then the price is stored', (_name, command) => {
  const { state, prices } = after(of(add('13'), add('14')), [command], [dearer, cup]);
  expect(prices).toEqual([changed]);
  expect(read(state, [dearer, cup])).toEqual([]);
});

test('a command that changes nothing writes nothing, and has the notice like a read', () => {
  const state = of(add('13'));
  const look = after(state, [{ kind: 'look' }], [dearer]);
  expect(look.changed).toBe(false);
  expect(look.state).toBe(state);
  expect(look.prices).toEqual([changed]);
});

test('the first of several writes in one commit has the notice', () => {
  const state = of(add('13'));
  expect(after(state, [add('13')], [dearer]).prices).toEqual([changed]);
  expect(after(state, [add('13'), add('13')], [dearer]).prices).toEqual([]);
});

test("a line's own price stays, without a notice", () => {
  const state = of(add('13', '1.00'));
  expect(read(state, [dearer])).toEqual([]);
  expect(after(state, [add('14')], [dearer, cup]).prices).toEqual([]);
});

test('prices in notices are as the cart shows them', () => {
  const tax = { ...store.tax, shownInCart: 'incl' as const };
  expect(read(of(add('13')), [dearer], { ...store, tax })).toEqual([
    { name: 'Mug', before: '€21.60', now: '€24.00' },
  ]);
});

test('the end of a line’s own price causes one notice', () => {
  const own = of(add('13', '3.50'));
  const { state, prices } = after(own, [add('13')], [mug, cup]);
  expect(prices).toEqual([{ name: 'Mug', before: '€3.50', now: '€18.00' }]);
  expect(state.lines).toMatchObject([{ quantity: 2, ownPrice: null }]);
  expect(read(state, [mug, cup])).toEqual([]);
});

test('a price with further decimals is compared and shown with all of them', () => {
  const inclusive = { ...store, tax: { ...store.tax, shownInCart: 'incl' as const } };
  // With 20 % tax: 8.3345 + 1.67 = 10.0045
  const exactMug = factsOf({ price: 833, exact: { price: '8.3345' } });
  const { state } = after(emptyState(0), [add('13')], [exactMug], inclusive);
  expect(state.lines).toMatchObject([{ seenPrice: 833, seenExact: '8.3345' }]);
  expect(read(state, [exactMug], inclusive)).toEqual([]);
  const notice = (before: string, now: string) => [{ name: 'Mug', before, now }];
  // 8.3255 + 1.67 = 9.9955 is shown as 10.00 too.
  expect(read(state, [factsOf({ price: 833, exact: { price: '8.3255' } })], inclusive)).toEqual([]);
  const dearerMug = factsOf({ price: 833, exact: { price: '8.3349' } });
  expect(read(state, [factsOf({ price: 850 })], inclusive)).toEqual(notice('€10.00', '€10.20'));
  const { lines } = after(state, [add('14')], [dearerMug, cup], inclusive).state;
  expect(lines[0]).toMatchObject({ seenPrice: 833, seenExact: '8.3349' });
  const rounded = after(state, [add('13')], [factsOf({ price: 833 })], inclusive).state;
  expect(rounded.lines).toMatchObject([{ seenPrice: 833, seenExact: undefined }]);
});
