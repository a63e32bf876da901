import { expect, test } from 'vitest';
import type { Item } from '#contracts/cart-commands.ts';
import type { ProductFacts } from '#contracts/catalogue.ts';
import type { ErrorCode } from '#platform/errors/registry.ts';
import { anItem, commandContextOf, factsOf, stocked } from '../../model/context.fixture.ts';
import { type CartState, emptyState } from '../../model/state.ts';
import { addItem } from './add-items.ts';

const empty = emptyState(0);
type ItemMembers = Partial<Item & { email: string | null; phone: string | null }>;

function applied(state: CartState, facts: ProductFacts | null, asked: ItemMembers = {}) {
  const { email = null, phone = null, ...item } = asked;
  const context = commandContextOf(facts ? [facts] : []);
  return addItem.apply(state, { kind: 'add-item', item: anItem(item), email, phone }, context);
}

const add = (...given: Parameters<typeof applied>) => applied(...given).state;

function refused(state: CartState, facts: ProductFacts | null, changed: ItemMembers = {}) {
  try {
    add(state, facts, changed);
  } catch (error) {
    const { code, data } = error as { code: ErrorCode; data: unknown };
    return { code, data };
  }
  throw new Error('it was not refused');
}

const quantities = (state: CartState) => state.lines.map(({ quantity }) => quantity);

test('a product becomes a line; added again it raises that line; with other data it becomes another line', () => {
  const once = add(empty, factsOf(), { quantity: '2' });
  const twice = add(once, factsOf(), { quantity: ' 3 ' });
  const other = add(twice, factsOf(), { itemData: { engraving: 'Ana' } });
  expect(quantities(once)).toEqual([2]);
  expect(quantities(twice)).toEqual([5]);
  expect(quantities(other)).toEqual([5, 1]);
  expect(empty.lines).toEqual([]);
});

test.each([
  ['0', 'service_quantity_invalid_amount'],
  ['-2', 'service_quantity_invalid_amount'],
  ['1.5', 'service_quantity_invalid_amount'],
  ['10000', 'service_quantity_invalid_amount'],
  ['999999999999999999999', 'service_quantity_invalid_amount'],
  ['two', 'service_quantity_not_numeric'],
  ['', 'service_quantity_not_numeric'],
  ['1e3', 'service_quantity_not_numeric'],
  ['0x10', 'service_quantity_not_numeric'],
])('a quantity of %j is refused with %s', (quantity, code) => {
  expect(refused(empty, factsOf(), { quantity }).code).toBe(code);
});

test.each([
  ['0', null, 'service_product_id_required'],
  ['', null, 'service_product_id_required'],
  ['999999', null, 'service_invalid_product'],
  ['-5', null, 'service_invalid_product'],
  ['no-such-sku', null, 'service_unknown_product_id'],
  ['13', factsOf({ status: 'trash' }), 'service_invalid_product'],
  ['13', factsOf({ purchasable: false, status: 'draft' }), 'service_cannot_be_purchased'],
  ['13', factsOf({ type: 'external' }), 'service_cannot_add_product_type_to_cart'],
  ['13', factsOf({ type: 'grouped' }), 'service_cannot_add_product_type_to_cart'],
] as const)('a reference of %j is refused with the code for its reason', (reference, facts, code) => {
  expect(refused(empty, facts, { reference }).code).toBe(code);
});

test('more than the stock is refused with the requested, held and available quantities', () => {
  expect(refused(empty, stocked(5), { quantity: '6' })).toEqual({
    code: 'service_not_enough_in_stock',
    data: { requested: 6, in_cart: 0, available: 5, name: 'Mug' },
  });
  const four = add(empty, stocked(5), { quantity: '4' });
  expect(refused(four, stocked(5), { quantity: '2' })).toEqual({
    code: 'service_not_enough_stock_remaining',
    data: { requested: 2, in_cart: 4, available: 5, name: 'Mug' },
  });
  expect(quantities(add(four, stocked(5)))).toEqual([5]);
});

