import { expect, test } from 'vitest';
import type { CommandOf } from '#contracts/cart-commands.ts';
import type { ProductFacts } from '#contracts/catalogue.ts';
import { anItem, commandContextOf, factsOf, stocked } from '../../model/context.fixture.ts';
import { type CartState, emptyState } from '../../model/state.ts';
import { addItem } from '../commands/add-items.ts';
import { keyAt, refusalOf } from '../commands/cart-with.fixture.ts';
import { setQuantity } from '../commands/change-items.ts';
import { furtherIdsOfChange, referencesOfChange } from './choice.ts';
import { colour, size, variableOf } from './variable.fixture.ts';

type QuantityChange = Partial<Omit<CommandOf<'set-quantity'>, 'kind'>>;

function applied(state: CartState, asked: QuantityChange, ...facts: readonly ProductFacts[]) {
  const command = { lineKey: keyAt(state), quantity: '1', variation: null, itemData: null, ...asked };
  return setQuantity.apply(
    state,
    { kind: 'set-quantity', ...command },
    commandContextOf([factsOf(), ...facts]),
  );
}

/** A coat: red in S and M, dark blue in M, and any colour in XL. */
const coat = variableOf(52, [colour, size], {
  53: { pa_colour: 'red', 'pa_shoe-size': 's' },
  54: { pa_colour: 'red', 'pa_shoe-size': 'm' },
  57: { pa_colour: 'dark-blue', 'pa_shoe-size': 'm' },
  58: { 'pa_shoe-size': 'xl' },
});

/** Returns a cart with two pieces of the first variation and one piece of each other variation. */
function coats(...ids: readonly number[]): CartState {
  const context = commandContextOf(coat);
  return ids.reduce((state, id, index) => {
    const item = anItem({ reference: String(id), quantity: index === 0 ? '2' : '1' });
    return addItem.apply(state, { kind: 'add-item', item, email: null, phone: null }, context).state;
  }, emptyState(0));
}

const bought = ({ lines }: CartState) =>
  lines.map(({ variationId, attributes, quantity }) => [variationId, attributes, quantity]);
const redM = { pa_colour: 'red', 'pa_shoe-size': 'm' };

test.each([
  ['one of its options', { 'Shoe size': 'M' }, [54, redM, 3]],
  ['all of them', { attribute_pa_colour: 'red', attribute_size: 'x', 'shoe-size': 'm' }, [54, redM, 3]],
  [
    'one that leaves an option open',
    { 'shoe-size': 'xl' },
    [58, { pa_colour: 'red', 'pa_shoe-size': 'xl' }, 3],
  ],
])('a line becomes the variation with %s changed, in its place', (_, variation, expected) => {
  const state = coats(53, 57);
  const changed = applied(state, { quantity: '3', variation }, ...coat);
  expect(bought(changed.state)).toEqual([expected, ...bought(state).slice(1)]);
  expect(changed.lineKeys).toEqual([keyAt(changed.state)]);
  expect(changed.state.removed).toEqual([]);
});

test('a line that becomes a variation in the cart joins it', () => {
  expect(
    bought(applied(coats(53, 54), { quantity: '3', variation: { 'shoe-size': 'm' } }, ...coat).state),
  ).toEqual([[54, redM, 4]]);
});

test.each([{ variation: {} }, { reference: ' ' }, { reference: '52' }, { reference: '53' }])(
  '%j does not change the choice',
  (asked) => {
    const state = coats(53);
    expect(applied(state, { quantity: '2', ...asked }, ...coat).state).toBe(state);
  },
);

