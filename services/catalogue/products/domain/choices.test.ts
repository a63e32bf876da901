import { expect, test } from 'vitest';
import type { ProductRecord, VariationRecord } from '#contracts/catalogue-import.ts';
import { documentsOf, isVariation } from '../../domain/documents.ts';
import { productRecord, variationRecord } from '../../records.fixture.ts';
import { choicesBytes, choicesOf } from './choices.ts';

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
