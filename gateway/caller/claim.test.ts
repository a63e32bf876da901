import { expect, test } from 'vitest';
import { guest, type Identity } from '../http/request-state.ts';
import { claimOf, streamClientsOf } from './claim.ts';

test('guests are counted by network, so all IPv6 addresses of one network count as one client', () => {
  const clientAt = (address: string) => claimOf(guest, 'trusted', address).client;
  expect(clientAt('2001:db8:1:2::1')).toBe(clientAt('2001:db8:1:2:ffff::9'));
  expect(clientAt('2001:db8:1:2::1')).not.toBe(clientAt('2001:db8:1:3::1'));
  expect(clientAt('198.51.100.1')).not.toBe(clientAt('198.51.100.2'));
});

test('streams of accounts behind one network count for the network too, those of a key pair for nobody', () => {
  const clientsOf = (identity: Partial<Identity>, address: string) =>
    streamClientsOf({ ...guest, ...identity }, address);
  const [network] = clientsOf({}, '2001:db8:0:1::1');
  expect(clientsOf({ account: 17 }, '2001:db8:0:1::2')).toEqual(['17', network]);
  expect(clientsOf({ account: 18 }, '2001:db8:0:1::3')).toEqual(['18', network]);
  expect(clientsOf({}, '2001:db8:0:2::1')).not.toEqual([network]);
  expect(clientsOf({ account: 17, trusted: true }, '2001:db8:0:1::1')).toEqual([]);
});
