import { expect, test } from 'vitest';
import type { StoreSettings } from '#contracts/settings.ts';
import { commandContextOf, factsOf, store } from '../../model/context.fixture.ts';
import { type CartState, emptyState } from '../../model/state.ts';
import { cartWith, refusalOf } from './cart-with.fixture.ts';
import { chooseRate } from './shipping.ts';

const method = (instanceId: number, methodId: string, title: string, settings: Record<string, string>) => {
  return { instanceId, methodId, title, order: instanceId, enabled: true, settings };
};
const shipping: StoreSettings = {
  ...store,
  shippingZones: [
    {
      id: 1,
      name: 'Home',
      order: 0,
      locations: [{ code: 'GB', type: 'country' }],
      methods: [
        method(1, 'flat_rate', 'Flat rate', { cost: '5.00' }),
        method(2, 'local_pickup', 'Pickup', { cost: '0' }),
      ],
    },
  ],
};
const mug = factsOf();
const cart = cartWith([mug, 1]);
const chosen = (
  rate: string,
  { name = null as string | null, state = cart as CartState, settings = shipping } = {},
) => chooseRate.apply(state, { kind: 'choose-rate', rate, package: name }, commandContextOf([mug], settings));

test.each([[null], [''], ['default'], ['Default'], ['0']])('a rate of package %j can be chosen', (name) => {
  expect(chosen(' local_pickup:2 ', { name })).toEqual({
    state: {
      ...cart,
      chosenRates: { 0: 'local_pickup:2' },
      offeredRates: { 0: ['flat_rate:1', 'local_pickup:2'] },
    },
    lineKeys: [],
    notices: [{ kind: 'success', code: 'rate_chosen', data: { label: 'Pickup' } }],
  });
});

test('choosing the same rate changes nothing, choosing another one replaces it', () => {
  const { state } = chosen('local_pickup:2');
  expect(chosen('local_pickup:2', { state }).state).toBe(state);
  expect(chosen('flat_rate:1', { state }).state.chosenRates).toEqual({ 0: 'flat_rate:1' });
});

const inCountry = (country: string): CartState => {
  const { customer } = cart;
  return { ...cart, customer: { ...customer, shipping: { ...customer.shipping, country } } };
};

test.each<[string, () => unknown, string]>([
  [
    'in a store that does not ship',
    () => chosen('flat_rate:1', { settings: { ...shipping, shippingEnabled: false } }),
    'service_shipping_disabled',
  ],
  ['without its id', () => chosen(' '), 'service_shipping_missing_rate_id'],
  [
    'while costs are hidden until there is an address',
    () => chosen('flat_rate:1', { settings: { ...shipping, shippingHiddenUntilAddress: true } }),
    'service_shipping_not_calculated',
  ],
  [
    'for a destination without a shipping method',
    () => chosen('flat_rate:1', { state: inCountry('US') }),
    'service_no_shipping_methods',
  ],
  ['of an empty cart', () => chosen('flat_rate:1', { state: emptyState(0) }), 'service_no_shipping_methods'],
  ['that does not exist', () => chosen('flat_rate:9'), 'service_shipping_method_incorrect'],
  ['of another package', () => chosen('flat_rate:1', { name: '1' }), 'service_shipping_method_incorrect'],
])('a rate %s is refused', (_, choose, code) => {
  expect(refusalOf(choose)).toMatchObject({ code, data: {} });
});
