import { expect, test } from 'vitest';
import { commandContextOf, factsOf, stocked, store } from '../../model/context.fixture.ts';
import { type CartState, emptyState } from '../../model/state.ts';
import { aCoupon } from '../coupons/coupon.fixture.ts';
import { feeOf } from '../totals/calculated.fixture.ts';
import { cartWith, quantitiesOf } from './cart-with.fixture.ts';
import { mergedAddresses, takeOver } from './take-over.ts';

const mug = factsOf();
const vase = stocked(5, { id: 35, name: 'Vase', sku: 'vase' });
const single = factsOf({ id: 50, name: 'Ring', sku: 'ring', soldIndividually: true });
const soldOut = stocked(0, { id: 60, name: 'Lamp', sku: 'lamp' });
const context = commandContextOf([mug, vase, single, soldOut]);
const from = 't_0123456789abcdef';

/** Returns a customer's cart after the transfer of a guest's cart. */
const merged = (own: CartState, guest: CartState, known = context) =>
  takeOver.apply(own, { kind: 'take-over', from, id: 'one', guest, endedTransferIds: [] }, known);
test('equal items are added up, others come after', () => {
  const { state, notices } = merged(cartWith([mug, 2]), cartWith([vase, 1], [mug, 3]));
  expect(state.lines.map(({ productId, quantity }) => [productId, quantity])).toEqual([
    [13, 5],
    [35, 1],
  ]);
  expect(notices).toEqual([]);
  expect(state.transfers).toEqual([{ from, id: 'one' }]);
});

test.each([
  ['the stock', vase, 4, 3, 5, 'fewer_taken', { name: 'Vase', wanted: 7, quantity: 5 }],
  [
    'the greatest quantity',
    mug,
    9_000,
    2_000,
    9_999,
    'fewer_taken',
    { name: 'Mug', wanted: 11_000, quantity: 9_999 },
  ],
  ['what is sold individually', single, 1, 1, 1, 'only_one', { name: 'Ring' }],
])('a sum is limited by %s, with a notice', (_what, facts, own, brought, sum, code, data) => {
  const result = merged(cartWith([facts, own]), cartWith([facts, brought]));
  expect(quantitiesOf(result.state)).toEqual([sum]);
  expect(result.notices).toEqual([{ kind: 'error', code, data }]);
});

test("the customer's quantity is not lowered, even if the stock is smaller now", () => {
  const own = cartWith([vase, 4]);
  const fewer = commandContextOf([stocked(2, { id: 35, name: 'Vase' })]);
  expect(quantitiesOf(merged(own, cartWith([vase, 1]), fewer).state)).toEqual([4]);
});

test('an item without stock is not transferred, causes a notice and can be restored', () => {
  const guest = cartWith([stocked(3, { id: 60, name: 'Lamp', sku: 'lamp' }), 2]);
  const result = merged(cartWith([mug, 1]), guest);
  expect(quantitiesOf(result.state)).toEqual([1]);
  expect(result.state.removed).toEqual(guest.lines);
  expect(result.notices).toEqual([
    { kind: 'error', code: 'items_not_taken', data: { names: ['Lamp'], items: 1 } },
  ]);
});

test("when there are too many lines the customer's own ones stay", () => {
  const products = Array.from({ length: 300 }, (_, n) =>
    factsOf({ id: 1_000 + n, sku: `s${n}`, name: `N${n}` }),
  );
  const own = cartWith(...products.slice(0, 150).map((one) => [one, 1] as const));
  const guest = cartWith(...products.slice(150).map((one) => [one, 1] as const));
  const result = merged(own, guest, commandContextOf(products));
  expect(result.state.lines).toHaveLength(200);
  expect(result.state.lines.slice(0, 150)).toEqual(own.lines);
  expect(result.notices).toEqual([
    { kind: 'error', code: 'items_not_taken', data: { names: [], items: 100 } },
  ]);
});

