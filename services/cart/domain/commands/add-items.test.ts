import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Item } from '#contracts/cart-commands.ts';
import type { ProductFacts } from '#contracts/catalogue.ts';
import { ServiceError } from '#platform/errors/errors.ts';
import { anItem, commandContextOf, factsOf, stocked } from '../../model/context.fixture.ts';
import { type CartState, emptyState } from '../../model/state.ts';
import { colour, variableOf } from '../rules/variable.fixture.ts';
import { addItem, addItems } from './add-items.ts';

const noContact: { email: string | null; phone: string | null } = { email: null, phone: null };
/** Variations that share the stock of their product, which is five pieces. */
const variations = variableOf(52, [colour], { 53: { pa_colour: 'red' }, 54: {} }).map((one) => ({
  ...one,
  stock: stocked(5).stock,
  stockUnit: 52,
}));
const products: readonly ProductFacts[] = [
  factsOf(),
  factsOf({ id: 14, sku: 'cap', name: 'Cap' }),
  stocked(5, { id: 35, sku: 'cup', name: 'Cup' }),
  factsOf({ id: 38, sku: 'one', name: 'One', soldIndividually: true, maxPurchase: 1 }),
  factsOf({ id: 44, sku: 'draft', name: 'Draft', status: 'draft', purchasable: false }),
  ...variations,
];
const context = commandContextOf(products);
const empty = emptyState(0);

function add(state: CartState, items: readonly Partial<Item>[], contact: Partial<typeof noContact> = {}) {
  const command = { kind: 'add-items', items: items.map(anItem), ...noContact, ...contact } as const;
  return addItems.apply(state, command, context);
}

function refusalOf(state: CartState, items: readonly Partial<Item>[]) {
  try {
    add(state, items);
  } catch (error) {
    if (error instanceof ServiceError) return [error.code, error.data];
    throw error;
  }
  throw new Error('it was not refused');
}

const of = (
  reference: string,
  quantity = '1',
  itemData: Item['itemData'] = {},
  variation: Item['variation'] = {},
) => ({ reference, quantity, itemData, variation });
const lines = ({ lines: all }: CartState) => all.map(({ productId, quantity }) => [productId, quantity]);

test('several items become lines in their order, equal ones become one line', () => {
  const { state, lineKeys } = add(empty, [of('14', '2'), of('35'), of('cap', '3'), of('13')]);
  expect(lines(state)).toEqual([
    [14, 5],
    [35, 1],
    [13, 1],
  ]);
  expect(lineKeys).toEqual(state.lines.map(({ key }) => key));
});

test('only the lines that received pieces are returned', () => {
  const before = add(empty, [of('13'), of('14')]).state;
  const { lineKeys } = add(before, [of('35'), of('14')]);
  expect(lineKeys).toHaveLength(2);
  expect(lineKeys[1]).toBe(before.lines[1]?.key);
});

test.each<[readonly ReturnType<typeof of>[], object]>([
  [[of('13')], { names: ['Mug'], products: 1, pieces: 1 }],
  [[of('13', '2')], { names: ['Mug'], products: 1, pieces: 2 }],
  [[of('13'), of('13')], { names: ['Mug'], products: 1, pieces: 2 }],
  [[of('13', '4'), of('14')], { names: ['Mug', 'Cap'], products: 2, pieces: 5 }],
  [[of('13'), of('14'), of('35')], { names: ['Mug', 'Cap', 'Cup'], products: 3, pieces: 3 }],
  [[of('13'), of('14'), of('35'), of('38')], { names: [], products: 4, pieces: 4 }],
])('one notice covers all items: %j', (items, data) => {
  expect(add(empty, items).notices).toEqual([{ kind: 'success', code: 'items_added', data }]);
});

test('an e-mail address and a phone number are set once for all items', () => {
  const { state, notices } = add(empty, [of('13'), of('14')], {
    email: 'ann@shop.example',
    phone: 'none',
  });
  expect(state.customer.billing).toMatchObject({ email: 'ann@shop.example', phone: '' });
  expect(notices.map(({ kind }) => kind)).toEqual(['success', 'error']);
});

