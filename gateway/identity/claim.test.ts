import { expect, test } from 'vitest';
import { claimOf } from './claim.ts';
import { guest } from './identity.ts';

test('guests are counted by network, so all IPv6 addresses of one network count as one client', () => {
  const clientAt = (address: string) => claimOf(guest, 'trusted', () => address).client;
  expect(clientAt('2001:db8:1:2::1')).toBe(clientAt('2001:db8:1:2:ffff::9'));
  expect(clientAt('2001:db8:1:2::1')).not.toBe(clientAt('2001:db8:1:3::1'));
  expect(clientAt('198.51.100.1')).not.toBe(clientAt('198.51.100.2'));
});
