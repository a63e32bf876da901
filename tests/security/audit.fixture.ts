import { expect, vi } from 'vitest';
import type { SecurityEvent } from '#contracts/security-log.ts';
import { basic } from '#testing/client.ts';
import { runCli } from '#testing/import-shop.ts';
import type { SystemWithCallers } from './system-with-callers.ts';

/**
 * Sends requests that the log of security must contain, and checks what `cartwright audit` prints about them: failed
 * logins, refusals, and reads of other people's carts, with their request ids.
 */
export async function checkAudit(fixture: SystemWithCallers): Promise<void> {
  const audit = async (...args: string[]): Promise<SecurityEvent[]> => {
    const command = ['audit', '--limit', '1000', '--json', ...args];
    return JSON.parse(await runCli(fixture.system.dataDir, command)).events;
  };
  const { client, customer, other, shopManager, pairs } = fixture;
  const key = await fixture.guestCart();
  const wrong = 'no such password';
  const bearer = ({ token }: { token: string }) => `Bearer ${token}`;
  const requests = [
    ['failed', 'POST', '/v2/login', basic(customer.username, wrong)],
    ['unknown', 'POST', '/v2/login', basic('somebody-else', wrong)],
    ['refused', 'GET', '/v2/sessions', bearer(other)],
    ['read', 'GET', `/v2/session/${key}`, bearer(shopManager)],
    ['listed', 'GET', '/v2/sessions', basic(pairs.read.key, pairs.read.secret)],
    ['deleted', 'DELETE', `/v2/session/${key}`, basic(pairs.read_write.key, pairs.read_write.secret)],
  ] as const;
  const statuses = [];
  for (const [id, method, target, authorization] of requests) {
    const headers = { authorization, 'x-request-id': `audit-${id}` };
    statuses.push((await client.send(method, target, { headers })).status);
  }
  expect(statuses).toEqual([401, 401, 403, 200, 200, 200]);

  const found = async () => {
    const events = await audit('--since', '1h');
    return requests.map(([id]) => {
      const one = events.find(
        ({ requestId, event }) => requestId === `audit-${id}` && event !== 'login.granted',
      );
      return (
        one && [one.event, one.who.replace(/^(name|pair):.*/, '$1'), one.about.replace(/^cart:.*/, 'cart')]
      );
    });
  };
  await vi.waitFor(
    async () =>
      expect(await found()).toEqual([
        ['login.failed', `account:${customer.id}`, ''],
        ['login.failed', 'name', ''],
        ['management.refused', `account:${other.id}`, ''],
        ['cart.read', `account:${shopManager.id}`, 'cart'],
        ['cart.read', 'pair', ''],
        ['cart.deleted', 'pair', 'cart'],
      ]),
    { timeout: 30_000, interval: 500 },
  );

  const all = await audit();
  const names = new Set(all.map(({ event }) => event));
  for (const event of ['login.granted', 'key.created', 'account.created'] as const)
    expect(names).toContain(event);
  const text = JSON.stringify(all);
  const secrets = [
    key,
    wrong,
    customer.password,
    customer.username,
    'somebody-else',
    other.token,
    pairs.read.key,
  ];
  for (const secret of secrets) expect(text).not.toContain(secret);
  expect(all.filter(({ who, from }) => who !== 'operator' && from === '')).toEqual([]);
}