test.each<[string, readonly ReturnType<typeof of>[], string, object]>([
  ['an unknown product', [of('13'), of('999')], 'service_invalid_product', {}],
  ['no SKU', [of('13'), of('nothing')], 'service_unknown_product_id', {}],
  ['no id', [of('13'), of('0')], 'service_product_id_required', {}],
  ['no number', [of('13'), of('14', 'two')], 'service_quantity_not_numeric', {}],
  [
    'zero',
    [of('13'), of('14', '0')],
    'service_quantity_invalid_amount',
    { minimum: 1, maximum: 9_999, name: 'Cap' },
  ],
  ['a draft', [of('13'), of('44')], 'service_cannot_be_purchased', {}],
  [
    'a variable one without options',
    [of('13'), of('52')],
    'service_missing_variation_data',
    { missing: ['Colour'] },
  ],
  [
    'a product that is sold individually, twice',
    [of('38'), of('38')],
    'service_product_sold_individually',
    { name: 'One' },
  ],
  [
    'more than the stock in one',
    [of('13'), of('35', '6')],
    'service_not_enough_in_stock',
    { requested: 6, in_cart: 0, available: 5, name: 'Cup' },
  ],
  [
    'more than the stock in several',
    [of('35', '3'), of('13'), of('35', '3', { gift: 'yes' })],
    'service_not_enough_in_stock',
    { requested: 6, in_cart: 0, available: 5, name: 'Cup' },
  ],
  [
    'more than the stock of a product in several variations',
    [of('53', '3'), of('54', '3', {}, { colour: 'dark-blue' })],
    'service_not_enough_in_stock',
    { requested: 6, in_cart: 0, available: 5, name: 'Coat 54' },
  ],
  [
    'more than a line may have',
    [of('13', '9999'), of('13')],
    'service_quantity_invalid_amount',
    { minimum: 1, maximum: 9_999, name: 'Mug' },
  ],
])(
  '%s among several is refused as in a single addition, and nothing is added',
  (_what, items, code, data) => {
    const before = add(empty, [of('14')]).state;
    const kept = structuredClone(before);
    expect(refusalOf(before, items)).toEqual([code, data]);
    expect(before).toEqual(kept);
  },
);

test('lines in the cart count towards the stock, and are reported apart from the requested quantity', () => {
  const before = add(empty, [of('35', '2')]).state;
  expect(refusalOf(before, [of('35', '2'), of('35', '2', { gift: 'yes' })])).toEqual([
    'service_not_enough_stock_remaining',
    { requested: 4, in_cart: 2, available: 5, name: 'Cup' },
  ]);
  expect(lines(add(before, [of('35'), of('35', '2')]).state)).toEqual([[35, 5]]);
});

test('lines count towards the current stock unit of their products', () => {
  // When the variation was added to the cart, the variation had its own stock.
  const apart = commandContextOf(products.map((one) => ({ ...one, stockUnit: one.id })));
  const command = { kind: 'add-item', item: anItem(of('53', '4')), ...noContact } as const;
  const before = addItem.apply(empty, command, apart).state;
  expect(refusalOf(before, [of('54', '2', {}, { colour: 'red' })])).toEqual([
    'service_not_enough_stock_remaining',
    { requested: 2, in_cart: 4, available: 5, name: 'Coat 54' },
  ]);
});

test('the refusal is that of the first item that cannot be added', () => {
  expect(refusalOf(empty, [of('13'), of('14', 'x'), of('999')])[0]).toBe('service_quantity_not_numeric');
  expect(refusalOf(empty, [of('999'), of('14', 'x')])[0]).toBe('service_invalid_product');
});

const distinct = fc.uniqueArray(
  fc.record({
    reference: fc.constantFrom('13', '14', 'cap', 'mug'),
    quantity: fc.integer({ min: 1, max: 20 }).map(String),
    gift: fc.constantFrom('', 'Ann', 'Bob'),
  }),
  { selector: ({ reference, gift }) => `${reference}-${gift}`, minLength: 1, maxLength: 10 },
);

test('adding in another order, or one by one, gives the same quantities', () => {
  const held = ({ lines: all }: CartState) => new Map(all.map(({ key, quantity }) => [key, quantity]));
  fc.assert(
    fc.property(
      distinct.chain((items) =>
        fc.tuple(fc.constant(items), fc.shuffledSubarray(items, { minLength: items.length })),
      ),
      ([given, shuffled]) => {
        const asItems = (some: typeof given) =>
          some.map(({ reference, quantity, gift }) => of(reference, quantity, gift === '' ? {} : { gift }));
        const together = held(add(empty, asItems(given)).state);
        const oneByOne = asItems(given).reduce(
          (state, item) =>
            addItem.apply(state, { kind: 'add-item', item: anItem(item), ...noContact }, context).state,
          empty,
        );
        expect(held(add(empty, asItems(shuffled)).state)).toEqual(together);
        expect(held(oneByOne)).toEqual(together);
      },
    ),
  );
});

test('for any division of a stock over items, either all are added or none, and never more than the stock', () => {
  const results = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 5 }), results, (first, quantities) => {
      const before = first === 0 ? empty : add(empty, [of('35', String(first))]).state;
      const items = quantities.map((quantity, n) => of('35', String(quantity), { n }));
      const sum = quantities.reduce((all, one) => all + one, 0);
      if (first + sum <= 5) {
        const after = add(before, items).state;
        expect(after.lines.reduce((all, { quantity }) => all + quantity, 0)).toBe(first + sum);
        return;
      }
      // `requested` counts the pieces up to the first item that exceeds the stock.
      const [code, data] = refusalOf(before, items) as [string, { requested: number }];
      expect(code).toBe(first > 0 ? 'service_not_enough_stock_remaining' : 'service_not_enough_in_stock');
      expect(data).toMatchObject({ in_cart: first, available: 5 });
      expect(first + data.requested).toBeGreaterThan(5);
      expect(data.requested).toBeLessThanOrEqual(sum);
    }),
  );
});
