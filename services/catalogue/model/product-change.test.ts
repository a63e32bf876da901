import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ProductChange } from '#contracts/catalogue-operators.ts';
import type { ProductRecord } from '#contracts/product.ts';
import { counted, pricesOf, productRecord, uncounted, variationRecord } from '../records.fixture.ts';
import { documentsOf, isVariation, membersFromVariations, type SellableDocument } from './documents.ts';
import { changeProduct, changesOnlyPricesAndStock, type Family } from './product-change.ts';

const now = { local: '2026-06-15T02:00:00', utc: '2026-06-15T00:00:00' };
const at = (utc: string) => ({ local: utc, utc });

function familyOf(record: ProductRecord): Family {
  const documents = documentsOf(record);
  const product = documents
    .filter((changedDocument) => !isVariation(changedDocument))
    .find(({ _id }) => _id === record.id);
  if (!product) throw new Error('a record makes no product');
  return { product, variations: documents.filter(isVariation) };
}

const simple = (changes: Partial<ProductRecord> = {}) => familyOf(productRecord({ id: 1, ...changes }));
const variable = (changes: Partial<ProductRecord> = {}) =>
  familyOf(
    productRecord({
      id: 7,
      type: 'variable',
      prices: pricesOf(null),
      variations: [
        variationRecord({ id: 8, menuOrder: 1 }),
        variationRecord({ id: 9, menuOrder: 2, prices: pricesOf(900) }),
      ],
      ...changes,
    }),
  );

const onSale = { regular: 2_000, sale: 1_500, saleFrom: at('2026-01-01T00:00:00'), saleTo: null };

function changedDocument(family: Family, id: number, change: ProductChange): SellableDocument {
  const found = changeProduct(family, id, change, now).find(({ _id }) => _id === id);
  if (!found) throw new Error('it is not changed');
  return found;
}

/** Returns the product and its variations after a change. */
function changedBy(family: Family, id: number, change: ProductChange): Family {
  const changed = new Map(changeProduct(family, id, change, now).map((document) => [document._id, document]));
  const product = changed.get(family.product._id) ?? family.product;
  const variations = family.variations.map((held) => changed.get(held._id) ?? held).filter(isVariation);
  return { product: isVariation(product) ? family.product : product, variations };
}

/** Returns the expected refusal of a change that breaks a rule. */
const refusalBy = (rule: string) =>
  expect.objectContaining({
    code: 'service_invalid_request',
    data: { faults: [expect.objectContaining({ rule })] },
  });

