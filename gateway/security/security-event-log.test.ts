import { expect, test, vi } from 'vitest';
import type { SecurityEvent } from '#contracts/security-log.ts';
import { refusal } from '#platform/errors/errors.ts';
import { cartDigest } from '#platform/events/cart-digest.ts';
import { Metrics } from '#platform/service/metrics.ts';
import { guest, type Identity } from '../identity/identity.ts';
import { SecurityEventLog } from './security-event-log.ts';

const manager: Identity = {
  ...guest,
  method: 'jwt',
  account: 5,
  role: 'shop_manager',
  manages: 'read_write',
};
const read = { kind: 'manager', method: 'GET', path: '/v2/session/:key' };

function setUp() {
  const published: SecurityEvent[] = [];
  const request = vi.fn(async (_operation: unknown, { events }: { events: SecurityEvent[] }) => {
    published.push(...events);
    return { noted: events.length };
  });
  const metrics = new Metrics('gateway-1');
  return { published, request, metrics, notes: new SecurityEventLog({ request } as never, metrics) };
}

function requestOf(identity: Identity, key?: string) {
  return { id: 'r-1', identity, address: () => '203.0.113.9', path: () => key };
}

const guestsKey = 't_0123456789abcdef0123456789abcdef';

test('reads and deletions of other people’s carts are logged without a guest’s key', async () => {
  const { notes, published } = setUp();
  notes.answered(read, requestOf(manager, guestsKey));
  notes.answered({ ...read, method: 'DELETE' }, requestOf({ ...manager, account: null, pair: 3 }, '17'));
  notes.answered({ ...read, path: '/v2/sessions' }, requestOf(manager));
  await notes.close();
  expect(published.map(({ event, who, about, detail }) => [event, who, about, detail])).toEqual([
    ['cart.read', 'account:5', `cart:${cartDigest(guestsKey)}`, 'GET /v2/session/:key'],
    ['cart.deleted', 'pair:3', 'account:17', 'DELETE /v2/session/:key'],
    ['cart.read', 'account:5', '', 'GET /v2/sessions'],
  ]);
  expect(published[0]).toMatchObject({ from: '203.0.113.9', requestId: 'r-1' });
  expect(JSON.stringify(published)).not.toContain(guestsKey);
});

test('refusals for missing rights are logged, other errors are not', async () => {
  const { notes, published } = setUp();
  notes.refused(read, requestOf(guest, '17'), refusal('service_rest_not_authorized', {}));
  notes.refused(
    { ...read, kind: 'cart', path: '/v2/cart' },
    requestOf(guest),
    refusal('service_must_authenticate_user', {}),
  );
  notes.refused(read, requestOf(manager, '17'), refusal('service_cart_in_session_not_valid', {}));
  notes.refused(read, requestOf(manager, '17'), new Error('a fault'));
  notes.answered({ ...read, kind: 'cart' }, requestOf(guest));
  await notes.close();
  expect(published.map(({ event, who, detail }) => [event, who, detail])).toEqual([
    ['management.refused', 'guest', 'GET /v2/session/:key service_rest_not_authorized'],
    ['access.refused', 'guest', 'GET /v2/cart service_must_authenticate_user'],
  ]);
});

test('while auth does not answer, events wait up to a limit; events over the limit are dropped and counted', async () => {
  const { notes, request, metrics } = setUp();
  request.mockImplementation(() => new Promise(() => {}));
  for (let count = 0; count < 2_003; count += 1) notes.answered(read, requestOf(manager));
  expect(await metrics.registry.getSingleMetricAsString('cartwright_security_events_dropped_total')).toMatch(
    / 3$/m,
  );
  await notes.close();
  expect(request).toHaveBeenCalledTimes(1);
});
