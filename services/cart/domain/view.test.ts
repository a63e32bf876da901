import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Cart } from '#contracts/cart.ts';
import type { ProductFacts } from '#contracts/catalogue.ts';
import type { StoreSettings } from '#contracts/settings.ts';
import { addItem } from './changes/add-item.ts';
import { factsOf, stocked, store } from './facts.fixture.ts';
import { revalidated } from './revalidate.ts';
import { type CartState, emptyState } from './state.ts';
import { viewOf } from './view.ts';
import { anItem, worldOf } from './world.fixture.ts';

const life = { key: 't_0123456789abcdef', revision: 7, renewsAt: 1_500, expiresAt: 2_500 };

function cartOf(pieces: readonly (readonly [ProductFacts, number])[]): CartState {
  return pieces.reduce((state, [facts, quantity]) => {
    const item = anItem({ reference: String(facts.id), quantity: String(quantity) });
    return addItem(state, { kind: 'add-item', item, email: null, phone: null }, worldOf([facts])).state;
  }, emptyState(0));
}

function view(state: CartState, facts: readonly ProductFacts[], settings: StoreSettings = store) {
  return viewOf(state, life, worldOf(facts, settings), []);
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

test('three at 19.99 and one untaxed at 11.00 cost what the arithmetic says', () => {
  const taxedOne = factsOf({ id: 48, price: 1999, weight: '0.1' });
  const untaxed = factsOf({ id: 49, price: 1100, taxable: false, shippingRequired: false });
  const cart = view(
    cartOf([
      [taxedOne, 3],
      [untaxed, 1],
    ]),
    [taxedOne, untaxed],
  );
  // 3 × 19.99 = 59.97, 20 % of it 11.994 → 11.99; 59.97 + 11.00 = 70.97; 70.97 + 11.99 = 82.96
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

test('a price entered with tax has it taken out, and is shown with it when the store says so', () => {
  const facts = factsOf({ price: 1200 });
  const tax = { ...store.tax, pricesIncludeTax: true, shownInCart: 'incl' } as const;
  const cart = view(cartOf([[facts, 2]]), [facts], { ...store, tax });
  // 24.00 with 20 %: 24.00 − 4.00 = 20.00
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

test('a changed price and a stock that no longer suffices are told of, and the new price counts', () => {
  const state = cartOf([[stocked(5), 4]]);
  const cart = view(state, [stocked(3, { price: 2000 })]);
  expect(cart.totals.subtotal).toBe(8000);
  expect(cart.notices.map(({ kind }) => kind)).toEqual(['notice', 'error']);
  expect(cart.notices[0]?.text).toContain('from €18.00 to €20.00');
});

test('what can no longer be bought leaves, with a notice', () => {
  const state = cartOf([
    [factsOf(), 1],
    [factsOf({ id: 14 }), 1],
  ]);
  const after = revalidated(
    state,
    new Map([
      [13, null],
      [14, factsOf({ id: 14 })],
    ]),
  );
  expect(after.state.lines.map(({ productId }) => productId)).toEqual([14]);
  expect(after.notices).toHaveLength(1);
  expect(revalidated(after.state, new Map([[14, factsOf({ id: 14 })]])).state).toBe(after.state);
});

test('the hash follows the lines and the total, and nothing else', () => {
  const state = cartOf([[factsOf(), 1]]);
  const hash = view(state, [factsOf()]).hash;
  expect(view({ ...state, createdAt: 99 }, [factsOf({ name: 'Cup' })]).hash).toBe(hash);
  expect(view(state, [factsOf({ price: 1900 })]).hash).not.toBe(hash);
  expect(view(cartOf([[factsOf(), 2]]), [factsOf()]).hash).not.toBe(hash);
});

test('the parts of any cart sum to the whole', () => {
  const product = fc.record({ price: fc.integer({ min: 0, max: 99_999_999 }), taxable: fc.boolean() });
  fc.assert(
    fc.property(
      fc.array(fc.tuple(product, fc.integer({ min: 1, max: 9_999 })), { maxLength: 12 }),
      fc.boolean(),
      fc.integer({ min: 0, max: 400_000 }),
      (chosen, pricesIncludeTax, ppm) => {
        const facts = chosen.map(([changed], index) => factsOf({ id: index + 1, ...changed }));
        const rates = store.tax.rates.map((rate) => ({ ...rate, ppm }));
        const settings = { ...store, tax: { ...store.tax, pricesIncludeTax, rates } };
        const { lines, taxes, totals } = view(
          cartOf(facts.map((one, index) => [one, chosen[index]?.[1] ?? 1] as const)),
          facts,
          settings,
        );
        const sumOf = (amounts: readonly number[]) => amounts.reduce((a, b) => a + b, 0);
        expect(sumOf(lines.map(({ total }) => total))).toBe(totals.subtotal);
        expect(sumOf(lines.map(({ tax }) => tax))).toBe(totals.totalTax);
        expect(sumOf(taxes.map(({ amount }) => amount))).toBe(totals.totalTax);
        expect(totals.subtotal + totals.totalTax).toBe(totals.total);
        if (pricesIncludeTax) {
          const entered = facts.map(({ price }, index) => (price ?? 0) * (chosen[index]?.[1] ?? 1));
          expect(totals.total).toBe(sumOf(entered));
        }
      },
    ),
    { numRuns: 500 },
  );
});