describe('prices', () => {
  test('are set; the product gets a digest that no import has, and a new modification time', () => {
    const { product } = simple();
    expect(changeProduct({ product, variations: [] }, 1, { regular: 1_000, sale: 800 }, now)).toEqual([
      {
        ...product,
        prices: { regular: 1_000, sale: 800, saleFrom: null, saleTo: null },
        modified: now,
        digest: 'changed here',
      },
    ]);
  });

  test('that equal the stored ones change nothing', () => {
    expect(changeProduct(simple(), 1, { regular: 1_250, stock: null, status: 'publish' }, now)).toEqual([]);
  });

  test('of a sale without dates clear the earlier dates; null removes the sale and its dates', () => {
    const family = simple({ prices: onSale });
    const none = { saleFrom: null, saleTo: null };
    expect(changedDocument(family, 1, { sale: 1_400 }).prices).toEqual({
      regular: 2_000,
      sale: 1_400,
      ...none,
    });
    expect(changedDocument(family, 1, { sale: null }).prices).toEqual({
      regular: 2_000,
      sale: null,
      ...none,
    });
    expect(changedDocument(family, 1, { regular: null }).prices).toEqual({
      regular: null,
      sale: null,
      ...none,
    });
    expect(changedDocument(family, 1, { regular: 3_000 }).prices).toEqual({ ...onSale, regular: 3_000 });
    expect(changedDocument(family, 1, { saleTo: at('2026-07-01T00:00:00') }).prices).toEqual({
      ...onSale,
      saleTo: at('2026-07-01T00:00:00'),
    });
  });

  test.each<[string, Family, ProductChange, string]>([
    ['of a variable product', variable(), { regular: 1 }, 'price_of_parts'],
    ['of a group', simple({ type: 'grouped' }), { sale: null }, 'price_of_parts'],
    ['of a sale that is not below the regular price', simple(), { sale: 1_250 }, 'sale_price'],
    [
      'of a sale without a regular price',
      simple({ prices: pricesOf(null) }),
      { sale: 1 },
      'sale_without_regular',
    ],
    [
      'of a sale while the regular price is removed',
      simple(),
      { regular: null, sale: 1 },
      'sale_without_regular',
    ],
    [
      'that lower the regular price to the stored sale price',
      simple({ prices: onSale }),
      { regular: 1_500 },
      'regular_price',
    ],
    ['of no sale, with dates', simple(), { saleTo: now }, 'no_sale_price'],
    [
      'of a sale that ends before it begins',
      simple(),
      { sale: 1, saleFrom: at('2026-02-01T00:00:00'), saleTo: at('2026-01-01T00:00:00') },
      'sale_dates',
    ],
  ])('%s are refused', (_what, family, change, rule) => {
    const refused = () => changeProduct(family, family.product._id, change, now);
    expect(refused).toThrow(refusalBy(rule));
  });

  test('of a variation are copied to its product', () => {
    const family = changedBy(variable(), 9, { regular: 700 });
    expect(family.product.childPrices).toEqual([pricesOf(1_250), pricesOf(700)]);
    expect([family.product.modified, family.product.digest]).toEqual([now, 'changed here']);
  });
});

describe('stock', () => {
  test.each([
    [3, 'no', 'instock'],
    [0, 'no', 'outofstock'],
    [-1, 'notify', 'onbackorder'],
    [0, 'yes', 'onbackorder'],
  ] as const)('of %d with backorders "%s" is %s', (stock, backorders, status) => {
    const family = simple({ stock: { ...uncounted, backorders } });
    const expected = { counted: 'own', quantity: stock, status, backorders, lowAmount: null };
    expect(changedDocument(family, 1, { stock }).stock).toEqual(expected);
  });

  test('set to null is no longer counted and keeps its status', () => {
    const family = simple({ stock: { ...counted(0), status: 'outofstock' } });
    expect(changedDocument(family, 1, { stock: null }).stock).toEqual({ ...uncounted, status: 'outofstock' });
  });

  test('of a group or an external product is refused', () => {
    const external = simple({ type: 'external' });
    expect(() => changeProduct(external, 1, { stock: 1 }, now)).toThrow(refusalBy('no_stock'));
  });

  test('of a product is out of stock when all its variations are, and in stock when any of them is', () => {
    const first = changedBy(variable(), 8, { stock: 0 });
    expect(first.product.stock.status).toBe('instock');
    const allOut = changedBy(first, 9, { stock: 0 });
    expect(allOut.product.stock).toEqual({ ...uncounted, status: 'outofstock' });
    expect(changedBy(allOut, 9, { stock: 1 }).product.stock.status).toBe('instock');
    expect(changedBy(allOut, 9, { status: 'private' }).product.stock.status).toBe('outofstock');
  });

  test('of a product applies to the variations that share its stock', () => {
    const own = changedBy(variable(), 8, { stock: 5 });
    const shared = changedBy(own, 7, { stock: 0 });
    const [eight, nine] = shared.variations;
    expect(eight?.stock).toEqual(counted(5));
    expect(nine?.stock).toEqual({ ...uncounted, counted: 'parent', status: 'outofstock' });
    expect(nine?.parent.stock).toEqual(shared.product.stock);
    expect(changedBy(shared, 8, { stock: null }).variations[0]?.stock).toEqual({
      ...uncounted,
      counted: 'parent',
      status: 'outofstock',
    });
    expect(changedBy(shared, 7, { stock: null }).variations[1]?.stock.counted).toBe('no');
  });
});

