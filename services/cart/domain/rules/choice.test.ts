import { describe, expect, test } from 'vitest';
import type { Item } from '#contracts/cart-commands.ts';
import type { ProductChoices, ProductFacts } from '#contracts/catalogue.ts';
import { ServiceError } from '#platform/errors/errors.ts';
import { anItem, commandContextOf, factsOf } from '../../model/context.fixture.ts';
import {
  chosenOf,
  furtherIdsOf,
  labellingIds,
  labelsOf,
  productNamed,
  unchosen,
  variationWith,
} from './choice.ts';
import { colour, material, size, variableOf } from './variable.fixture.ts';

/** A coat: red in S and M, dark blue in M, and any colour in XL. */
const coat = variableOf(52, [colour, size], {
  53: { pa_colour: 'red', 'pa_shoe-size': 's' },
  54: { pa_colour: 'red', 'pa_shoe-size': 'm' },
  57: { pa_colour: 'dark-blue', 'pa_shoe-size': 'm' },
  58: { 'pa_shoe-size': 'xl' },
});
const scarf = variableOf(59, [material], { 60: {} });

function choose(reference: string, variation: Item['variation'], products: readonly ProductFacts[]) {
  const context = commandContextOf(products);
  const { facts, attributes } = chosenOf(productNamed(reference, context), { variation }, context);
  return [facts.id, attributes];
}

function refusalOf(reference: string, variation: Item['variation'], products: readonly ProductFacts[]) {
  try {
    choose(reference, variation, products);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return { code: error.code, data: error.data };
  }
  throw new Error('it was not refused');
}

const redM = { pa_colour: 'red', 'pa_shoe-size': 'm' };

describe('a variable product becomes the variation with the given options', () => {
  test.each<[string, Item['variation']]>([
    ['keys with their prefix', { attribute_pa_colour: 'red', 'attribute_pa_shoe-size': 'm' }],
    ['keys', { pa_colour: 'red', 'pa_shoe-size': 'm' }],
    ['short keys with their prefix', { attribute_colour: 'red', 'attribute_shoe-size': 'm' }],
    ['short keys', { colour: 'red', 'shoe-size': 'm' }],
    ['labels', { Colour: 'Red', 'Shoe size': 'M' }],
    ['another case and spaces', { ' COLOUR ': ' rED ', 'SHOE SIZE': 'M ' }],
    ['further unknown names', { ...redM, pa_shape: 'round', '': 'x' }],
    ['another order', { 'pa_shoe-size': 'm', pa_colour: 'red' }],
    ['percent-encoded letters', { 'pa_shoe%2Dsize': 'm', colour: 'r%65d' }],
  ])('by %s', (_what, variation) => {
    expect(choose('52', variation, coat)).toEqual([54, redM]);
    expect(choose('sku-52', variation, coat)).toEqual([54, redM]);
  });

  test('by the label of an option that differs from its slug', () => {
    const chosen = { pa_colour: 'dark-blue', 'pa_shoe-size': 'm' };
    expect(choose('52', { Colour: 'Dark Blue', 'Shoe size': 'm' }, coat)).toEqual([57, chosen]);
  });

  test('by an exact slug before any label', () => {
    const options = [
      { slug: 'm', label: 'L' },
      { slug: 'l', label: 'M' },
    ];
    const odd = variableOf(70, [{ ...size, options }], {
      71: { 'pa_shoe-size': 'm' },
      72: { 'pa_shoe-size': 'l' },
    });
    expect(choose('70', { size: 'ignored', 'shoe-size': 'm' }, odd)).toEqual([71, { 'pa_shoe-size': 'm' }]);
    expect(choose('70', { 'shoe-size': 'M' }, odd)).toEqual([71, { 'pa_shoe-size': 'm' }]);
  });

  test('the first that fits in the shop’s order, even if it leaves an option open', () => {
    const both = variableOf(70, [size], { 71: {}, 72: { 'pa_shoe-size': 'm' } });
    expect(choose('70', { 'shoe-size': 'm' }, both)).toEqual([71, { 'pa_shoe-size': 'm' }]);
  });

  test('an attribute by its full key before one by a part of its key', () => {
    const own = { ...material, key: 'colour', name: 'Hue', options: [{ slug: 'Pink', label: 'Pink' }] };
    const two = variableOf(70, [colour, own], { 71: {} });
    const chosen = { pa_colour: 'red', colour: 'Pink' };
    expect(choose('70', { pa_colour: 'red', colour: 'pink' }, two)).toEqual([71, chosen]);
  });

  test('one that leaves an attribute open, with the given option, in the order of the attributes', () => {
    expect(choose('52', { size: '', 'shoe size': 'xl', colour: 'red' }, coat)).toEqual([
      58,
      { pa_colour: 'red', 'pa_shoe-size': 'xl' },
    ]);
    expect(choose('59', { attribute_material: 'wool' }, scarf)).toEqual([60, { material: 'Wool' }]);
  });
});

