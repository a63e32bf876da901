import { describe, expect, test } from 'vitest';
import type { ProductFacts } from '#contracts/catalogue.ts';
import { factsOf, stocked } from '../../model/context.fixture.ts';
import type { Line } from '../../model/state.ts';
import { heldByUnit, isOnBackorder, stockNotices } from './notices.ts';

const line = (quantity: number) => ({ quantity }) as Line;
const of = (pieces: readonly (readonly [ProductFacts, number])[]) =>
  pieces.map(([facts, quantity]) => ({ facts, line: line(quantity) }));
const noticesOf = (...pieces: readonly (readonly [ProductFacts, number])[]) =>
  stockNotices(of(pieces), heldByUnit(of(pieces))).map(
    (notice) => 'code' in notice && [notice.code, notice.data],
  );

const shirt = (id: number, name: string, quantity: number) =>
  stocked(quantity, { id, parentId: 30, type: 'variation', stockUnit: 30, name });
const unmanaged = (status: 'outofstock' | 'onbackorder', backorders: 'no' | 'notify' = 'no') =>
  factsOf({ stock: { managed: false, quantity: null, status, backorders, lowAmount: null } });
const backordered = (quantity: number, backorders: 'notify' | 'yes') =>
  stocked(quantity, {
    stock: { managed: true, quantity, status: 'instock', backorders, lowAmount: null },
  });

describe('a stock that is too small causes one notice', () => {
  test.each<[string, (readonly [ProductFacts, number])[], [string, object][]]>([
    ['enough', [[stocked(4), 4]], []],
    ['not counted', [[factsOf(), 999]], []],
    ['too many', [[stocked(3), 4]], [['stock_short', { names: ['Mug'], left: 3, held: 4 }]]],
    ['one left', [[stocked(1), 4]], [['stock_short', { names: ['Mug'], left: 1, held: 4 }]]],
    ['none left', [[stocked(0), 4]], [['out_of_stock', { names: ['Mug'] }]]],
    ['a negative stock', [[stocked(-2), 4]], [['out_of_stock', { names: ['Mug'] }]]],
    ['out of stock without counting', [[unmanaged('outofstock'), 1]], [['out_of_stock', { names: ['Mug'] }]]],
    ['backorders', [[backordered(1, 'notify'), 4]], []],
    ['backorders without a notice', [[backordered(1, 'yes'), 4]], []],
    [
      'two lines of one product',
      [
        [stocked(3), 2],
        [stocked(3), 2],
      ],
      [['stock_short', { names: ['Mug'], left: 3, held: 4 }]],
    ],
    [
      'variations that share a stock',
      [
        [shirt(31, 'Shirt - S', 5), 2],
        [factsOf({ id: 14, name: 'Cup' }), 9],
        [shirt(32, 'Shirt - M', 5), 2],
        [shirt(33, 'Shirt - L', 5), 3],
      ],
      [['stock_short', { names: ['Shirt - S', 'Shirt - M', 'Shirt - L'], left: 5, held: 7 }]],
    ],
    [
      'two products',
      [
        [stocked(1), 2],
        [stocked(0, { id: 14, name: 'Cup' }), 1],
      ],
      [
        ['stock_short', { names: ['Mug'], left: 1, held: 2 }],
        ['out_of_stock', { names: ['Cup'] }],
      ],
    ],
  ])('%s', (_name, pieces, notices) => {
    expect(noticesOf(...pieces)).toEqual(notices);
  });
});

describe('a line is on backorder', () => {
  test.each<[string, (readonly [ProductFacts, number])[], boolean]>([
    ['beyond the stock', [[backordered(2, 'notify'), 3]], true],
    ['not within the stock', [[backordered(2, 'notify'), 2]], false],
    ['not without a notice setting', [[backordered(2, 'yes'), 3]], false],
    ['not when it is merely short', [[stocked(2), 3]], false],
    [
      'when stock is not counted and the status is on backorder',
      [[unmanaged('onbackorder', 'notify'), 1]],
      true,
    ],
    [
      'together with another line of the same stock',
      [
        [backordered(3, 'notify'), 2],
        [backordered(3, 'notify'), 2],
      ],
      true,
    ],
  ])('%s', (_name, pieces, expected) => {
    const held = heldByUnit(of(pieces));
    expect(pieces.map(([facts]) => isOnBackorder(facts, held))).toEqual(pieces.map(() => expected));
  });
});