test('lines with other data use the same stock', () => {
  const plain = add(empty, stocked(5), { quantity: '3' });
  expect(refused(plain, stocked(5), { quantity: '3', itemData: { a: 'b' } }).code).toBe(
    'service_not_enough_stock_remaining',
  );
});

test('with backorders the stock may be exceeded; an empty stock refuses', () => {
  const stock = {
    managed: true,
    quantity: 0,
    status: 'onbackorder',
    backorders: 'notify',
    lowAmount: null,
  } as const;
  expect(quantities(add(empty, factsOf({ stock }), { quantity: '3' }))).toEqual([3]);
  const none = { ...stock, status: 'outofstock', backorders: 'no' } as const;
  const soldOut = factsOf({ stock: none });
  expect([refused(empty, soldOut, { quantity: '2' }), refused(add(empty, factsOf()), soldOut)]).toEqual([
    { code: 'service_product_out_of_stock', data: { requested: 2, in_cart: 0, available: 0, name: 'Mug' } },
    { code: 'service_product_out_of_stock', data: { requested: 1, in_cart: 1, available: 0, name: 'Mug' } },
  ]);
});

test('a product that is sold individually is added once, with quantity 1', () => {
  const single = factsOf({ soldIndividually: true, maxPurchase: 1 });
  expect(refused(empty, single, { quantity: '2' }).code).toBe('service_quantity_invalid_amount');
  expect(refused(add(empty, single), single).code).toBe('service_product_sold_individually');
});

test('a line never exceeds 9,999 pieces', () => {
  const full = add(empty, factsOf(), { quantity: '9999' });
  expect(refused(full, factsOf()).code).toBe('service_quantity_invalid_amount');
});

test('a cart holds at most 200 lines', () => {
  let state = empty;
  for (let n = 0; n < 200; n += 1) state = add(state, factsOf(), { itemData: { n } });
  expect(refused(state, factsOf(), { itemData: { n: 200 } })).toEqual({
    code: 'service_cart_limit_exceeded',
    data: { limit: 'lines', maximum: 200 },
  });
});

test('data that is too deep or too large is refused', () => {
  expect(refused(empty, factsOf(), { itemData: { a: { b: { c: { d: { e: {} } } } } } }).data).toEqual({
    limit: 'itemDataDepth',
    maximum: 5,
  });
  expect(refused(empty, factsOf(), { itemData: { a: 'é'.repeat(4_096) } }).data).toEqual({
    limit: 'itemDataBytes',
    maximum: 8_192,
  });
});

test('a valid e-mail and phone number are stored, an invalid one causes a notice, and the product is added', () => {
  const good = applied(empty, factsOf(), { email: 'ana@example.org', phone: '+44 20 1234' });
  expect(good.state.customer.billing).toMatchObject({ email: 'ana@example.org', phone: '+44 20 1234' });
  const bad = applied(good.state, factsOf(), { email: 'no', phone: 'abc' });
  expect(bad.state.customer).toEqual(good.state.customer);
  expect(bad.notices.map(({ kind }) => kind)).toEqual(['success', 'error', 'error']);
  expect(quantities(bad.state)).toEqual([2]);
});

test('an own price applies to its quantity only: adding pieces without a price ends it', () => {
  const own = add(empty, factsOf(), { price: '3.50' });
  expect(own.lines[0]).toMatchObject({ quantity: 1, ownPrice: 350 });
  const more = add(own, factsOf(), { quantity: '99' });
  expect(more.lines[0]).toMatchObject({ quantity: 100, ownPrice: null });
  expect(add(more, factsOf(), { price: '3.00' }).lines[0]).toMatchObject({ quantity: 101, ownPrice: 300 });
});

test('a variation is added only with its own product', () => {
  const red = factsOf({ id: 54, parentId: 52, type: 'variation' });
  const named = (productId: string) => ({ reference: '54', productId });
  expect(refused(empty, red, named('13'))).toMatchObject({ code: 'service_no_variation_found' });
  expect(quantities(add(empty, red, named('52')))).toEqual([1]);
  expect(quantities(add(empty, red, named('54')))).toEqual([1]);
});
