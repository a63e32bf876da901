import { expect, test } from 'vitest';
import { commandContextOf, factsOf } from '../../model/context.fixture.ts';
import { type CartState, emptyState } from '../../model/state.ts';
import { cartWith, keyAt, quantitiesOf, refusalOf } from './cart-with.fixture.ts';
import { removeLine } from './change-items.ts';

const mug = factsOf();
const cup = factsOf({ id: 14, name: 'Cup' });
const both = cartWith([mug, 2, { itemData: { engraving: 'Ana' }, price: '3.50' }], [cup, 1]);
const remove = (state: CartState, lineKey: string) =>
  removeLine.apply(state, { kind: 'remove-line', lineKey }, commandContextOf([]));

test('a line moves with all its data to the removed lines, with a notice', () => {
  const { state, lineKeys, notices } = remove(both, keyAt(both));
  expect(state).toEqual({ ...both, lines: both.lines.slice(1), removed: both.lines.slice(0, 1) });
  expect(lineKeys).toEqual([keyAt(both)]);
  expect(notices).toEqual([{ kind: 'success', code: 'item_removed', data: { name: 'Mug' } }]);
});

test('a line that is removed again replaces the earlier removed one', () => {
  const once = remove(both, keyAt(both)).state;
  const line = { ...(both.lines[0] as (typeof both.lines)[number]), quantity: 7 };
  const again = remove({ ...once, lines: [...once.lines, line] }, line.key).state;
  expect(again.removed).toEqual([line]);
});

test('the newest two hundred removed lines are stored', () => {
  let state = both;
  const [line] = both.lines as [(typeof both.lines)[number]];
  for (let n = 0; n < 201; n += 1) {
    const key = n.toString(16).padStart(32, '0');
    state = remove({ ...state, lines: [{ ...line, key, quantity: n + 1 }] }, key).state;
  }
  expect(quantitiesOf({ ...state, lines: state.removed })).toEqual(
    Array.from({ length: 200 }, (_, n) => n + 2),
  );
});

test('removed lines with much data take at most a quarter of a cart', () => {
  let state = both;
  const [line] = both.lines as [(typeof both.lines)[number]];
  for (let n = 0; n < 20; n += 1) {
    const large = { ...line, key: `line-${n}`, itemData: { text: 'é'.repeat(4_000) } };
    state = remove({ ...state, lines: [large] }, large.key).state;
  }
  const sizes = state.removed.map((one) => Buffer.byteLength(JSON.stringify(one)));
  expect(sizes.reduce((sum, size) => sum + size)).toBeLessThanOrEqual(65_536);
  expect(state.removed.map((one) => one.key)).toEqual(
    [12, 13, 14, 15, 16, 17, 18, 19].map((n) => `line-${n}`),
  );
});

const onlyMug = cartWith([mug, 1]);
const removed = remove(onlyMug, keyAt(onlyMug)).state;
const known = keyAt(onlyMug);

test.each([
  ['an empty key', both, '', 'service_cart_item_key_required', {}],
  ['the key 0', both, '0', 'service_cart_item_key_required', {}],
  ['an unknown key', both, 'deadbeef', 'service_item_not_in_cart', {}],
  ['one removed before', removed, known, 'service_item_not_in_cart', { name: 'Mug' }],
  ['anything in a cart that never held a line', emptyState(0), known, 'service_no_items', {}],
])('%s is refused', (_, state, key, code, data) => {
  expect(refusalOf(() => remove(state, key))).toEqual({ code, data });
});