describe('options of emoji', () => {
  const face = (slug: string, label: string) => ({ slug, label });
  const moods = [face('%f0%9f%98%80', '😀'), face('%f0%9f%98%a1', '😡'), face('uber', 'Über')];
  const mood = { key: 'pa_mood', name: 'Mood', options: moods };
  const paint = {
    key: 'color-%f0%9f%96%8d',
    name: 'Color 🖍',
    options: [face('Red', 'Red'), face('Blue', 'Blue')],
  };
  const color = { key: 'color', name: 'Color', options: [face('Matt', 'Matt'), face('Gloss', 'Gloss')] };
  const faces = variableOf(70, [mood], {
    71: { pa_mood: '%f0%9f%98%80' },
    72: { pa_mood: '%f0%9f%98%a1' },
    73: { pa_mood: 'uber' },
  });
  const pens = variableOf(80, [paint, color], {
    81: { 'color-%f0%9f%96%8d': 'Red', color: 'Matt' },
    82: { 'color-%f0%9f%96%8d': 'Red', color: 'Gloss' },
  });

  test.each([
    ['plain', { attribute_pa_mood: '😡' }, 72],
    ['percent-encoded', { attribute_pa_mood: '%F0%9F%98%A1' }, 72],
    ['the slug', { pa_mood: '%f0%9f%98%80' }, 71],
    ['with combining marks', { Mood: 'U\u0308ber' }, 73],
  ])('are found if they are %s', (_, variation, id) => {
    expect(choose('70', variation, faces)[0]).toBe(id);
  });

  test.each([{ pa_mood: '🙂' }, { pa_mood: '%f0%9f%99%82' }])(
    'that no variation has are refused: %j',
    (variation) => {
      expect(refusalOf('70', variation, faces).code).toBe('service_no_variation_found');
    },
  );

  test.each([
    { 'attribute_color-🖍': 'red', attribute_color: 'gloss' },
    { 'attribute_color-%F0%9F%96%8D': 'Red', color: 'Gloss' },
    { 'Color 🖍': 'Red', Color: 'Gloss' },
  ])('belong to attributes of emoji: %j', (variation) => {
    expect(choose('80', variation, pens)).toEqual([82, { 'color-%f0%9f%96%8d': 'Red', color: 'Gloss' }]);
  });
});

describe('a variation by its id', () => {
  test('needs no options, and accepts its own', () => {
    expect(choose('54', {}, coat)).toEqual([54, redM]);
    expect(choose('sku-54', { Colour: 'RED' }, coat)).toEqual([54, redM]);
  });

  test('accepts any option of its product for an open attribute', () => {
    const chosen = { pa_colour: 'dark-blue', 'pa_shoe-size': 'xl' };
    expect(choose('58', { Colour: 'Dark blue' }, coat)).toEqual([58, chosen]);
  });
});