test('a cart that is too large for a full transfer is transferred as far as it fits', () => {
  const text = 'x'.repeat(8_000);
  const products = Array.from({ length: 50 }, (_, n) =>
    factsOf({ id: 1_000 + n, sku: `s${n}`, name: `N${n}` }),
  );
  const some = (part: typeof products) =>
    cartWith(...part.map((one) => [one, 1, { itemData: { text } }] as const));
  const [own, guest] = [some(products.slice(0, 25)), some(products.slice(25))];
  const { state } = merged(own, guest, commandContextOf(products));
  expect(state.lines.slice(0, 25)).toEqual(own.lines);
  expect(state.lines.length).toBeGreaterThan(28);
  expect(Buffer.byteLength(JSON.stringify(state))).toBeLessThanOrEqual(262_144);
});

test('lines whose amount is too high for a cart are transferred as far as they fit', () => {
  const dear = factsOf({ id: 66, price: 2 ** 47, name: 'Crown', sku: 'crown' });
  const result = merged(cartWith([dear, 1]), cartWith([mug, 1], [dear, 2]), commandContextOf([mug, dear]));
  expect(quantitiesOf(result.state)).toEqual([1, 1]);
});

test('the other data is merged', () => {
  const [fee, other] = [feeOf(100), feeOf(200)];
  const own: CartState = {
    ...cartWith([mug, 1]),
    prefilled: true,
    coupons: ['ten'],
    fees: [fee],
    chosenRates: { 0: 'a:1' },
    extensions: { note: 'own' },
  };
  const guest: CartState = {
    ...cartWith([mug, 1]),
    customer: { ...own.customer, billing: { ...own.customer.billing, email: 'guest@example.com' } },
    coupons: ['five', 'ten'],
    fees: [fee, other],
    chosenRates: { 0: 'b:2' },
    extensions: { note: 'guest', gift: true },
    removed: cartWith([vase, 2]).lines,
  };
  const { state } = merged(own, guest);
  expect(state).toMatchObject({
    coupons: ['ten', 'five'],
    fees: [fee, other],
    chosenRates: { 0: 'b:2' },
    extensions: { note: 'own', gift: true },
    removed: guest.removed,
    customer: guest.customer,
  });
});

/** Returns a customer's cart with so much data in its lines that at most 20,000 bytes are free. */
function nearlyFull(): { readonly own: CartState; readonly known: typeof context } {
  const itemData = { text: 'x'.repeat(7_900) };
  const products = Array.from({ length: 30 }, (_, n) =>
    factsOf({ id: 1_000 + n, sku: `s${n}`, name: `N${n}` }),
  );
  const own = cartWith(...products.map((one) => [one, 1, { itemData }] as const));
  return { own, known: commandContextOf([...products, mug]) };
}

test('without room for the removed lines, the other data is transferred', () => {
  const { own, known } = nearlyFull();
  const removed = [1, 2, 3].flatMap(
    (n) => cartWith([vase, 1, { itemData: { text: `${n}`.repeat(7_900) } }]).lines,
  );
  const result = merged(own, { ...cartWith([mug, 1]), fees: [feeOf(100)], removed }, known);
  expect(result.state).toMatchObject({ fees: [feeOf(100)], removed: own.removed });
  expect(result.state.lines).toHaveLength(31);
  expect(result.notices).toEqual([]);
});

test('without room for the other data, lines and coupons are transferred, and a notice says so', () => {
  const { own, known } = nearlyFull();
  const guest = { ...cartWith([mug, 1]), fees: [feeOf(100)], extensions: { note: 'z'.repeat(60_000) } };
  const result = merged(own, guest, known);
  expect(result.state).toMatchObject({ fees: [], extensions: {} });
  expect(result.state.lines).toHaveLength(31);
  expect(result.notices).toEqual([{ kind: 'error', code: 'rest_not_taken', data: {} }]);
});

test('an individual coupon is not combined with others', () => {
  const alone = aCoupon({ code: 'alone', individualUse: true });
  const known = commandContextOf([mug], store, [], [alone, aCoupon({ code: 'ten' })]);
  const own = { ...cartWith([mug, 1]), coupons: ['ten'] };
  const result = merged(own, { ...cartWith([mug, 1]), coupons: ['alone'] }, known);
  expect(result.state.coupons).toEqual(['ten']);
  expect(result.notices).toEqual([{ kind: 'error', code: 'coupon_not_taken', data: { code: 'alone' } }]);
});

