import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { StoreSettings } from '#contracts/settings.ts';
import { commandContextOf, factsOf, store } from '../../model/context.fixture.ts';
import { emptyState } from '../../model/state.ts';
import { viewOf } from './view.ts';

/** A product, described by the data on which amounts depend. */
const product = fc.record({
  price: fc.integer({ min: 0, max: 99_999_999 }),
  taxable: fc.boolean(),
  taxClass: fc.constantFrom('', 'reduced-rate', 'none'),
  weight: fc.constantFrom('', '0.1', '2.345', '0.000001', 'x', '-3', '99999'),
  stock: fc.record({
    managed: fc.boolean(),
    quantity: fc.integer({ min: -2, max: 5 }),
    status: fc.constantFrom('instock' as const, 'outofstock' as const, 'onbackorder' as const),
    backorders: fc.constantFrom('no' as const, 'notify' as const, 'yes' as const),
    lowAmount: fc.constant(null),
  }),
});
const line = fc.record({
  product: fc.integer({ min: 1, max: 4 }),
  quantity: fc.integer({ min: 1, max: 9_999 }),
  ownPrice: fc.option(fc.integer({ min: 0, max: 99_999_999 }), { freq: 9 }),
});
const anyCart = fc.record({
  products: fc.array(product, { minLength: 4, maxLength: 4 }),
  lines: fc.array(line, { maxLength: 6 }),
  removed: fc.array(line, { maxLength: 2 }),
  pricesIncludeTax: fc.boolean(),
  shownInCart: fc.constantFrom('incl' as const, 'excl' as const),
  ppm: fc.integer({ min: 0, max: 400_000 }),
});
type AnyCart = typeof anyCart extends fc.Arbitrary<infer Value> ? Value : never;

function shown({ products, lines, removed, pricesIncludeTax, shownInCart, ppm }: AnyCart) {
  const facts = products.map((changed, index) => factsOf({ id: index + 1, ...changed }));
  const [standard] = store.tax.rates as [StoreSettings['tax']['rates'][number]];
  const rates = [
    { ...standard, ppm },
    { ...standard, id: 2, ppm: ppm >> 1, taxClass: 'reduced-rate' },
  ];
  const kept = (all: AnyCart['lines']) =>
    all.map(({ product: id, quantity, ownPrice }, index) => ({
      ...{ key: `${id}-${index}`, productId: id, variationId: 0, quantity, attributes: {}, itemData: {} },
      ...{ ownPrice, seenPrice: 1, stockUnit: id, name: '' },
    }));
  const state = { ...emptyState(0), lines: kept(lines), removed: kept(removed) };
  const settings = { ...store, tax: { ...store.tax, pricesIncludeTax, shownInCart, rates } };
  const times = { key: 't_0123456789abcdef', revision: 7, renewsAt: 1_500, expiresAt: 2_500 };
  return viewOf(state, times, commandContextOf(facts, settings), []);
}

const sumOf = (amounts: readonly number[]) => amounts.reduce((a, b) => a + b, 0);

/** Returns every number in a value. */
function numbersIn(value: unknown): number[] {
  if (typeof value === 'number') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(numbersIn) : [];
}

/** Returns the names of amounts of a cart that differ from the sum of their parts. */
function unequal(cart: ReturnType<typeof shown>, { shownInCart }: AnyCart): string[] {
  const { lines, taxes, totals } = cart;
  // Taxes are listed only if the cart shows prices without tax.
  const listed = shownInCart === 'excl' ? totals.totalTax : 0;
  const pairs: Record<string, readonly [number, number]> = {
    subtotal: [sumOf(lines.map(({ subtotal }) => subtotal)), totals.subtotal],
    'tax of lines': [sumOf(lines.map(({ tax }) => tax)), totals.totalTax],
    'taxes of lines': [sumOf(lines.flatMap((one) => one.taxes.map(({ total }) => total))), totals.totalTax],
    taxes: [sumOf(taxes.map(({ amount }) => amount)), listed],
    'taxes of contents': [sumOf(totals.contentsTaxes), totals.contentsTax],
    total: [totals.subtotal + totals.totalTax, totals.total],
    pieces: [sumOf(lines.map(({ quantity }) => quantity)), cart.itemCount],
    weight: [sumOf(lines.map(({ weight }) => Math.round(Number(weight) * 1e6))) / 1e6, cart.weight],
  };
  return Object.keys(pairs).filter((name) => pairs[name]?.[0] !== pairs[name]?.[1]);
}

/** Returns the sum of the lines at their entered prices. */
function entered({ lines, products }: AnyCart): number {
  const unit = (one: AnyCart['lines'][number]) => one.ownPrice ?? products[one.product - 1]?.price ?? 0;
  return sumOf(lines.map((one) => unit(one) * one.quantity));
}

test('the parts of any cart sum to the whole, and every figure is a non-negative number', () => {
  fc.assert(
    fc.property(anyCart, (chosen) => {
      const cart = shown(chosen);
      const figures = [cart.lines.map(({ maxPurchase: _noLimit, ...rest }) => rest), cart.taxes, cart.totals];
      const wrong = unequal(cart, chosen);
      if (chosen.pricesIncludeTax && cart.totals.total !== entered(chosen)) wrong.push('total as entered');
      if (numbersIn([figures, cart.weight]).some((one) => !(one >= 0 && Number.isFinite(one))))
        wrong.push('a figure below zero or none at all');
      if (wrong.length > 0) expect(wrong).toEqual([]);
    }),
    { numRuns: 10_000 },
  );
});

test('the hashes of two carts are equal exactly when their lines and totals are', () => {
  const changes: fc.Arbitrary<(cart: AnyCart) => AnyCart> = fc.oneof(
    fc.constant((cart: AnyCart) => structuredClone(cart)),
    line.map((one) => (cart: AnyCart) => ({ ...cart, lines: [...cart.lines.slice(1), one] })),
    line.map((one) => (cart: AnyCart) => ({ ...cart, removed: [one] })),
    product.map((one) => (cart: AnyCart) => ({ ...cart, products: [one, ...cart.products.slice(1)] })),
    fc.nat(400_000).map((ppm) => (cart: AnyCart) => ({ ...cart, ppm })),
  );
  const compared = ({ lines, totals }: ReturnType<typeof shown>) =>
    JSON.stringify([lines.map(({ key, quantity, unitPrice }) => [key, quantity, unitPrice]), totals.total]);
  let [same, other] = [0, 0];
  fc.assert(
    fc.property(anyCart, changes, (chosen, change) => {
      const [one, two] = [shown(chosen), shown(change(chosen))];
      const alike = compared(one) === compared(two);
      if (alike) same += 1;
      else other += 1;
      return (one.hash === two.hash) === alike;
    }),
    { numRuns: 10_000 },
  );
  // Both results must be frequent: a random change leaves lines and total the same (`same`), or changes them (`other`).
  expect(Math.min(same, other)).toBeGreaterThan(1_000);
});
