import { expect, test } from 'vitest';
import type { ProductFacts } from '#contracts/catalogue.ts';
import { ServiceError } from '#platform/errors/errors.ts';
import { commandContextOf, factsOf, stocked } from '../../model/context.fixture.ts';
import { type CartState, emptyState } from '../../model/state.ts';
import { colour, variableOf } from '../rules/variable.fixture.ts';
import { addGroup } from './add-items.ts';

const empty = emptyState(0);
const groupOf = (id: number, groupedIds: number[], changed: Partial<ProductFacts> = {}) =>
  factsOf({
    id,
    sku: `set-${id}`,
    name: 'Set',
    type: 'grouped',
    purchasable: false,
    price: null,
    choices: { attributes: [], variations: [], groupedIds },
    ...changed,
  });
const products = [
  factsOf(),
  factsOf({ id: 14, sku: 'cap', name: 'Cap' }),
  stocked(5, { id: 35, sku: 'cup', name: 'Cup' }),
  factsOf({ id: 44, sku: 'draft', name: 'Draft', status: 'draft', purchasable: false }),
  groupOf(50, [35, 13, 44, 52, 404]),
  groupOf(51, []),
  groupOf(53, [13], { status: 'draft' }),
  ...variableOf(52, [colour], { 60: {}, 61: { pa_colour: 'red' } }),
];
const context = commandContextOf(products);

function command(reference: string, quantities: Record<string, string>) {
  return { kind: 'add-group', reference, quantities, email: null, phone: null } as const;
}

const add = (state: CartState, ...given: Parameters<typeof command>) =>
  addGroup.apply(state, command(...given), context);

test('products of a group with a quantity are added, by id or SKU, and products without one are not', () => {
  const quantities = { cup: '3', 13: ' 2 ', 44: '0', 52: '', 404: '00', 999: ' 0.0 ' };
  const { state, lineKeys, notices } = add(empty, 'set-50', quantities);
  expect(state.lines.map(({ productId, quantity }) => [productId, quantity])).toEqual([
    [13, 2],
    [35, 3],
  ]);
  expect(lineKeys).toEqual(state.lines.map(({ key }) => key));
  expect(notices).toEqual([
    { kind: 'success', code: 'items_added', data: { names: ['Mug', 'Cup'], products: 2, pieces: 5 } },
  ]);
});

test('an e-mail address is set by the same command', () => {
  const { state } = addGroup.apply(
    empty,
    { ...command('50', { 13: '1' }), email: 'ann@shop.example' },
    context,
  );
  expect(state.customer.billing.email).toBe('ann@shop.example');
});

test.each<[string, Record<string, string>, string, object]>([
  ['50', {}, 'service_grouped_product_failed', {}],
  ['50', { 13: '0', 35: '' }, 'service_grouped_product_failed', {}],
  ['51', { 13: '1' }, 'service_grouped_product_empty', {}],
  ['51', {}, 'service_grouped_product_empty', {}],
  ['53', { 13: '1' }, 'service_cannot_be_purchased', {}],
  ['13', { 13: '1' }, 'service_cannot_add_product_type_to_cart', { product_type: 'simple' }],
  ['52', { 13: '1' }, 'service_cannot_add_product_type_to_cart', { product_type: 'variable' }],
  ['999', { 13: '1' }, 'service_invalid_product', {}],
  ['an unknown product', { 13: '1' }, 'service_unknown_product_id', {}],
  ['0', { 13: '1' }, 'service_product_id_required', {}],
  ['50', { 35: '1', 14: '1' }, 'service_invalid_product', {}],
  ['50', { 35: '1', cap: '1' }, 'service_invalid_product', {}],
  ['50', { 35: '1', 50: '1' }, 'service_invalid_product', {}],
  ['50', { 35: '1', 60: '1' }, 'service_invalid_product', {}],
  ['50', { 35: '1', 404: '1' }, 'service_invalid_product', {}],
  ['50', { 35: '1', 999: '1' }, 'service_invalid_product', {}],
  ['50', { 35: '1', nothing: '1' }, 'service_unknown_product_id', {}],
  ['50', { 13: '1', 35: 'two' }, 'service_quantity_not_numeric', {}],
  ['50', { 13: '-1' }, 'service_quantity_invalid_amount', { minimum: 1, maximum: 9_999, name: 'Mug' }],
  ['50', { 13: '0.5' }, 'service_quantity_invalid_amount', { minimum: 1, maximum: 9_999, name: 'Mug' }],
  ['50', { 13: '1', 44: '1' }, 'service_cannot_be_purchased', {}],
  ['50', { 13: '1', 52: '1' }, 'service_missing_variation_data', { missing: ['Colour'] }],
  [
    '50',
    { 13: '1', 35: '6' },
    'service_not_enough_in_stock',
    { requested: 6, in_cart: 0, available: 5, name: 'Cup' },
  ],
  [
    '50',
    { 35: '3', cup: '3' },
    'service_not_enough_in_stock',
    { requested: 6, in_cart: 0, available: 5, name: 'Cup' },
  ],
])('%s with %j is refused with %s, and nothing is added', (reference, quantities, code, data) => {
  const before = add(empty, '50', { 13: '1' }).state;
  const kept = structuredClone(before);
  try {
    add(before, reference, quantities);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    expect([error.code, error.data]).toEqual([code, data]);
    expect(before).toEqual(kept);
    return;
  }
  throw new Error('it was not refused');
});

test('when any product is allowed, the quantities alone determine what is added', () => {
  const any = (reference: string, quantities: Record<string, string>) =>
    addGroup.apply(empty, { ...command(reference, quantities), anyProduct: true }, context);
  const added = ({ state }: ReturnType<typeof any>) =>
    state.lines.map(({ productId, quantity }) => [productId, quantity]);
  expect(added(any('13', { 13: '2' }))).toEqual([[13, 2]]);
  expect(added(any('50', { 14: '1', 13: '0' }))).toEqual([[14, 1]]);
  expect(() => any('13', { 13: '0' })).toThrow('service_grouped_product_failed');
  expect(() => any('13', { 44: '1' })).toThrow('service_cannot_be_purchased');
  expect(() => any('999', { 13: '1' })).toThrow('service_invalid_product');
});

test('only the requested products of a group are looked up', () => {
  expect(addGroup.needs.furtherIds(command('50', { 52: '1', 13: '2' }), empty, context)).toEqual([60]);
  expect(addGroup.needs.furtherIds(command('50', { 52: '0', 13: '2' }), empty, context)).toEqual([]);
});