test.each([
  [{}, { missing: ['Colour', 'Shoe size'] }],
  [{ colour: 'red' }, { missing: ['Shoe size'] }],
  [{ colour: 'green', 'shoe-size': 's' }, {}],
])('a product that is not sold with %j is refused with the options to choose', (variation, data) => {
  expect(refusalOf('52', variation, coat)).toEqual({ code: 'service_no_variation_found', data });
  const drafts = coat.map((one) => ({ ...one, status: 'draft' as const }));
  expect(refusalOf('52', variation, drafts).data).toEqual({});
});

const binned = coat.map((one) => (one.id === 52 ? { ...one, status: 'trash' as const } : one));

test.each<[string, Item['variation'], readonly ProductFacts[], string, object]>([
  ['52', {}, coat, 'service_no_variation_found', { missing: ['Colour', 'Shoe size'] }],
  ['52', { colour: 'red' }, coat, 'service_no_variation_found', { missing: ['Shoe size'] }],
  ['52', { colour: 'green', 'shoe-size': 's' }, coat, 'service_no_variation_found', {}],
  ['52', { colour: 'dark-blue', 'shoe-size': 's' }, coat, 'service_no_variation_found', {}],
  ['52', { colour: 'red', 'shoe-size': ' ' }, coat, 'service_no_variation_found', { missing: ['Shoe size'] }],
  ['52', redM, coat.filter(({ id }) => id !== 54), 'service_no_variation_found', {}],
  ['70', {}, variableOf(70, [], {}), 'service_no_variation_found', {}],
  ['59', {}, scarf, 'service_missing_variation_data', { missing: ['Material'] }],
  ['60', {}, scarf, 'service_missing_variation_data', { missing: ['Material'] }],
  [
    '60',
    { unknown: 'Wool', material: '' },
    scarf,
    'service_missing_variation_data',
    { missing: ['Material'] },
  ],
  ['52', { 'shoe-size': 'xl' }, coat, 'service_missing_variation_data', { missing: ['Colour'] }],
  [
    '71',
    {},
    variableOf(70, [colour, size], { 71: {} }),
    'service_missing_variation_data',
    { missing: ['Colour', 'Shoe size'] },
  ],
  [
    '60',
    { material: 'Silk' },
    scarf,
    'service_invalid_variation_data',
    { attribute: 'Material', allowed: ['Wool', 'Cotton'] },
  ],
  [
    '59',
    { material: 'Silk' },
    scarf,
    'service_invalid_variation_data',
    { attribute: 'Material', allowed: ['Wool', 'Cotton'] },
  ],
  [
    '54',
    { ...redM, pa_colour: 'dark-blue' },
    coat,
    'service_invalid_variation_data',
    { attribute: 'Colour', allowed: ['red'] },
  ],
  [
    '58',
    { 'shoe-size': 'm' },
    coat,
    'service_invalid_variation_data',
    { attribute: 'Shoe size', allowed: ['xl'] },
  ],
  ['58', { colour: 'red' }, coat.filter(({ id }) => id !== 52), 'service_cart_invalid_parent_product', {}],
  ['58', { colour: 'red' }, binned, 'service_cart_invalid_parent_product', {}],
  [
    '54',
    {},
    coat.filter(({ id }) => id !== 52).map((one) => ({ ...one, purchasable: false })),
    'service_cart_invalid_parent_product',
    {},
  ],
  [
    '7',
    {},
    [factsOf({ id: 7, type: 'external' })],
    'service_cannot_add_product_type_to_cart',
    { product_type: 'external' },
  ],
  [
    '7',
    {},
    [factsOf({ id: 7, type: 'grouped' })],
    'service_cannot_add_product_type_to_cart',
    { product_type: 'grouped' },
  ],
])('%s with %j', (reference, variation, products, code, data) => {
  const refused = refusalOf(reference, variation, products);
  expect([refused.code, refused.data]).toEqual([code, data]);
});

test('options of a simple product are ignored', () => {
  expect(choose('13', { colour: 'red' }, [factsOf()])).toEqual([13, {}]);
});

