import { describe, expect, test } from 'vitest';
import { Comparison, decimalsOf } from './differences.ts';

const comparison = new Comparison(['https://old.example/shop', 'http://127.0.0.1:8080']);
const differences = (there: unknown, here: unknown) => comparison.differences(there, here);
const inCurrency = (decimals: number, total: unknown) => ({
  currency: { currency_minor_unit: decimals },
  totals: { total },
});

describe('equal answers', () => {
  test.each<[string, unknown, unknown]>([
    ['an address of either site', { a: 'https://old.example/shop/x' }, { a: 'http://127.0.0.1:8080/x' }],
    [
      'a host in a text',
      { a: '<a href="https://one.example/x">' },
      { a: '<a href="https://two.example/x">' },
    ],
    ['the key of a cart in an address', { a: '/x?cart_key=one&b=1' }, { a: '/x?cart_key=two&b=1' }],
    [
      'keys and hashes',
      { cart_key: 'a', items: [{ id: 1, item_key: 'a' }] },
      { cart_key: 'b', items: [{ id: 1 }] },
    ],
    [
      'items by their keys',
      { items: { ['a'.repeat(32)]: { id: 1, name: 'x' } } },
      { items: { ['b'.repeat(32)]: { id: 1, name: 'x' } } },
    ],
    ['a long decimal', inCurrency(2, 2.08761905), inCurrency(2, 2.09)],
    ['a half, away from zero', inCurrency(2, '1.005'), inCurrency(2, '1.01')],
    ['a decimal beyond three', inCurrency(3, '1.0071'), inCurrency(3, '1.007')],
    ['yen', inCurrency(0, '1200'), inCurrency(0, '1200.4')],
  ])('%s', (_, there, here) => {
    expect(differences(there, here)).toEqual([]);
  });
});

describe('different answers', () => {
  test.each<[string, unknown, unknown, unknown[]]>([
    ['a minor unit', inCurrency(2, '2.08'), inCurrency(2, 2.09), ['totals.total']],
    ['a minor unit of three decimals', inCurrency(3, 1.007), inCurrency(3, 1.01), ['totals.total']],
    ['an amount as a text and as a number', inCurrency(2, '2'), inCurrency(2, 2), ['totals.total']],
    ['a number that is no amount', { sku: '007' }, { sku: '7' }, ['sku']],
    ['a path', { a: 'https://one.example/x' }, { a: 'https://two.example/y' }, ['a']],
    ['a member that one lacks', { a: 1 }, { a: 1, b: null }, ['b']],
    ['a list and an object', { a: [] }, { a: {} }, ['a']],
    [
      'one of two items of a product',
      {
        i: [
          { id: 1, n: 1 },
          { id: 1, n: 2 },
        ],
      },
      { i: [{ id: 1, n: 1 }] },
      ['i[]'],
    ],
    ['the order of a list', [{ id: 1 }, { id: 2 }], [{ id: 2 }, { id: 1 }], ['[] (order)']],
    ['an entry in the middle, once', [{ id: 1 }, { id: 2 }, { id: 3 }], [{ id: 1 }, { id: 3 }], ['[]']],
  ])('%s', (_, there, here, members) => {
    expect(differences(there, here).map(({ member }) => member)).toEqual(members);
  });
});

test('the number of decimals is that of the answer’s currency', () => {
  expect(decimalsOf({ prices: { currency: { currency_minor_unit: 0 } } })).toBe(0);
  expect(decimalsOf({ currency: { currency_minor_unit: 3 } })).toBe(3);
  expect(decimalsOf({ body: { currency: { currency_minor_unit: 3 } } })).toBe(3);
  expect([decimalsOf({}), decimalsOf(null)]).toEqual([2, 2]);
});
