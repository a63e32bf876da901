import { expect, test } from 'vitest';
import { Product, Variation } from '#contracts/product.ts';
import { productRecord, variationRecord } from '../records.fixture.ts';
import { documentsOf, isVariation } from './documents.ts';
import { productView, variationProduct, variationView } from './product-view.ts';

const moment = { now: Date.parse('2026-06-15T00:00:00Z'), countsStock: true };
const variable = productRecord({
  id: 1,
  type: 'variable',
  visibleTo: ['wholesale'],
  purchaseNote: 'Thanks!',
  variations: [variationRecord({ id: 2, visibleTo: ['wholesale'] })],
});
const [product, variation] = documentsOf(variable);
if (!product || isVariation(product) || !variation || !isVariation(variation)) throw new Error('no family');
const shown = (document: typeof product) =>
  productView({ product: document, variations: [variation], cards: new Map() }, moment).view;

test('an answer has exactly the members of the contract, and none of the others that are stored', () => {
  const members = Object.keys(Product.shape).sort();
  expect(Object.keys(shown(product)).sort()).toEqual(members);
  expect(Object.keys(variationProduct(variation, product, moment).view).sort()).toEqual(members);
  const ofVariations = Object.keys(Variation.shape).sort();
  expect(Object.keys(variationView(variation, moment).view).sort()).toEqual(ofVariations);
});

test('a product that was stored before there was a member is shown with the default of the member', () => {
  const { purchaseNote: _, ...older } = product;
  expect(shown(product).purchaseNote).toBe('Thanks!');
  expect(shown(older as typeof product)).toEqual({ ...shown(product), purchaseNote: '' });
});