test.each([
  ['its id', { reference: '54' }, [54, redM, 3]],
  ['its SKU', { reference: 'sku-54' }, [54, redM, 3]],
  ['its id and its options', { reference: '54', variation: { colour: 'red' } }, [54, redM, 3]],
  [
    'the id of one that leaves an option open',
    { reference: '58' },
    [58, { pa_colour: 'red', 'pa_shoe-size': 'xl' }, 3],
  ],
  [
    'the id of one that leaves an option open, and that option',
    { reference: '58', variation: { colour: 'Dark blue' } },
    [58, { pa_colour: 'dark-blue', 'pa_shoe-size': 'xl' }, 3],
  ],
])('a line becomes the variation named as %s, in its place', (_, asked, expected) => {
  const state = coats(53, 57);
  const changed = applied(state, { quantity: '3', ...asked }, ...coat);
  expect(bought(changed.state)).toEqual([expected, ...bought(state).slice(1)]);
});

test.each([
  ['another product', { reference: '13' }, 'service_no_variation_found'],
  ['an unknown id', { reference: '99' }, 'service_invalid_product'],
  ['an unknown SKU', { reference: 'nothing' }, 'service_unknown_product_id'],
  ['0', { reference: '0' }, 'service_product_id_required'],
  [
    'one with other options',
    { reference: '54', variation: { colour: 'dark-blue' } },
    'service_invalid_variation_data',
  ],
])('naming %s instead of a variation is refused', (_, asked, code) => {
  expect(refusalOf(() => applied(coats(53), { quantity: '2', ...asked }, ...coat)).code).toBe(code);
});

test("a line's own price stays with other data and ends with another variation", () => {
  const [line] = coats(53).lines as [CartState['lines'][number]];
  const own = { ...emptyState(0), lines: [{ ...line, ownPrice: 350 }] };
  const quantity = String(line.quantity);
  const price = (asked: QuantityChange) =>
    applied(own, { quantity, ...asked }, ...coat).state.lines[0]?.ownPrice;
  expect(price({ itemData: { engraving: 'Ana' } })).toBe(350);
  expect(price({ variation: { 'shoe-size': 'm' } })).toBeNull();
});

test.each([
  ['no variation', { colour: 'pink' }, coat, 'service_no_variation_found'],
  ['no option', { colour: 'pink', 'shoe-size': 'xl' }, coat, 'service_invalid_variation_data'],
  [
    'a product that no longer exists',
    { 'shoe-size': 'm' },
    coat.slice(1),
    'service_cart_invalid_parent_product',
  ],
  [
    'a variation that cannot be purchased',
    { 'shoe-size': 'm' },
    coat.map((one) => (one.id === 54 ? { ...one, purchasable: false } : one)),
    'service_cannot_be_purchased',
  ],
  [
    'more than the stock of the other one',
    { 'shoe-size': 'm' },
    coat.map((one) => (one.id === 54 ? { ...one, stock: stocked(1).stock, stockUnit: 54 } : one)),
    'service_not_enough_in_stock',
  ],
])('changing to %s is refused', (_, variation, facts, code) => {
  const refused = refusalOf(() => applied(coats(53), { quantity: '2', variation }, ...facts));
  expect(refused.code).toBe(code);
});

test('a choice looks up the product, then the variation', () => {
  const state = coats(53);
  const command = {
    kind: 'set-quantity',
    lineKey: keyAt(state),
    quantity: '1',
    variation: { 'shoe-size': 'm' },
    itemData: null,
  } as const;
  expect(referencesOfChange(command, state)).toEqual(['52']);
  expect(furtherIdsOfChange(command, state, commandContextOf(coat))).toEqual([54]);
  const named = { ...command, variation: null, reference: ' 57 ' };
  expect(referencesOfChange(named, state)).toEqual(['52', '57']);
  expect(furtherIdsOfChange(named, state, commandContextOf(coat))).toEqual([]);
  expect(referencesOfChange({ ...command, variation: null }, state)).toEqual([]);
  expect(furtherIdsOfChange({ ...command, variation: null }, state, commandContextOf(coat))).toEqual([]);
  expect(referencesOfChange({ ...command, lineKey: 'deadbeef' }, state)).toEqual([]);
});
