import {
  type EnteredPrices,
  type EnteredStock,
  type ProductRecord,
  plainProduct,
  plainVariation,
  type VariationRecord,
} from '#contracts/product.ts';

const time = { local: '2026-01-05T10:00:00', utc: '2026-01-05T09:00:00' };

/** Returns prices without a sale. */
export const pricesOf = (regular: number | null): EnteredPrices => ({
  regular,
  sale: null,
  saleFrom: null,
  saleTo: null,
});

/** Stock that is not counted. */
export const uncounted: EnteredStock = plainProduct.stock;

/** Returns stock that is counted on the product itself. */
export const counted = (quantity: number): EnteredStock => ({ ...uncounted, counted: 'own', quantity });

const shared = {
  permalink: 'http://shop.example/product/mug/',
  description: '<p>A mug.</p>',
  created: time,
  modified: time,
  prices: pricesOf(1_250),
};

/** Returns a simple product at 12.50, in stock. The members of `changes` replace its members. */
export function productRecord(changes: Partial<ProductRecord> & { id: number }): ProductRecord {
  return {
    ...plainProduct,
    ...shared,
    name: 'Mug',
    slug: 'mug',
    sku: `mug-${changes.id}`,
    weight: '0.4',
    dimensions: { length: '10', width: '8', height: '9' },
    averageRating: '0',
    categories: [{ id: 16, name: 'Kitchen', slug: 'kitchen' }],
    ...changes,
  };
}

/** Returns a variation at 12.50 that inherits all other data. The members of `changes` replace its members. */
export function variationRecord(changes: Partial<VariationRecord> & { id: number }): VariationRecord {
  return {
    ...plainVariation,
    ...shared,
    name: 'Mug - Red',
    slug: 'mug-red',
    sku: `mug-${changes.id}`,
    attributes: [{ id: 3, key: 'pa_colour', name: 'Colour', slug: 'red', label: 'Red' }],
    ...changes,
  };
}
