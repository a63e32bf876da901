import { expect, test } from 'vitest';
import { newClaimKeys } from '#platform/bus/claim.ts';
import { testClaimKeys } from '#platform/bus/claim-keys.fixture.ts';
import { GatewaySettings } from '../settings.ts';
import { Mounts, normalizedPath } from './mounts.ts';

const required = {
  NATS_URL: 'nats://127.0.0.1:4222',
  CLAIM_PUBLIC_KEY: testClaimKeys.publicKey,
  CLAIM_PRIVATE_KEY: testClaimKeys.privateKey,
  OPERATIONS_TOKEN: 'x'.repeat(32),
  GUEST_KEY_SECRET: 'x'.repeat(32),
};
const mountsOf = (text: string) =>
  new Mounts(GatewaySettings.parse({ ...required, MOUNTS: text }).MOUNTS, 'https://api.example');

test.each([
  ['/v2/cart', 'service', '/v2/cart'],
  ['/wp-json/cocart/v2/cart', 'cocart', '/v2/cart'],
  ['/wp-json/cocart', 'cocart', ''],
  ['/wp-json/cocartesian/v2/cart', 'service', '/wp-json/cocartesian/v2/cart'],
  ['/', 'service', '/'],
])('%s belongs to the dialect %s', (path, dialect, expected) => {
  const { mount, inside } = mountsOf('/:service,/wp-json/cocart:cocart').of(path);
  expect([mount.dialect.name, inside]).toEqual([dialect, expected]);
});

test('a path outside every mount gets a dialect for the error, but no path inside a mount', () => {
  const { mount, inside } = mountsOf('/shop/api:cocart').of('/v2/cart');
  expect([mount.dialect.name, inside]).toEqual(['cocart', null]);
});

test('links begin with the public URL and the mount', () => {
  const { mount } = mountsOf('/shop/api:cocart').of('/shop/api/v2');
  expect(mount.links.product(7)).toBe('https://api.example/shop/api/v2/products/7');
});

test.each(['/:klingon', 'cart', '/a:service,', ':service'])('MOUNTS=%s is refused', (text) => {
  expect(GatewaySettings.safeParse({ ...required, MOUNTS: text }).success).toBe(false);
});

test('a public key of another pair than the private key is refused at the start', () => {
  const issuesOf = (environment: object) =>
    GatewaySettings.safeParse({ ...required, ...environment }).error?.issues.map(({ path }) => path.join());
  expect(issuesOf({ CLAIM_PUBLIC_KEY: newClaimKeys().publicKey })).toEqual(['CLAIM_PUBLIC_KEY']);
  expect(issuesOf({ CLAIM_PRIVATE_KEY: 'no key' })).toEqual(['CLAIM_PRIVATE_KEY']);
});

test('repeated slashes count as one', () => {
  expect([normalizedPath('//cocart///v2/cart'), normalizedPath('/v2/cart')]).toEqual([
    '/cocart/v2/cart',
    '/v2/cart',
  ]);
});