test('a price of a trusted caller is transferred with its quantity, and does not extend to other pieces', () => {
  const guest = cartWith([mug, 1, { price: '3.50' }]);
  expect(merged(cartWith([vase, 1]), guest).state.lines[1]).toMatchObject({ ownPrice: 350, quantity: 1 });
  expect(merged(cartWith([mug, 1]), guest).state.lines[0]).toMatchObject({ ownPrice: null, quantity: 2 });
  expect(merged(guest, cartWith([mug, 1])).state.lines[0]).toMatchObject({ ownPrice: null, quantity: 2 });
  expect(merged(guest, guest).state.lines[0]).toMatchObject({ ownPrice: 350, quantity: 2 });
});

test('a recorded transfer changes nothing, nor does a completed one', () => {
  const { state } = merged(cartWith([mug, 1]), cartWith([mug, 1]));
  expect(merged(state, cartWith([mug, 7])).state).toBe(state);
  const over = { kind: 'take-over', from, id: 'two', guest: null, endedTransferIds: ['one'] } as const;
  expect(takeOver.apply(state, over, context).state).toBe(state);
});

test('the next transfer removes the records of completed ones', () => {
  const { state } = merged(cartWith([mug, 1]), cartWith([mug, 1]));
  const next = {
    kind: 'take-over',
    from: 't_fedcba9876543210',
    id: 'two',
    guest: cartWith([mug, 1]),
  } as const;
  expect(takeOver.apply(state, { ...next, endedTransferIds: [] }, context).state.transfers).toHaveLength(2);
  expect(takeOver.apply(state, { ...next, endedTransferIds: ['one'] }, context).state.transfers).toEqual([
    { from: next.from, id: 'two' },
  ]);
});

const empty = emptyState(0);
const { billing: noBilling, shipping: noShipping } = empty.customer;
const typed = {
  ...noBilling,
  firstName: 'Ann',
  lastName: 'Guest',
  address1: 'Singel 1',
  address2: 'B',
  city: 'Amsterdam',
  postcode: '1012 AB',
  country: 'NL',
  phone: '+31 20 1',
  email: 'guest@example.com',
};
const elsewhere = { ...noShipping, address1: 'Damrak 2', city: 'Amsterdam', country: 'NL' };
const guest = { ...empty, customer: { billing: typed, shipping: elsewhere }, shipElsewhere: true };
const own = (billing: Partial<typeof typed>, shipping: Partial<typeof elsewhere> = {}) => ({
  ...empty,
  prefilled: true,
  customer: { billing: { ...noBilling, ...billing }, shipping: { ...noShipping, ...shipping } },
});

test('a customer without addresses gets those of the guest', () => {
  expect(mergedAddresses(own({}), guest)).toEqual({ customer: guest.customer, shipElsewhere: true });
});

test('e-mail, phone and names fill empty members, and overwrite nothing', () => {
  const { customer } = mergedAddresses(own({ email: 'ann@example.com', lastName: 'Own' }), guest);
  expect(customer.billing).toEqual({ ...typed, email: 'ann@example.com', lastName: 'Own' });
});

test('the place of the account’s address is not mixed with another place', () => {
  const account = { address1: 'Main 5', city: 'Berlin', country: 'DE' };
  const result = mergedAddresses(own(account, account), guest);
  expect(result.customer.billing).toEqual({
    ...noBilling,
    ...account,
    ...{ firstName: 'Ann', lastName: 'Guest', phone: '+31 20 1', email: 'guest@example.com' },
  });
  expect([result.customer.shipping, result.shipElsewhere]).toEqual([{ ...noShipping, ...account }, false]);
});

test('an incomplete address of the same place is completed', () => {
  const { customer } = mergedAddresses(own({ country: 'nl', city: 'amsterdam' }), guest);
  expect(customer.billing).toEqual({ ...typed, country: 'nl', city: 'amsterdam' });
});

test('nothing is filled before the addresses of the account are known', () => {
  const unknown = { ...own({}), prefilled: false };
  expect(mergedAddresses(unknown, guest)).toEqual({ customer: empty.customer, shipElsewhere: false });
});
