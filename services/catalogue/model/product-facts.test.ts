import { describe, expect, test } from 'vitest';
import type { ProductRecord, VariationRecord } from '#contracts/product.ts';
import type { Category } from '#contracts/terms.ts';
import { counted, pricesOf, productRecord, uncounted, variationRecord } from '../records.fixture.ts';
import { documentsOf, isVariation } from './documents.ts';
import { choicesBytes, choicesOf, plainFactsOf } from './product-facts.ts';
import { inOrder, parseReference } from './references.ts';
import { CategoryTree } from './terms.ts';

const category = (id: number, parentId: number): Category => ({
  ...{ id, parentId, name: `Category ${id}`, slug: `category-${id}`, description: '', count: 0 },
  ...{ display: 'default', image: null, menuOrder: 0 },
});

/** Category 14 contains 15, which contains 16 and 17. */
const categories = new CategoryTree([category(16, 15), category(14, 0), category(15, 14), category(17, 15)]);

function facts(changes: Partial<ProductRecord>, counts = true) {
  const [document] = documentsOf(productRecord({ id: 7, ...changes }));
  if (!document) throw new Error('a record makes no document');
  return plainFactsOf(document, { now: 0, countsStock: counts, categories });
}

function variationFacts(changes: Partial<VariationRecord>, product: Partial<ProductRecord> = {}) {
  const variations = [variationRecord({ id: 8, ...changes })];
  const [, document] = documentsOf(productRecord({ id: 7, type: 'variable', variations, ...product }));
  if (!document) throw new Error('a record makes no document');
  return plainFactsOf(document, { now: 0, countsStock: true, categories });
}

test('the facts of a simple product are complete', () => {
  expect(facts({ crossSellIds: [9], stock: counted(5) })).toEqual({
    id: 7,
    parentId: 0,
    type: 'simple',
    status: 'publish',
    name: 'Mug',
    title: 'Mug',
    slug: 'mug',
    permalink: 'http://shop.example/product/mug/',
    sku: 'mug-7',
    price: 1_250,
    regular: 1_250,
    sale: null,
    onSale: false,
    purchasable: true,
    stock: { managed: true, quantity: 5, status: 'instock', backorders: 'no', lowAmount: null },
    stockUnit: 7,
    soldIndividually: false,
    minPurchase: 1,
    maxPurchase: 5,
    taxable: true,
    taxClass: '',
    shippingRequired: true,
    shippingTaxable: true,
    shippingClass: '',
    shippingClassId: 0,
    weight: '0.4',
    dimensions: { length: '10', width: '8', height: '9' },
    thumbnail: '',
    categoryIds: [16, 15, 14],
    crossSellIds: [9],
    attributes: [],
    holdsUntil: null,
  });
});

test('a variation inherits empty members from its product', () => {
  const image = { id: 3, thumbnail: 't', medium: 'm', large: 'l', full: 'f', name: 'mug', alt: '' };
  const product = {
    name: 'Cup',
    slug: 'cup',
    taxClass: 'reduced',
    shippingClass: 'heavy',
    shippingClassId: 41,
    images: [image],
    crossSellIds: [9],
  };
  expect(variationFacts({}, product)).toMatchObject({
    id: 8,
    parentId: 7,
    type: 'variation',
    name: 'Mug - Red',
    title: 'Cup',
    slug: 'cup',
    taxClass: 'reduced',
    shippingClass: 'heavy',
    shippingClassId: 41,
    weight: '0.4',
    dimensions: { length: '10', width: '8', height: '9' },
    thumbnail: 't',
    categoryIds: [16, 15, 14],
    crossSellIds: [9],
  });
});

test("a variation's own shipping class and tax class have precedence over those of its product", () => {
  const own = { taxClass: '', shippingClass: 'light', shippingClassId: 42 };
  const product = { taxClass: 'reduced', shippingClass: 'heavy', shippingClassId: 41 };
  expect(variationFacts(own, product)).toMatchObject(own);
});

test.each<[string, readonly number[], readonly number[]]>([
  ['in one category', [14], [14]],
  ['in one category that has ancestors', [16], [16, 15, 14]],
  ['in two categories with the same parent', [16, 17], [16, 17, 15, 14]],
  ['in a category and in its parent', [15, 16], [15, 16, 14]],
  ['in an unknown category', [99], [99]],
  ['in no category', [], []],
])(
  'a product that is %s, %j, belongs to the categories %j, and so do its variations',
  (_what, own, counted) => {
    const product = { categories: own.map((id) => ({ id, name: `${id}`, slug: `${id}` })) };
    expect(facts(product).categoryIds).toEqual(counted);
    expect(variationFacts({}, product).categoryIds).toEqual(counted);
  },
);

