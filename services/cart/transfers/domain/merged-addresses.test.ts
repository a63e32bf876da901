import { expect, test } from 'vitest';
import { emptyState } from '../../model/state.ts';
import { mergedAddresses } from './merged-addresses.ts';

const empty = emptyState(0);
const { billing: noBilling, shipping: noShipping } = empty.customer;
const typed = {
  ...noBilling,
  firstName: 'Ann',
  lastName: 'Guest',
  address1: 'Singel 1',
  address2: 'B',
  city: 'Amsterdam',
  postcode: '1012 AB',
  country: 'NL',
  phone: '+31 20 1',
  email: 'guest@example.com',
};
const elsewhere = { ...noShipping, address1: 'Damrak 2', city: 'Amsterdam', country: 'NL' };
const guest = { ...empty, customer: { billing: typed, shipping: elsewhere }, shipElsewhere: true };
const own = (billing: Partial<typeof typed>, shipping: Partial<typeof elsewhere> = {}) => ({
  ...empty,
  prefilled: true,
  customer: { billing: { ...noBilling, ...billing }, shipping: { ...noShipping, ...shipping } },
});

test('a customer without addresses gets those of the guest', () => {
  expect(mergedAddresses(own({}), guest)).toEqual({ customer: guest.customer, shipElsewhere: true });
});

test('e-mail, phone and names fill empty members, and overwrite nothing', () => {
  const { customer } = mergedAddresses(own({ email: 'ann@example.com', lastName: 'Own' }), guest);
  expect(customer.billing).toEqual({ ...typed, email: 'ann@example.com', lastName: 'Own' });
});

test('the place of the account’s address is not mixed with another place', () => {
  const account = { address1: 'Main 5', city: 'Berlin', country: 'DE' };
  const result = mergedAddresses(own(account, account), guest);
  expect(result.customer.billing).toEqual({
    ...noBilling,
    ...account,
    ...{ firstName: 'Ann', lastName: 'Guest', phone: '+31 20 1', email: 'guest@example.com' },
  });
  expect([result.customer.shipping, result.shipElsewhere]).toEqual([{ ...noShipping, ...account }, false]);
});

test('an incomplete address of the same place is completed', () => {
  const { customer } = mergedAddresses(own({ country: 'nl', city: 'amsterdam' }), guest);
  expect(customer.billing).toEqual({ ...typed, country: 'nl', city: 'amsterdam' });
});

test('nothing is filled before the addresses of the account are known', () => {
  const unknown = { ...own({}), prefilled: false };
  expect(mergedAddresses(unknown, guest)).toEqual({ customer: empty.customer, shipElsewhere: false });
});
