import { expect, test } from 'vitest';
import { createApiKey } from '#contracts/api-keys.ts';
import { basic, each, verdict } from '#testing/client.ts';
import { shareOf } from '#testing/length.ts';
import { retryWhileBusy } from '#testing/retry-while-busy.ts';
import { from, type GuardedShop, mounts, password } from '../specification/guarded-shop.ts';

type Name = Parameters<GuardedShop['login']>[0];

const web = { 'x-client-id': 'web', 'x-forwarded-for': '192.0.2.77' };
/**
 * Requests of a thief who knows the password. The session key is invented, because the gateway refuses the
 * request before it looks for the session.
 */
const thiefRequests = [
  ['GET', '/v2/cart'],
  ['POST', '/v2/cart/clear'],
  ['GET', '/v2/products'],
  ['GET', '/v2/sessions'],
  ['DELETE', '/v2/session/12345'],
  ['POST', '/v2/logout'],
] as const;

/** Defines tests of what the right password alone gives access to, in a shop whose login requires more. */
export function testPasswordAlone(shop: GuardedShop): void {
  /** Sends a request. Repeats the request while the queue of password checks is full. */
  const send = (...request: Parameters<typeof shop.client.send>) =>
    retryWhileBusy(() => shop.client.send(...request));

  /**
   * Sends the requests of the thief to both mounts, with this user name and the password. Returns the results,
   * each once.
   */
  async function verdicts(name: Name, headers: Record<string, string>) {
    const found = new Set<string>();
    for (const [at, mount] of Object.values(mounts).entries()) {
      for (const [method, path] of shareOf(thiefRequests, at, 2)) {
        const sent = { headers: { ...headers, authorization: basic(name, password) } };
        const answer = await send(method, mount + path, sent);
        found.add(verdict(answer).replace('cocart_', 'service_'));
      }
    }
    return [...found];
  }

  test.each<[extension: string, name: Name, headers: Record<string, string>, refusal: string]>([
    ['client', 'walt', { 'x-forwarded-for': '192.0.2.77' }, '400 service_unknown_client'],
    ['client, for its version', 'walt', { ...web, 'x-client-id': 'ios' }, '426 service_outdated_client'],
    [
      'geo, for a blocked country',
      'walt',
      { ...web, 'x-forwarded-for': from.korea },
      '403 service_geo_blocked',
    ],
    [
      'geo, for another country',
      'walt',
      { ...web, 'x-forwarded-for': from.france },
      '403 service_geo_restricted',
    ],
    ['schedule', 'nina', web, '403 service_time_restricted'],
    ['device', 'cleo', web, '400 service_device_id_required'],
    ['ldap', 'mia', web, '400 service_ldap_required'],
    ['admin-verification', 'ada', web, '400 service_admin_verification_required'],
  ])(
    'the right password alone gives no access if the extension %s requires more',
    async (_extension, name, headers, refusal) => {
      expect(await verdicts(name, headers)).toEqual([refusal]);
    },
  );

  test('an extension of the shop refuses a request with its own code, and no permission is logged', async () => {
    const granted = (await shop.logged('permission_granted', 'walt')).length;
    const headers = { ...web, authorization: basic('walt', password), 'x-staff': 'revoked' };
    expect(verdict(await send('GET', '/v2/cart', { headers }))).toBe('403 service_staff_revoked');
    expect(await shop.logged('permission_granted', 'walt')).toHaveLength(granted);
  });

  test('a granted login returns a token that opens the caller’s cart', async () => {
    const authorization = `Bearer ${await shop.granted('cleo')}`;
    const answer = await send('GET', '/v2/cart', { headers: { authorization } });
    expect([answer.status, answer.body.cart_key]).toEqual([200, String(shop.ids.cleo)]);
  });

  test('a key pair of an administrator manages sessions without login extensions', async () => {
    const description = 'of ada';
    const key = { permissions: 'read_write', description, user: 'ada' } as const;
    const { consumerKey, consumerSecret } = await shop.operator.ask(createApiKey, key);
    shop.system.secret(consumerSecret);
    const headers = { authorization: basic(consumerKey, consumerSecret), 'x-forwarded-for': from.korea };
    expect((await send('GET', '/v2/sessions', { headers })).status).toBe(200);
  });

  test('a password is enough for an account to which no extension applies', async () => {
    const sent = { headers: { ...web, authorization: basic('walt', password) } };
    const answer = await send('GET', '/v2/cart', sent);
    expect([answer.status, answer.body.cart_key]).toEqual([200, String(shop.ids.walt)]);
    expect(verdict(await send('GET', '/v2/sessions', sent))).toMatch(/^403 /);
  });

  test('a password in the query gives no more access than in a header', async () => {
    const query = `username=ada&password=${encodeURIComponent(password)}`;
    const answer = await send('GET', `/v2/sessions?${query}`, { headers: web });
    expect(verdict(answer)).toBe('400 service_admin_verification_required');
  });

  test('a wrong password is refused with the error for wrong passwords, before any extension is called', async () => {
    let tries = 0;
    // Each try has a new client address, because a failure counts even if its answer comes too late.
    const answer = await retryWhileBusy(() => {
      tries += 1;
      const headers = { 'x-client-id': 'other', 'x-forwarded-for': `192.0.2.${90 + tries}` };
      return shop.client.send('GET', '/v2/cart', {
        headers: { ...headers, authorization: basic('ada', 'wrong') },
      });
    });
    expect(verdict(answer)).toBe('401 service_authentication_error');
  });

  test('after thirty failures from other networks, the right password still logs in from any address', async () => {
    const ask = (address: string, name: string, secret: string) =>
      send('GET', '/v2/cart', {
        headers: { ...web, 'x-forwarded-for': address, authorization: basic(name, secret) },
      });
    expect((await ask('192.0.2.201', 'walt', password)).status).toBe(200);
    const addresses = Array.from({ length: 30 }, (_, n) => `203.0.113.${100 + n}`);
    const failures = await each(addresses, (address) => ask(address, 'walt', 'wrong'));
    expect(new Set(failures.map(verdict))).toEqual(new Set(['401 service_authentication_error']));
    // 192.0.2.201 is in a known network, 192.0.2.202 in an unknown network.
    for (const address of ['192.0.2.201', '192.0.2.202']) {
      for (const name of ['walt', 'walt@example.com']) {
        expect((await ask(address, name, password)).status).toBe(200);
      }
    }
  });
}