// docs/money.md, Shipping: shipping is taxed if the shipped goods are taxable, or if only their shipping is
// taxable.
test.each<[string, Partial<Pick<ProductRecord, 'taxStatus' | 'virtual'>>, boolean, boolean]>([
  ['goods that bear tax', { taxStatus: 'taxable' }, true, true],
  ['goods of which only shipping bears tax', { taxStatus: 'shipping' }, false, true],
  ['goods that are not taxable', { taxStatus: 'none' }, false, false],
  ['goods that are not shipped', { taxStatus: 'taxable', virtual: true }, true, false],
])('%s: %j, taxable is %j, taxable shipping is %j', (_what, changes, taxable, shippingTaxable) => {
  const expected = { taxable, shippingTaxable };
  expect(facts(changes)).toMatchObject(expected);
  expect(variationFacts(changes)).toMatchObject(expected);
});

describe('stock', () => {
  test('of a variation that shares its product’s stock is counted on the product', () => {
    const own = { ...uncounted, counted: 'parent' as const };
    expect(variationFacts({ stock: own }, { stock: counted(3) })).toMatchObject({
      stock: { managed: true, quantity: 3 },
      stockUnit: 7,
      maxPurchase: 3,
    });
  });

  test('of a variation with its own stock is counted on the variation', () => {
    expect(variationFacts({ stock: counted(2) }, { stock: counted(3) })).toMatchObject({
      stock: { quantity: 2 },
      stockUnit: 8,
      maxPurchase: 2,
    });
  });

  test('does not limit a purchase if backorders are allowed', () => {
    expect(facts({ stock: { ...counted(0), backorders: 'notify' } }).maxPurchase).toBe(-1);
  });

  test('limits a purchase to 0 when it is negative', () => {
    expect(facts({ stock: counted(-2) }).maxPurchase).toBe(0);
  });

  test('is not counted in a store without stock management', () => {
    expect(facts({ stock: counted(5) }, false)).toMatchObject({
      stock: { managed: false, quantity: null },
      maxPurchase: -1,
    });
  });

  test('limits a purchase to 1 for products sold individually', () => {
    expect(facts({ stock: counted(5), soldIndividually: true }).maxPurchase).toBe(1);
  });
});

test.each<[string, Partial<ProductRecord>, boolean]>([
  ['a published product with a price', {}, true],
  ['a product with a price of 0', { prices: pricesOf(0) }, true],
  ['a product without a price', { prices: pricesOf(null) }, false],
  ['a draft', { status: 'draft' }, false],
  ['a product in the bin', { status: 'trash' }, false],
  ['a product behind a password', { locked: true }, false],
  ['a product that is sold elsewhere', { type: 'external' }, false],
  ['a group', { type: 'grouped' }, false],
])('%s: with %j, purchasable is %j', (_what, changes, purchasable) => {
  expect(facts(changes).purchasable).toBe(purchasable);
});

test.each<[string, Partial<VariationRecord>, Partial<ProductRecord>, boolean]>([
  ['of a published product', {}, {}, true],
  ['of a draft', {}, { status: 'draft' }, false],
  ['of a product behind a password', {}, { locked: true }, false],
  ['that is private', { status: 'private' }, {}, false],
])('a variation %s: with %j and %j, purchasable is %j', (_what, changes, product, purchasable) => {
  expect(variationFacts(changes, product).purchasable).toBe(purchasable);
});

describe('references', () => {
  const documents = [
    ...documentsOf(productRecord({ id: 7, sku: 'mug' })),
    ...documentsOf(productRecord({ id: 8, sku: '12' })),
    ...documentsOf(productRecord({ id: 9, sku: '7' })),
    ...documentsOf(productRecord({ id: 10, sku: '' })),
  ];
  const ids = (texts: string[]) =>
    inOrder(texts.map(parseReference), documents).map((one) => one?._id ?? null);

  test('are resolved in order, with null for unknown ones', () => {
    expect(ids(['8', 'mug', 'unknown', '7', '99', 'mug'])).toEqual([8, 7, null, 7, null, 7]);
  });

  test('of digits mean an id, or a SKU if no id matches', () => {
    expect(ids(['7', '12'])).toEqual([7, 8]);
  });

  test('that are not whole numbers mean a SKU only', () => {
    const texts = ['07', '-7', '7.0', '0', '1e1', '99999999999999999999'];
    expect(texts.map((text) => parseReference(text).id)).toEqual([null, null, null, null, null, null]);
  });

  test('that are empty match nothing, not even products without a SKU', () => {
    expect(ids([' '])).toEqual([null]);
  });
});

