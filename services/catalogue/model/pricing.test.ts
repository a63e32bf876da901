import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { asSeenBy } from './audiences.ts';
import { pricesAt } from './pricing.ts';

const at = (utc: string) => ({ local: utc, utc });
const moment = (utc: string) => Date.parse(`${utc}Z`);
const window = {
  regular: 2_000,
  sale: 1_500,
  saleFrom: at('2026-06-01T00:00:00'),
  saleTo: at('2026-06-30T23:59:59'),
};
const simple = (prices: Parameters<typeof pricesAt>[0]['prices']) => ({ type: 'simple' as const, prices });
const none = { saleFrom: null, saleTo: null };

describe('a sale with a window', () => {
  test('is inactive one second before its start, and the prices hold until the start', () => {
    expect(pricesAt(simple(window), moment('2026-05-31T23:59:59'))).toEqual({
      prices: { ...window, price: 2_000, range: null, onSale: false },
      holdsUntil: moment('2026-06-01T00:00:00'),
    });
  });

  test('is active from its first second, and the prices hold until after its last second', () => {
    expect(pricesAt(simple(window), moment('2026-06-01T00:00:00'))).toEqual({
      prices: { ...window, price: 1_500, range: null, onSale: true },
      holdsUntil: moment('2026-07-01T00:00:00'),
    });
  });

  test('is active to the end of its last second, and never again', () => {
    const last = pricesAt(simple(window), moment('2026-06-30T23:59:59') + 999);
    const after = pricesAt(simple(window), moment('2026-07-01T00:00:00'));
    expect([last.prices.price, after.prices.price, after.holdsUntil]).toEqual([1_500, 2_000, null]);
  });
});

test('a sale price that is not below the regular price does not count', () => {
  const { prices } = pricesAt(simple({ regular: 2_000, sale: 2_000, ...none }), 0);
  expect([prices.price, prices.onSale]).toEqual([2_000, false]);
});

test('a sale without a regular price does not count, and there is no price', () => {
  const { prices } = pricesAt(simple({ regular: null, sale: 500, ...none }), 0);
  expect([prices.price, prices.onSale]).toEqual([null, false]);
});

test('a price of 0 is a price', () => {
  expect(pricesAt(simple({ regular: 0, sale: null, ...none }), 0).prices.price).toBe(0);
});

describe('a variable product', () => {
  const product = (childPrices: (typeof window)[]) => ({
    type: 'variable' as const,
    prices: window,
    childPrices,
  });

  test('has the lowest price of its variations and a price range, both until the next price change', () => {
    const other = { ...window, regular: 1_800, sale: 1_700, saleTo: at('2026-06-10T11:59:59') };
    expect(pricesAt(product([window, other]), moment('2026-06-05T00:00:00'))).toEqual({
      prices: {
        price: 1_500,
        regular: 1_800,
        sale: null,
        range: { min: 1_500, max: 1_700 },
        onSale: true,
        ...none,
      },
      holdsUntil: moment('2026-06-10T12:00:00'),
    });
  });

  test('has no range when all cost the same', () => {
    expect(pricesAt(product([window, window]), 0).prices.range).toBeNull();
  });

  test('has no price without variations', () => {
    expect(pricesAt(product([]), 0).prices).toEqual({
      price: null,
      regular: null,
      sale: null,
      range: null,
      onSale: false,
      ...none,
    });
  });
});

test('prices stay the same until the returned moment, for any sale dates', () => {
  const second = fc.integer({ min: 0, max: 400_000 });
  const text = (seconds: number | null) =>
    seconds === null ? null : at(new Date(seconds * 1_000).toISOString().slice(0, 19));
  const amount = fc.option(fc.integer({ min: 0, max: 5 }));
  fc.assert(
    fc.property(
      amount,
      amount,
      fc.option(second),
      fc.option(second),
      second,
      (regular, sale, from, to, now) => {
        const document = simple({ regular, sale, saleFrom: text(from), saleTo: text(to) });
        const { prices, holdsUntil } = pricesAt(document, now * 1_000);
        if (holdsUntil === null) {
          expect(pricesAt(document, 1e12).prices).toEqual(prices);
        } else {
          expect(holdsUntil).toBeGreaterThan(now * 1_000);
          expect(pricesAt(document, holdsUntil - 1).prices).toEqual(prices);
          expect(pricesAt(document, holdsUntil).prices).not.toEqual(prices);
        }
      },
    ),
  );
});

describe('prices with further decimals', () => {
  const priced = (regular: number, sale: number | null, exact: { regular?: string; sale?: string }) =>
    pricesAt(simple({ regular, sale, ...none, exact }), 0).prices;

  test('have the exact text of the current price', () => {
    expect(priced(826, null, { regular: '8.2645' })).toMatchObject({
      price: 826,
      exact: { regular: '8.2645', price: '8.2645' },
    });
    expect(priced(826, 500, { regular: '8.2645' })).toMatchObject({
      price: 500,
      exact: { regular: '8.2645' },
    });
    expect(priced(826, 500, { regular: '8.2645' }).exact).not.toHaveProperty('price');
  });

  test('decide by all decimals whether the sale price is below the regular price', () => {
    const sales = [
      priced(826, 826, { regular: '8.2645', sale: '8.2641' }),
      priced(826, 826, { regular: '8.2641', sale: '8.2645' }),
      priced(826, 826, { regular: '8.2645' }),
      priced(827, 827, { regular: '8.2655' }),
      priced(827, 827, { sale: '8.2655' }),
    ];
    expect(sales.map(({ onSale }) => onSale)).toEqual([true, false, true, false, true]);
  });

  test('of variations: the lowest and highest ones count with all decimals', () => {
    const child = (regular: number, text?: string) => ({
      ...{ regular, sale: null, ...none },
      ...(text !== undefined && { exact: { regular: text } }),
    });
    const childPrices = [child(826, '8.2645'), child(826), child(900), child(900, '9.0041')];
    const variable = { type: 'variable' as const, prices: window, childPrices };
    expect(pricesAt(variable, 0).prices).toEqual({
      ...{ price: 826, regular: 826, sale: null, range: { min: 826, max: 900 }, onSale: false, ...none },
      exact: { max: '9.0041' },
    });
    const one = pricesAt({ ...variable, childPrices: childPrices.slice(0, 1) }, 0).prices;
    expect([one.range, one.exact?.price]).toEqual([null, '8.2645']);
  });

  test('for a role have the texts of the role only', () => {
    const prices = { regular: 826, sale: null, ...none, exact: { regular: '8.2645' } };
    const document = (rolePrice: object) => ({
      ...simple(prices),
      rolePrices: [{ role: 'wholesale', regular: 700, sale: null, ...rolePrice }],
    });
    expect(asSeenBy(document({}), 'wholesale').prices).toEqual({ regular: 700, sale: null, ...none });
    const exact = { regular: '7.0025' };
    expect(asSeenBy(document({ exact }), 'wholesale').prices).toMatchObject({ regular: 700, exact });
  });
});