describe('status', () => {
  test('of a product is copied to its variations, which the next import writes again', () => {
    const changed = changeProduct(variable(), 7, { status: 'draft' }, now);
    expect(changed.map(({ _id, digest }) => [_id, digest])).toEqual([
      [7, 'changed here'],
      [8, 'changed here'],
      [9, 'changed here'],
    ]);
    expect(changed.filter(isVariation).map(({ parent }) => parent.status)).toEqual(['draft', 'draft']);
  });

  test('of a variation determines whether its product shows it', () => {
    const { product } = changedBy(variable(), 8, { status: 'private' });
    expect([product.variationIds, product.childPrices]).toEqual([[9], [pricesOf(900)]]);
  });
});

test('after any changes a product matches its variations, and repeating the last change changes nothing', () => {
  const amount = fc.integer({ min: 0, max: 3_000 });
  const change = fc.record(
    {
      regular: fc.option(amount),
      sale: fc.option(amount),
      stock: fc.option(fc.integer({ min: -2, max: 5 })),
      status: fc.constantFrom('publish' as const, 'private' as const, 'draft' as const),
    },
    { requiredKeys: [] },
  );
  const step = fc.tuple(fc.constantFrom(7, 8, 9), change);
  fc.assert(
    fc.property(fc.array(step, { maxLength: 8 }), (steps) => {
      let family = variable();
      for (const [id, given] of steps) {
        // The product has no prices of its own, so prices are left out of its changes.
        const { regular: _regular, sale: _sale, ...rest } = given;
        const applied: ProductChange = id === 7 ? rest : given;
        try {
          family = changedBy(family, id, applied);
        } catch {
          continue;
        }
        expect(changeProduct(family, id, applied, now)).toEqual([]);
      }
      const { product, variations } = family;
      const children = membersFromVariations(variations.map(({ _id, ...held }) => ({ id: _id, ...held })));
      expect(product).toMatchObject(children);
      for (const { parent, prices } of variations) {
        expect(parent.status).toBe(product.status);
        if (product.stock.counted === 'own') expect(parent.stock).toEqual(product.stock);
        expect(prices.sale ?? -1).toBeLessThan(prices.regular ?? 0);
      }
    }),
  );
});

describe('a price with further decimals', () => {
  const exact = { regular: '8.2645', sale: '5.0041' };
  const held = { regular: 826, sale: 500, saleFrom: null, saleTo: null, exact };
  const changedPrices = (change: ProductChange) =>
    changedDocument(simple({ prices: held }), 1, change).prices;

  test('is set with its exact text, and loses the text with a price without further decimals', () => {
    const { prices } = changedDocument(simple(), 1, { regular: 826, exact: { regular: '8.2645' } });
    expect(prices).toMatchObject({ regular: 826, exact: { regular: '8.2645' } });
    expect(changedPrices({ regular: 900 }).exact).toEqual({ sale: '5.0041' });
    expect(changedPrices({ sale: 400 }).exact).toEqual({ regular: '8.2645' });
    expect(changedPrices({ regular: 900, sale: 400 })).toEqual({
      ...{ regular: 900, sale: 400, saleFrom: null, saleTo: null },
    });
    expect(changedPrices({ regular: null })).not.toHaveProperty('exact');
    expect(changedPrices({ status: 'draft' })).toEqual(held);
  });

  test('changes only prices', () => {
    expect(changesOnlyPricesAndStock({ regular: 826, exact: { regular: '8.2645' } })).toBe(true);
  });

  test('is compared with all decimals', () => {
    const change = (regular: string, sale: string) => () =>
      changeProduct(simple(), 1, { regular: 826, sale: 826, exact: { regular, sale } }, now);
    expect(change('8.2645', '8.2641')).not.toThrow();
    expect(change('8.2641', '8.2645')).toThrow(refusalBy('sale_price'));
    const rolePrices = [{ role: 'wholesale', regular: 826, sale: 826, exact: { regular: '8.2645' } }];
    expect(changedDocument(simple(), 1, { rolePrices }).rolePrices).toEqual(rolePrices);
  });
});
