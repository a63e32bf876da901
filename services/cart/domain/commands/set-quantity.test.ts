import { expect, test } from 'vitest';
import type { CommandOf } from '#contracts/cart-commands.ts';
import type { ProductFacts } from '#contracts/catalogue.ts';
import { commandContextOf, factsOf, stocked } from '../../model/context.fixture.ts';
import type { CartState } from '../../model/state.ts';
import { cartWith, keyAt, quantitiesOf, refusalOf } from './cart-with.fixture.ts';
import { removeLine, setQuantity } from './change-items.ts';

const mug = factsOf();
const cup = factsOf({ id: 14, name: 'Cup' });
const both = cartWith([mug, 2], [cup, 1]);

type QuantityChange = Partial<Omit<CommandOf<'set-quantity'>, 'kind'>>;

function applied(state: CartState, asked: QuantityChange, ...facts: readonly ProductFacts[]) {
  const command = { lineKey: keyAt(state), quantity: '1', variation: null, itemData: null, ...asked };
  return setQuantity.apply(
    state,
    { kind: 'set-quantity', ...command },
    commandContextOf([mug, cup, ...facts]),
  );
}

test.each([
  ['5', [5, 1], 'quantity_raised', 5],
  [' 9999 ', [9_999, 1], 'quantity_raised', 9_999],
  ['1', [1, 1], 'quantity_lowered', 1],
])('a quantity of %j is set, not added, with a notice', (quantity, expected, code, stored) => {
  const { state, lineKeys, notices } = applied(both, { quantity });
  expect(quantitiesOf(state)).toEqual(expected);
  expect(lineKeys).toEqual([keyAt(both)]);
  expect(notices).toEqual([{ kind: 'success', code, data: { name: 'Mug', quantity: stored } }]);
});

test('setting the same quantity changes nothing and causes a notice', () => {
  const { state, notices } = applied(both, { quantity: '2' });
  expect(state).toBe(both);
  expect(notices).toEqual([{ kind: 'success', code: 'quantity_same', data: { name: 'Mug' } }]);
});

test.each(['0', '-0', ' 0.0 '])('a quantity of %j removes the line', (quantity) => {
  expect(applied(both, { quantity })).toEqual(
    removeLine.apply(both, { kind: 'remove-line', lineKey: keyAt(both) }, commandContextOf([])),
  );
});

test('a raised line gets the current price and name', () => {
  const now = factsOf({ price: 2_000, name: 'Large mug' });
  expect(applied(cartWith([mug, 1]), { quantity: '4' }, now).state.lines).toEqual([
    { ...cartWith([mug, 1]).lines[0], quantity: 4, seenPrice: 2_000, name: 'Large mug' },
  ]);
});

test("a line's own price ends when its quantity changes, up or down", () => {
  const own = cartWith([mug, 3, { price: '3.50' }]);
  const price = (quantity: string) => applied(own, { quantity }).state.lines[0]?.ownPrice;
  expect(['3', '2', '4', '9999'].map(price)).toEqual([350, null, null, null]);
  const engraved = applied(own, { quantity: '3', itemData: { engraving: 'Ana' } });
  expect(engraved.state.lines[0]?.ownPrice).toBe(350);
});

test('a line that joins another one keeps a price only if both have the same', () => {
  const joined = (...prices: (string | null)[]) => {
    const [one = null, other = null] = prices;
    const both = cartWith([mug, 2, { itemData: { a: 'b' }, price: one }], [mug, 4, { price: other }]);
    return applied(both, { quantity: '2', itemData: {} }).state.lines[0];
  };
  expect(joined('3.50', '3.50')).toMatchObject({ quantity: 6, ownPrice: 350 });
  expect(joined('3.50', null)).toMatchObject({ quantity: 6, ownPrice: null });
  expect(joined(null, '3.50')).toMatchObject({ quantity: 6, ownPrice: null });
  expect(joined('3.50', '3.00')).toMatchObject({ quantity: 6, ownPrice: null });
});

const single = factsOf({ soldIndividually: true, maxPurchase: 1 });
const bounds = { minimum: 1, maximum: 9_999, name: 'Mug' };

