import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ProductFacts } from '#contracts/catalogue.ts';
import { commandContextOf, factsOf, stocked } from '../../model/context.fixture.ts';
import { type CartState, emptyState } from '../../model/state.ts';
import { cartWith, keyAt, quantitiesOf, refusalOf } from './cart-with.fixture.ts';
import { setQuantities, setQuantity } from './change-items.ts';

const mug = factsOf();
const cup = stocked(5, { id: 14, name: 'Cup' });
const single = factsOf({ id: 15, name: 'Print', soldIndividually: true, maxPurchase: 1 });
const cart = cartWith([mug, 2], [cup, 4], [single, 1]);
const [mugKey, cupKey, singleKey] = [keyAt(cart, 0), keyAt(cart, 1), keyAt(cart, 2)];
const context = commandContextOf([mug, cup, single]);

const update = (state: CartState, ...pairs: readonly (readonly [lineKey: string, quantity: string])[]) =>
  setQuantities.apply(
    state,
    { kind: 'set-quantities', quantities: pairs.map(([lineKey, quantity]) => ({ lineKey, quantity })) },
    context,
  );
const success = { kind: 'success', code: 'cart_updated', data: {} };

test('the named lines change, the others stay, with one notice', () => {
  const { state, lineKeys, notices } = update(cart, [mugKey, '7'], [cupKey, ' 5 ']);
  expect(quantitiesOf(state)).toEqual([7, 5, 1]);
  expect([...lineKeys].sort()).toEqual([mugKey, cupKey].sort());
  expect(notices).toEqual([success]);
});

test('0 removes a line, and it can be restored', () => {
  const { state } = update(cart, [mugKey, '0'], [singleKey, '0']);
  expect(state.lines).toEqual([cart.lines[1]]);
  expect(state.removed).toEqual([cart.lines[0], cart.lines[2]]);
});

test('unknown keys and equal quantities change nothing and cause no notice', () => {
  const { state, lineKeys, notices } = update(cart, ['deadbeef', '3'], [mugKey, '2'], ['', 'x']);
  expect(state).toBe(cart);
  expect([lineKeys, notices]).toEqual([[], []]);
});

test('the last quantity of a repeated key counts', () => {
  expect(quantitiesOf(update(cart, [mugKey, '9'], [cupKey, '1'], [mugKey, '3']).state)).toEqual([3, 1, 1]);
});

const limits = { minimum: 1, maximum: 9_999, name: 'Cup' };

test.each([
  [
    'above the stock',
    cupKey,
    '9',
    'service_not_enough_in_stock',
    { requested: 9, in_cart: 4, available: 5, name: 'Cup' },
  ],
  [
    'two of a product sold individually',
    singleKey,
    '2',
    'service_can_not_increase_quantity',
    { name: 'Print' },
  ],
  ['a negative', cupKey, '-3', 'service_quantity_invalid_amount', limits],
  ['a fraction', cupKey, '1.5', 'service_quantity_invalid_amount', limits],
  ['above 9,999', cupKey, '10000', 'service_quantity_invalid_amount', limits],
  ['no number', cupKey, 'many', 'service_quantity_not_numeric', { name: 'Cup' }],
])(
  '%s causes a notice and leaves its line unchanged, while the others change',
  (_, lineKey, quantity, error, data) => {
    const { state, lineKeys, notices } = update(cart, [lineKey, quantity], [mugKey, '3']);
    expect(quantitiesOf(state)).toEqual([3, 4, 1]);
    expect(lineKeys).toEqual([mugKey]);
    expect(notices).toEqual([{ kind: 'error', code: 'item_refused', data: { error, data } }]);
  },
);

test('stock that one line frees is available to another, in any order', () => {
  const shared = cartWith([cup, 4, { itemData: { a: '1' } }], [cup, 1, { itemData: { a: '2' } }]);
  const [one, other] = [keyAt(shared, 0), keyAt(shared, 1)];
  expect(quantitiesOf(update(shared, [other, '4'], [one, '1']).state)).toEqual([1, 4]);
  expect(quantitiesOf(update(shared, [one, '1'], [other, '4']).state)).toEqual([1, 4]);
});

test('a cart that holds nothing is refused unless a line was removed', () => {
  expect(refusalOf(() => update(emptyState(0), [mugKey, '1'])).code).toBe('service_cart_empty');
  const emptied = update(cartWith([mug, 1]), [mugKey, '0']).state;
  expect(update(emptied, [mugKey, '1'])).toEqual({ state: emptied, lineKeys: [], notices: [] });
});

test('setting several quantities equals setting them one after the other where each is possible', () => {
  const products: ProductFacts[] = [1, 2, 3, 4].map((id) => factsOf({ id }));
  const all = commandContextOf(products);
  const quantities = fc.array(fc.tuple(fc.nat(3), fc.integer({ min: 0, max: 9_999 })), { maxLength: 6 });
  fc.assert(
    fc.property(quantities, (wanted) => {
      const start = cartWith(...products.map((facts, n) => [facts, n + 1] as const));
      const asked = new Map(wanted.map(([at, quantity]) => [keyAt(start, at), String(quantity)]));
      const together = setQuantities.apply(
        start,
        {
          kind: 'set-quantities',
          quantities: [...asked].map(([lineKey, quantity]) => ({ lineKey, quantity })),
        },
        all,
      ).state;
      const singly = [...asked].reduce(
        (state, [lineKey, quantity]) =>
          setQuantity.apply(
            state,
            { kind: 'set-quantity', lineKey, quantity, variation: null, itemData: null },
            all,
          ).state,
        start,
      );
      expect(together).toEqual(singly);
    }),
  );
});