test.each<[string, Item['variation'], readonly number[]]>([
  ['54', {}, []],
  ['54', redM, []],
  ['58', {}, []],
  ['58', { 'shoe-size': 'xl' }, []],
  ['58', { colour: 'red' }, [52]],
  ['52', redM, [54]],
  ['52', { colour: 'red' }, []],
  ['13', redM, []],
  ['404', redM, []],
])('%s with %j needs a second look-up of %j', (reference, variation, ids) => {
  const context = commandContextOf([...coat, factsOf()]);
  expect(furtherIdsOf(anItem({ reference, variation }), context)).toEqual(ids);
});

test('a variation that cannot be bought is looked up with its product, which may be the reason', () => {
  const context = commandContextOf(coat.map((one) => ({ ...one, purchasable: false })));
  expect(furtherIdsOf(anItem({ reference: '54' }), context)).toEqual([52]);
});

describe('labels of a line', () => {
  const [product, , , , open] = coat as [ProductFacts, ...ProductFacts[]];
  const attributes = { pa_colour: 'dark-blue', 'pa_shoe-size': 'xl' };

  test('are those of the variation, and for open attributes those of its product', () => {
    const facts = open as ProductFacts;
    expect(labelsOf({ attributes }, facts, product)).toEqual({ Colour: 'Dark blue', 'Shoe size': 'XL' });
    expect(labelsOf({ attributes }, facts, null)).toEqual({ Colour: 'dark-blue', 'Shoe size': 'XL' });
  });

  test('need the product only for lines with an open attribute', () => {
    const { facts } = commandContextOf([...coat, factsOf()]);
    const line = (productId: number, variationId: number) => ({ productId, variationId }) as never;
    expect(labellingIds([line(13, 0), line(52, 54), line(52, 58), line(1, 2)], facts)).toEqual([52]);
  });
});

const times = <T>(count: number, make: (at: number) => T) =>
  Array.from({ length: count }, (_, at) => make(at));
const choicesOf = (sizes: number, variations: number): ProductChoices => ({
  groupedIds: [],
  attributes: [
    {
      key: 'pa_size',
      name: 'Size',
      options: times(sizes, (at) => ({ slug: `s${at}`, label: `Size ${at}` })),
    },
    { key: 'pa_cut', name: 'Cut', options: times(10, (at) => ({ slug: `c${at}`, label: `Cut ${at}` })) },
  ],
  variations: times(variations, (at) => ({
    id: 1_000 + at,
    attributes: { pa_size: `s${Math.floor(at / 10)}`, pa_cut: `c${at % 10}` },
  })),
});
const others = Object.fromEntries(times(47, (at) => [`other ${at}`, 'x']));
const givenOf = (at: number) => ({ ...others, Size: `SIZE ${at % 100}`, attribute_pa_cut: 'c9' });

/** Returns equal choices with new lists. */
function copyOf({ groupedIds, attributes, variations }: ProductChoices): ProductChoices {
  return {
    groupedIds,
    attributes: attributes.map((one) => ({ ...one, options: [...one.options] })),
    variations: [...variations],
  };
}

function cpuMs(work: () => void): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

test('the last of a thousand variations is found for each of two hundred items', () => {
  const choices = choicesOf(100, 1_000);
  for (let at = 0; at < 200; at += 1) {
    expect(variationWith(choices, givenOf(at))).toBe(1_000 + (at % 100) * 10 + 9);
    expect(unchosen(choices, givenOf(at))).toEqual([]);
  }
});

test('further items of a product take much less CPU time than the first', () => {
  const items = times(200, givenOf);
  const known = choicesOf(100, 1_000);
  // The best of five measurements is the one that other work of the machine disturbed least.
  const best = (choicesPerItem: () => readonly ProductChoices[]) => {
    const measurements = times(5, () => {
      const choices = choicesPerItem();
      return cpuMs(() => {
        for (const [at, given] of items.entries()) variationWith(choices[at] ?? known, given);
      });
    });
    return Math.min(...measurements);
  };
  const further = best(() => items.map(() => known));
  // The look-up tables are cached for each list. Here every item gets new copies of the lists, so no item can use the
  // tables of an earlier item.
  const first = best(() => items.map(() => copyOf(known)));
  expect(further * 4).toBeLessThan(first);
});