test.each([
  ['an empty key', { lineKey: '' }, mug, 'service_cart_item_key_required', {}],
  ['the key 0', { lineKey: '0' }, mug, 'service_cart_item_key_required', {}],
  ['an unknown key', { lineKey: 'deadbeef' }, mug, 'service_item_not_in_cart', {}],
  ['no number', { quantity: 'two' }, mug, 'service_quantity_not_numeric', { name: 'Mug' }],
  ['nothing', { quantity: '' }, mug, 'service_quantity_not_numeric', { name: 'Mug' }],
  ['an exponent', { quantity: '1e3' }, mug, 'service_quantity_not_numeric', { name: 'Mug' }],
  ['a negative', { quantity: '-3' }, mug, 'service_quantity_invalid_amount', bounds],
  ['a fraction', { quantity: '1.5' }, mug, 'service_quantity_invalid_amount', bounds],
  ['above 9,999', { quantity: '10000' }, mug, 'service_quantity_invalid_amount', bounds],
  [
    'below the minimum',
    { quantity: '2' },
    factsOf({ minPurchase: 3 }),
    'service_quantity_invalid_amount',
    { minimum: 3, maximum: 9_999, name: 'Mug' },
  ],
  ['two sold individually', { quantity: '3' }, single, 'service_can_not_increase_quantity', { name: 'Mug' }],
  [
    'half of one sold individually',
    { quantity: '1.5' },
    single,
    'service_quantity_invalid_amount',
    { minimum: 1, maximum: 1, name: 'Mug' },
  ],
  [
    'above the stock',
    { quantity: '9' },
    stocked(5),
    'service_not_enough_in_stock',
    { requested: 9, in_cart: 2, available: 5, name: 'Mug' },
  ],
  [
    'of a product out of stock',
    { quantity: '3' },
    factsOf({ stock: { ...mug.stock, status: 'outofstock' } }),
    'service_not_enough_in_stock',
    { requested: 3, in_cart: 2, available: 0, name: 'Mug' },
  ],
] as const)('%s is refused', (_, asked, facts, code, data) => {
  const refused = refusalOf(() => applied(both, asked, facts));
  expect({ code: refused.code, data: refused.data }).toEqual({ code, data });
});

test('other lines of the same stock count, and exactly the stock is allowed', () => {
  const shared = cartWith([stocked(5), 2], [stocked(5), 1, { itemData: { a: 'b' } }]);
  expect(refusalOf(() => applied(shared, { quantity: '5' }, stocked(5))).data).toEqual({
    requested: 5,
    in_cart: 3,
    available: 5,
    name: 'Mug',
  });
  expect(quantitiesOf(applied(shared, { quantity: '4' }, stocked(5)).state)).toEqual([4, 1]);
});

test('a line above the stock can be lowered to the stock, but not to more', () => {
  const above = cartWith([mug, 9]);
  expect(refusalOf(() => applied(above, { quantity: '7' }, stocked(5))).data).toEqual({
    requested: 7,
    in_cart: 9,
    available: 5,
    name: 'Mug',
  });
  expect(quantitiesOf(applied(above, { quantity: '5' }, stocked(5)).state)).toEqual([5]);
});

test('products with backorders have no stock limit', () => {
  const stock = { managed: true, quantity: 0, status: 'onbackorder', backorders: 'notify', lowAmount: null };
  const facts = factsOf({ stock: stock as ProductFacts['stock'] });
  expect(quantitiesOf(applied(both, { quantity: '50' }, facts).state)).toEqual([50, 1]);
});

test('other data makes another line in the same place, with another key', () => {
  const { state, lineKeys, notices } = applied(both, { quantity: '3', itemData: { engraving: 'Ana' } });
  const added = cartWith([mug, 3, { itemData: { engraving: 'Ana' } }]);
  expect(state.lines).toEqual([...added.lines, both.lines[1]]);
  expect(lineKeys).toEqual([keyAt(added)]);
  expect(notices).toEqual([{ kind: 'success', code: 'item_changed', data: { name: 'Mug' } }]);
  expect(state.removed).toEqual([]);
});

test('a line that becomes equal to another one joins it, within the limits', () => {
  const two = cartWith([mug, 2, { itemData: { a: 'b' } }], [cup, 1], [mug, 4]);
  const joined = applied(two, { quantity: '3', itemData: {} });
  expect(joined.state.lines).toEqual([
    two.lines[1],
    { ...(two.lines[2] as (typeof two.lines)[number]), quantity: 7 },
  ]);
  expect(refusalOf(() => applied(two, { quantity: '3', itemData: {} }, stocked(6))).data).toEqual({
    requested: 7,
    in_cart: 6,
    available: 6,
    name: 'Mug',
  });
  expect(refusalOf(() => applied(two, { quantity: '9996', itemData: {} })).code).toBe(
    'service_quantity_invalid_amount',
  );
  expect(refusalOf(() => applied(two, { quantity: '1', itemData: {} }, single)).code).toBe(
    'service_can_not_increase_quantity',
  );
});

test('data that is too deep is refused', () => {
  expect(refusalOf(() => applied(both, { itemData: { a: { b: { c: { d: { e: {} } } } } } }))).toMatchObject({
    code: 'service_cart_limit_exceeded',
    data: { limit: 'itemDataDepth', maximum: 5 },
  });
});

test('a line keeps its key, however it was made, while only its quantity changes', () => {
  const [line] = both.lines as [CartState['lines'][number]];
  const kept = { ...both, lines: [{ ...line, key: 'a key of another time' }] };
  expect(applied(kept, { quantity: '5' }).state.lines).toEqual([{ ...kept.lines[0], quantity: 5 }]);
});
