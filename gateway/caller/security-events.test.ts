import { expect, onTestFinished, test, vi } from 'vitest';
import type { SecurityEvent } from '#contracts/security-log.ts';
import { refusal } from '#platform/errors/errors.ts';
import { cartDigest } from '#platform/events/digests.ts';
import { Metrics } from '#platform/service/metrics.ts';
import { guest, type Identity } from '../http/request-state.ts';
import { SecurityEventLog } from './security-events.ts';

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
  return { id: 'r-1', identity, address: '203.0.113.9', sent: { path: { key } } };
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

test('repeated refusals of a network are counted for each route and code, and logged once an hour', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { notes, published } = setUp();
  const refuse = (address: string, path = '/v2/sessions') =>
    notes.refused(
      { ...read, path },
      { ...requestOf(guest), address },
      refusal('service_rest_not_authorized', {}),
    );
  for (let count = 0; count < 5_000; count += 1) refuse('203.0.113.9');
  for (const last of ['1', '2']) refuse(`2001:db8:0:1::${last}`);
  refuse('203.0.113.9', '/v2/session/:key');
  await vi.advanceTimersByTimeAsync(3_599_000);
  const details = () => published.map(({ from, detail }) => [from, detail]);
  const first = [
    ['203.0.113.9', 'GET /v2/sessions service_rest_not_authorized'],
    ['2001:db8:0:1::1', 'GET /v2/sessions service_rest_not_authorized'],
    ['203.0.113.9', 'GET /v2/session/:key service_rest_not_authorized'],
  ];
  expect(details()).toEqual(first);
  await vi.advanceTimersByTimeAsync(1_000);
  const counts = [
    ['203.0.113.9', 'GET /v2/sessions service_rest_not_authorized (4999 more)'],
    ['2001:db8:0:1::1', 'GET /v2/sessions service_rest_not_authorized (1 more)'],
  ];
  expect(details()).toEqual([...first, ...counts]);
  refuse('203.0.113.9');
  await vi.advanceTimersByTimeAsync(0);
  expect(details()).toEqual([...first, ...counts, first[0]]);
  await notes.close();
});

test('refusals of very many networks share a count', async () => {
  const { notes, published } = setUp();
  const error = refusal('service_rest_not_authorized', {});
  for (let count = 0; count < 12_000; count += 1) {
    const address = `10.${count >> 8}.${count & 255}.1`;
    notes.refused(read, { ...requestOf(guest), address }, error);
    // The outbox takes 2,000 events at a time.
    if (count % 1_000 === 0)
      await vi.waitFor(() => expect(published.length).toBe(Math.min(count + 1, 10_001)));
  }
  await notes.close();
  expect(published).toHaveLength(10_002);
  expect(published.at(-1)?.detail).toMatch(/\(1999 more\)$/);
});
