import { expect, test } from 'vitest';
import { Cart } from '#contracts/cart.ts';
import type { ProductFacts } from '#contracts/catalogue.ts';
import type { StoreSettings } from '#contracts/settings.ts';
import { anItem, commandContextOf, factsOf, stocked, store } from '../../model/context.fixture.ts';
import { type CartState, emptyState } from '../../model/state.ts';
import { addItem } from '../commands/add-items.ts';
import { viewOf } from './view.ts';

const cartTimes = { key: 't_0123456789abcdef', revision: 7, renewsAt: 1_500, expiresAt: 2_500 };

function cartOf(pieces: readonly (readonly [ProductFacts, number])[]): CartState {
  return pieces.reduce((state, [facts, quantity]) => {
    const item = anItem({ reference: String(facts.id), quantity: String(quantity) });
    return addItem.apply(
      state,
      { kind: 'add-item', item, email: null, phone: null },
      commandContextOf([facts]),
    ).state;
  }, emptyState(0));
}

function view(state: CartState, facts: readonly ProductFacts[], settings: StoreSettings = store) {
  return viewOf(state, cartTimes, commandContextOf(facts, settings), []);
}

test('an empty cart has every member and no amounts', () => {
  const cart = view(emptyState(0), []);
  expect(Cart.parse(cart)).toEqual(cart);
  expect(cart).toMatchObject({
    hash: '',
    lines: [],
    itemCount: 0,
    taxes: [],
    needsPayment: false,
    needsShipping: false,
  });
  expect(new Set(Object.values(cart.totals).flat())).toEqual(new Set([0]));
  expect(cart.customer.billing.country).toBe('GB');
});

test('three at 19.99 and one untaxed at 11.00 have the expected amounts', () => {
  const taxedOne = factsOf({ id: 48, price: 1999, weight: '0.1' });
  const untaxed = factsOf({ id: 49, price: 1100, taxable: false, shippingRequired: false });
  const cart = view(
    cartOf([
      [taxedOne, 3],
      [untaxed, 1],
    ]),
    [taxedOne, untaxed],
  );
  // 3 × 19.99 = 59.97, and 20 % of 59.97 is 11.99. The subtotal is 70.97, the total 70.97 + 11.99 = 82.96.
  expect(cart.lines.map(({ subtotal, subtotalTax }) => [subtotal, subtotalTax])).toEqual([
    [5997, 1199],
    [1100, 0],
  ]);
  expect(cart.totals).toMatchObject({
    subtotal: 7097,
    subtotalTax: 1199,
    total: 8296,
    totalTax: 1199,
    contentsTaxes: [1199],
  });
  expect(cart.taxes).toEqual([
    { rateId: 1, code: 'VAT-1', label: 'VAT', compound: false, amount: 1199, shippingAmount: 0 },
  ]);
  expect(cart.weight).toBe(0.3);
  expect(cart.itemCount).toBe(4);
  expect(cart.needsShipping).toBe(true);
});

test('tax is extracted from a price entered with it, and shown by the store’s setting', () => {
  const facts = factsOf({ price: 1200 });
  const tax = { ...store.tax, pricesIncludeTax: true, shownInCart: 'incl' } as const;
  const cart = view(cartOf([[facts, 2]]), [facts], { ...store, tax });
  // 24.00 contains 20 % of tax, so the amount without tax is 24.00 − 4.00 = 20.00.
  expect(cart.totals).toMatchObject({ subtotal: 2000, subtotalTax: 400, total: 2400 });
  expect(cart.lines[0]?.unitPrice).toBe(1200);
});

test('a rate of another country or class is not charged', () => {
  const facts = factsOf({ taxClass: 'reduced-rate' });
  expect(view(cartOf([[facts, 1]]), [facts]).totals.totalTax).toBe(0);
  const part = store.tax.rates.map((rate) => ({ ...rate, state: 'CA' }));
  const inPart = view(cartOf([[factsOf(), 1]]), [factsOf()], {
    ...store,
    tax: { ...store.tax, rates: part },
  });
  expect(inPart.totals.totalTax).toBe(0);
  const elsewhere = store.tax.rates.map((rate) => ({ ...rate, country: 'DE' }));
  const plain = factsOf();
  expect(
    view(cartOf([[plain, 1]]), [plain], { ...store, tax: { ...store.tax, rates: elsewhere } }).totals
      .totalTax,
  ).toBe(0);
});

test('a changed price and a stock that is too small cause notices, and the new price counts', () => {
  const state = cartOf([[stocked(5), 4]]);
  const cart = view(state, [stocked(3, { price: 2000 })]);
  expect(cart.totals.subtotal).toBe(8000);
  expect(cart.notices.map(({ kind }) => kind)).toEqual(['notice', 'error']);
  expect(cart.notices[0]).toMatchObject({ code: 'price_changed', data: { before: '€18.00', now: '€20.00' } });
});

test('the hash follows the lines and the total, and nothing else', () => {
  const state = cartOf([[factsOf(), 1]]);
  const hash = view(state, [factsOf()]).hash;
  expect(view({ ...state, createdAt: 99 }, [factsOf({ name: 'Cup' })]).hash).toBe(hash);
  expect(view(state, [factsOf({ price: 1900 })]).hash).not.toBe(hash);
  expect(view(cartOf([[factsOf(), 2]]), [factsOf()]).hash).not.toBe(hash);
});

test('removed lines are shown as they would be now; those whose product no longer exists are not', () => {
  const state = cartOf([
    [factsOf(), 1],
    [factsOf({ id: 14 }), 2],
    [factsOf({ id: 15 }), 3],
  ]);
  const removed = { ...state, lines: [], removed: state.lines };
  const cart = view(removed, [factsOf({ name: 'Cup', price: 900 }), factsOf({ id: 14, status: 'trash' })]);
  expect(cart.removed).toMatchObject([{ productId: 13, name: 'Cup', quantity: 1, subtotal: 900 }]);
  expect(cart).toMatchObject({ itemCount: 0, hash: '', notices: [] });
});

test('a removed line that is too expensive for any cart is not shown', () => {
  const state = cartOf([[factsOf(), 2]]);
  const removed = { ...state, lines: [], removed: state.lines };
  const shown = (price: number) =>
    view(removed, [factsOf({ price })]).removed.map(({ subtotal }) => subtotal);
  expect([shown(2 ** 47), shown(2 ** 47 + 1)]).toEqual([[2 ** 48], []]);
});

test.each([
  ['0.1', 3, '0.3', 0.3],
  ['1.005', 7, '7.035', 7.035],
  ['.5', 1, '0.5', 0.5],
  ['', 2, '', 0],
  ['0', 2, '', 0],
  ['heavy', 2, '', 0],
  ['-1', 2, '', 0],
  ['1e400', 2, '', 0],
])('a weight of "%s" times %i is "%s"', (weight, quantity, ofLine, ofCart) => {
  const facts = factsOf({ weight });
  const cart = view(cartOf([[facts, quantity]]), [facts]);
  expect(cart.lines[0]?.weight).toBe(ofLine);
  expect(cart.weight).toBe(ofCart);
});

test('the weight of a product that is not shipped does not count', () => {
  const facts = factsOf({ weight: '4.4', shippingRequired: false });
  const cart = view(cartOf([[facts, 2]]), [facts]);
  expect([cart.lines[0]?.weight, cart.weight]).toEqual(['', 0]);
});
