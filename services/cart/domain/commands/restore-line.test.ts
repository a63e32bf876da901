import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ProductFacts } from '#contracts/catalogue.ts';
import { commandContextOf, factsOf, stocked } from '../../model/context.fixture.ts';
import { type CartState, emptyState, type Line } from '../../model/state.ts';
import { cartWith, keyAt, quantitiesOf, refusalOf } from './cart-with.fixture.ts';
import { removeLine, restoreLine } from './change-items.ts';

const mug = factsOf();
const cup = factsOf({ id: 14, name: 'Cup' });

const remove = (state: CartState, lineKey: string) =>
  removeLine.apply(state, { kind: 'remove-line', lineKey }, commandContextOf([])).state;
const restored = (state: CartState, lineKey: string, facts: readonly ProductFacts[] = [mug, cup]) =>
  restoreLine.apply(state, { kind: 'restore-line', lineKey }, commandContextOf(facts));
const restore = (...given: Parameters<typeof restored>) => restored(...given).state;

const sorted = (lines: readonly Line[]) => lines.toSorted((a, b) => a.key.localeCompare(b.key));

test('a line is restored under its key with its quantity, data and price, and is no longer a removed line', () => {
  const cart = cartWith([mug, 2, { itemData: { engraving: 'Ana' }, price: '3.50' }], [cup, 1]);
  const key = keyAt(cart);
  const { state, lineKeys, notices } = restored(remove(cart, key), key);
  expect(state).toEqual({ ...cart, lines: [cart.lines[1], cart.lines[0]] });
  expect(lineKeys).toEqual([key]);
  expect(notices).toEqual([{ kind: 'success', code: 'item_restored', data: { name: 'Mug' } }]);
});

test('a line that was added again meanwhile gets the sum of both quantities', () => {
  const cart = cartWith([mug, 2]);
  const again = { ...remove(cart, keyAt(cart)), lines: cartWith([mug, 3]).lines };
  const state = restore(again, keyAt(cart));
  expect(quantitiesOf(state)).toEqual([5]);
  expect(state.removed).toEqual([]);
});

const taken = (facts: ProductFacts, quantity: number, meanwhile = 0) => {
  const cart = cartWith([facts, quantity]);
  const { lines } = meanwhile > 0 ? cartWith([facts, meanwhile]) : { lines: [] };
  return { ...remove(cart, keyAt(cart)), lines };
};
const key = keyAt(cartWith([mug, 1]));
const full = { ...taken(mug, 1), lines: cartWith(...manyCups(200)).lines };

function manyCups(count: number) {
  return Array.from({ length: count }, (_, n) => [cup, 1, { itemData: { n } }] as const);
}

test.each([
  ['unpurchasable', taken(mug, 1), factsOf({ purchasable: false }), 'service_cannot_be_purchased', {}],
  [
    'sold out',
    taken(stocked(5), 1),
    stocked(0, { stock: soldOut() }),
    'service_product_out_of_stock',
    { requested: 1, in_cart: 0, available: 0, name: 'Mug' },
  ],
  [
    'more than the stock',
    taken(stocked(5), 4),
    stocked(3),
    'service_not_enough_in_stock',
    { requested: 4, in_cart: 0, available: 3, name: 'Mug' },
  ],
  [
    'more than the stock together with the line in the cart',
    taken(stocked(5), 4, 2),
    stocked(5),
    'service_not_enough_stock_remaining',
    { requested: 4, in_cart: 2, available: 5, name: 'Mug' },
  ],
  [
    'sold individually and added again',
    taken(factsOf({ soldIndividually: true }), 1, 1),
    factsOf({ soldIndividually: true }),
    'service_product_sold_individually',
    { name: 'Mug' },
  ],
  [
    'beyond 9,999 together',
    taken(mug, 6_000, 4_000),
    mug,
    'service_quantity_invalid_amount',
    { minimum: 1, maximum: 9_999, name: 'Mug' },
  ],
  [
    'a two hundred and first line',
    full,
    mug,
    'service_cart_limit_exceeded',
    { limit: 'lines', maximum: 200 },
  ],
  [
    'a product of another type',
    taken(mug, 1),
    factsOf({ type: 'variable' }),
    'service_can_not_restore_item',
    {},
  ],
] as const)('%s is refused like an addition', (_, state, facts, code, data) => {
  const refused = refusalOf(() => restore(state, key, [facts, cup]));
  expect({ code: refused.code, data: refused.data }).toEqual({ code, data });
});

test('a product that no longer exists is not restored', () => {
  expect(refusalOf(() => restore(taken(mug, 1), key, [])).code).toBe('service_cannot_be_purchased');
});

function soldOut() {
  return { managed: true, quantity: 0, status: 'outofstock', backorders: 'no', lowAmount: null } as const;
}

test.each([
  ['an empty key', taken(mug, 1), '', 'service_cart_item_key_required', {}],
  ['the key 0', taken(mug, 1), '0', 'service_cart_item_key_required', {}],
  ['a line that is in the cart', cartWith([mug, 1]), key, 'service_item_restored_to_cart', { status: 405 }],
  ['an unknown line', cartWith([cup, 1]), key, 'service_item_restored_to_cart', { status: 404 }],
  ['anything in an empty cart', emptyState(0), key, 'service_item_restored_to_cart', { status: 404 }],
  [
    'another key than that of the removed line',
    taken(mug, 1),
    'deadbeef',
    'service_can_not_restore_item',
    {},
  ],
])('%s is refused', (_, state, asked, code, data) => {
  const refused = refusalOf(() => restore(state, asked));
  expect({ code: refused.code, data: refused.data }).toEqual({ code, data });
});

test('removing and restoring gives the same lines, in another order', () => {
  const pieces = fc.array(fc.tuple(fc.constantFrom(mug, cup), fc.integer({ min: 1, max: 99 }), fc.nat(3)), {
    minLength: 1,
    maxLength: 8,
  });
  fc.assert(
    fc.property(pieces, fc.nat(), (chosen, at) => {
      const cart = cartWith(...chosen.map(([facts, n, data]) => [facts, n, { itemData: { data } }] as const));
      const one = keyAt(cart, at % cart.lines.length);
      const after = restore(remove(cart, one), one);
      expect(sorted(after.lines)).toEqual(sorted(cart.lines));
      expect({ ...after, lines: cart.lines }).toEqual(cart);
    }),
  );
});

test('a line keeps the price that its shopper saw, so that a new price causes a notice', () => {
  const state = restore(taken(mug, 1), key, [factsOf({ price: 2_000 })]);
  expect(state.lines.map(({ seenPrice }) => seenPrice)).toEqual([1_800]);
});

test('the own price of a line does not extend to other pieces, whichever line is restored', () => {
  const priced = cartWith([mug, 1, { price: '3.50' }]);
  const plain = cartWith([mug, 5]);
  for (const [held, taken] of [
    [priced, plain],
    [plain, priced],
  ] as const) {
    const state = { ...held, removed: taken.lines };
    const command = { kind: 'restore-line', lineKey: keyAt(held) } as const;
    const [line] = restoreLine.apply(state, command, commandContextOf([mug])).state.lines;
    expect(line).toMatchObject({ quantity: 6, ownPrice: null });
  }
});