test('a cart shows the image in the size of the shop’s lists if that size exists, or else the thumbnail', () => {
  const image = { id: 3, thumbnail: 't', medium: 'm', large: 'l', full: 'f', name: 'mug', alt: '' };
  const sized = { ...image, sizes: { woocommerce_thumbnail: 'w' } };
  expect([facts({ images: [sized] }).thumbnail, facts({ images: [image] }).thumbnail]).toEqual(['w', 't']);
});

const colours = ['Red', 'Dark blue'].map((label) => ({
  slug: label.toLowerCase().replace(' ', '-'),
  label,
}));
const attribute = { id: 3, key: 'pa_colour', name: 'Colour', position: 0, visible: true, variation: true };
const colour = { ...attribute, options: colours };
const material = { ...attribute, id: 0, key: 'material', name: 'Material', position: 1, options: [] };
const shape = {
  ...attribute,
  id: 4,
  key: 'pa_shape',
  name: 'Shape',
  position: 2,
  variation: false,
  options: [],
};

const chosen = (slug: string) => ({ id: 3, key: 'pa_colour', name: 'Colour', slug, label: slug });

function familyOf(variations: VariationRecord[], changes: Partial<ProductRecord> = {}) {
  const attributes = [colour, shape, material];
  const record = productRecord({ id: 7, type: 'variable', attributes, variations, ...changes });
  const [product, ...others] = documentsOf(record);
  if (!product) throw new Error('a record makes no document');
  return { product, variations: others.filter(isVariation) };
}

test('of a variable product: the attributes that distinguish variations, and the published variations in the shop’s order', () => {
  const { product, variations } = familyOf([
    variationRecord({ id: 9, menuOrder: 2, attributes: [chosen('red')] }),
    variationRecord({ id: 8, menuOrder: 2, attributes: [chosen('')] }),
    variationRecord({ id: 10, menuOrder: 1, attributes: [chosen('dark-blue')] }),
    variationRecord({ id: 11, menuOrder: 0, status: 'private', attributes: [chosen('red')] }),
  ]);
  expect(choicesOf(product, variations.toReversed())).toEqual({
    attributes: [
      { key: 'pa_colour', name: 'Colour', options: colours },
      { key: 'material', name: 'Material', options: [] },
    ],
    variations: [
      { id: 10, attributes: { pa_colour: 'dark-blue', material: '' } },
      { id: 8, attributes: { pa_colour: '', material: '' } },
      { id: 9, attributes: { pa_colour: 'red', material: '' } },
    ],
    groupedIds: [],
  });
});

test('of a group: its products', () => {
  const { product } = familyOf([], { type: 'grouped', groupedIds: [9, 8] });
  expect(choicesOf(product, [])).toEqual({ attributes: [], variations: [], groupedIds: [9, 8] });
});

test('simple products and variations have no choices', () => {
  const { variations } = familyOf([variationRecord({ id: 9 })]);
  const { product } = familyOf([], { type: 'simple' });
  for (const one of [product, ...variations])
    expect([choicesOf(one, []), choicesBytes(one)]).toMatchObject([null, expect.any(Number)]);
});

test.each([0, 1, 40, 1_000])(
  'the estimated bytes of the choices of %d variations are at most a third too high',
  (count) => {
    const records = Array.from({ length: count }, (_, n) =>
      variationRecord({ id: 100_000 + n, attributes: [chosen('dark-blue')] }),
    );
    const { product, variations } = familyOf(records, { groupedIds: [] });
    const bytes = Buffer.byteLength(JSON.stringify(choicesOf(product, variations)));
    expect(choicesBytes(product) + 200).toBeGreaterThanOrEqual(bytes);
    expect(choicesBytes(product)).toBeLessThanOrEqual(bytes * 1.35 + 200);
  },
);
