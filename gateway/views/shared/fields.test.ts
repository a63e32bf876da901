import { expect, test } from 'vitest';
import { pickFields, pickListFields, readFields } from './fields.ts';

const body = {
  id: 1,
  totals: { subtotal: '1', total: '2', tax: '3' },
  items: [
    { name: 'a', price: '1' },
    { name: 'b', price: '2' },
  ],
  none: null,
};
const pick = (...texts: (string | undefined)[]) => {
  const fields = readFields(...texts);
  return fields ? pickFields(body, fields) : body;
};

test.each([
  ['id', { id: 1 }],
  ['id, none', { id: 1, none: null }],
  ['totals.total', { totals: { total: '2' } }],
  ['totals:subtotal-total', { totals: { subtotal: '1', total: '2' } }],
  ['totals,totals.total', { totals: body.totals }],
  ['totals.total,totals', { totals: body.totals }],
  ['items.name', { items: [{ name: 'a' }, { name: 'b' }] }],
  ['id.deeper', { id: 1 }],
  ['unknown', {}],
  ['__proto__,constructor', {}],
])('fields=%s returns the named members only', (text, kept) => {
  expect(pick(text)).toEqual(kept);
});

test.each([
  ['items.name', { items: { k1: { name: 'a' }, k2: { name: 'b' } } }],
  ['items:name', { items: { k1: { name: 'a' }, k2: { name: 'b' } } }],
  ['items.k2', { items: { k2: { name: 'b', price: '2' } } }],
  ['items.k2.price', { items: { k2: { price: '2' } } }],
  ['items', { items: { k1: { name: 'a', price: '1' }, k2: { name: 'b', price: '2' } } }],
])('for entries by key, fields=%s returns members of all entries, or the named entries', (text, kept) => {
  const fields = readFields(text);
  const keyed = { items: { k1: { name: 'a', price: '1' }, k2: { name: 'b', price: '2' } }, totals: {} };
  expect(fields && pickFields(keyed, fields)).toEqual(kept);
});

test('without names the whole body is returned', () => {
  expect([pick(undefined, undefined), pick('', ' ,')]).toEqual([body, body]);
});

test('with both parameters, members named in either are returned', () => {
  expect(pick('id', 'totals.tax')).toEqual({ id: 1, totals: { tax: '3' } });
});

test.each([
  ['id,name', { products: [{ id: 1, name: 'a' }, { id: 2 }], page: 1 }],
  ['products.id,page', { products: [{ id: 1 }, { id: 2 }], page: 1 }],
  ['page', { page: 1 }],
  ['page,name', { products: [{ name: 'a' }, {}], page: 1 }],
])('for a list inside an object, fields=%s selects members of the entries', (text, kept) => {
  const envelope = {
    products: [
      { id: 1, name: 'a', sku: 'x' },
      { id: 2, sku: 'y' },
    ],
    page: 1,
  };
  const fields = readFields(text);
  expect(fields && pickListFields(envelope, 'products', fields)).toEqual(kept);
});
