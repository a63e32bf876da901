import type {
  EnteredPrices,
  EnteredStock,
  ProductRecord,
  VariationRecord,
} from '#contracts/catalogue-import.ts';

const time = { local: '2026-01-05T10:00:00', utc: '2026-01-05T09:00:00' };

/** Returns prices without a sale. */
export const pricesOf = (regular: number | null): EnteredPrices => ({
  regular,
  sale: null,
  saleFrom: null,
  saleTo: null,
});

/** Stock that is not counted. */
export const uncounted: EnteredStock = {
  counted: 'no',
  quantity: null,
  status: 'instock',
  backorders: 'no',
  lowAmount: null,
};

/** Returns stock that is counted on the product itself. */
export const counted = (quantity: number): EnteredStock => ({ ...uncounted, counted: 'own', quantity });

const shared = {
  permalink: 'http://shop.example/product/mug/',
  globalUniqueId: '',
  status: 'publish' as const,
  description: '<p>A mug.</p>',
  created: time,
  modified: time,
  prices: pricesOf(1_250),
  stock: uncounted,
  virtual: false,
  downloadable: false,
  downloads: [],
  downloadLimit: -1,
  downloadExpiry: -1,
  taxStatus: 'taxable' as const,
  weight: '0.4',
  dimensions: { length: '10', width: '8', height: '9' },
  shippingClass: '',
  shippingClassId: 0,
  images: [],
  totalSales: 0,
  menuOrder: 0,
  meta: [],
  visibleTo: null,
  rolePrices: [],
};

/** Returns a simple product at 12.50, in stock. The members of `changes` replace its members. */
export function productRecord(changes: Partial<ProductRecord> & { id: number }): ProductRecord {
  return {
    ...shared,
    name: 'Mug',
    slug: 'mug',
    sku: `mug-${changes.id}`,
    parentId: 0,
    type: 'simple',
    taxClass: '',
    locked: false,
    featured: false,
    soldIndividually: false,
    shortDescription: '',
    catalogVisibility: 'visible',
    reviewsAllowed: true,
    averageRating: '0',
    ratingCount: 0,
    reviewCount: 0,
    categories: [{ id: 16, name: 'Kitchen', slug: 'kitchen' }],
    tags: [],
    brands: [],
    attributes: [],
    defaultAttributes: [],
    groupedIds: [],
    relatedIds: [],
    upsellIds: [],
    crossSellIds: [],
    externalUrl: '',
    buttonText: '',
    purchaseNote: '',
    variations: [],
    ...changes,
  };
}

/** Returns a variation at 12.50 that inherits all other data. The members of `changes` replace its members. */
export function variationRecord(changes: Partial<VariationRecord> & { id: number }): VariationRecord {
  return {
    ...shared,
    name: 'Mug - Red',
    slug: 'mug-red',
    sku: `mug-${changes.id}`,
    taxClass: null,
    weight: '',
    dimensions: { length: '', width: '', height: '' },
    attributes: [{ id: 3, key: 'pa_colour', name: 'Colour', slug: 'red', label: 'Red' }],
    ...changes,
  };
}
