import { expect, test } from 'vitest';
import type { SecurityEvent } from '#contracts/security-log.ts';
import { runWith } from '../program.fixture.ts';
import type { Bus } from '../shared/bus.ts';

const event: SecurityEvent = {
  id: '0b6a3c0e-7d5c-4b1e-9c55-0a5a1f0f5c11',
  at: Date.UTC(2026, 2, 1, 12),
  ...{ event: 'login.failed', who: 'account:17', from: '203.0.113.9', requestId: 'r-1' },
  ...{ about: '', detail: 'basic_auth service_authentication_error\u001b[2J' },
};

/** Runs a command line with a simulated auth service that has one event. */
async function cartwright(...args: string[]) {
  const asked: unknown[] = [];
  const bus = {
    async request({ name }: { name: string }, request: unknown) {
      asked.push([name, request]);
      return { events: [event] };
    },
    [Symbol.asyncDispose]: async () => {},
  };
  return { ...(await runWith({ connect: async () => bus as unknown as Bus }, args)), asked };
}

test('audit shows actor, event and address, without control characters', async () => {
  const { out, asked } = await cartwright('audit');
  expect(asked).toEqual([['auth.read-security-log', { since: 0, event: null, who: null, limit: 100 }]]);
  expect(out).toMatch(/^2026-03-01T12:00:00\.000Z +login\.failed +account:17 +203\.0\.113\.9 .* r-1$/m);
  expect(out.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
  expect(JSON.parse((await cartwright('audit', '--json')).out)).toEqual({ events: [event] });
});

test.each([
  ['2026-03-01', Date.UTC(2026, 2, 1)],
  ['2026-03-01T12:30', Date.UTC(2026, 2, 1, 12, 30)],
  ['2026-03-01T12:30:15+01:00', Date.UTC(2026, 2, 1, 11, 30, 15)],
])('--since %s is a moment in UTC', async (text, at) => {
  const options = ['--event', 'key.created', '--who', 'operator', '--limit', '7'];
  const { asked } = await cartwright('audit', '--since', text, ...options);
  const request = { since: at, event: 'key.created', who: 'operator', limit: 7 };
  expect(asked).toEqual([['auth.read-security-log', request]]);
});

test('--since accepts a duration', async () => {
  const before = Date.now() - 86_400_000;
  const { asked } = await cartwright('audit', '--since', '24h');
  const [[, { since }]] = asked as [[string, { since: number }]];
  expect(since).toBeGreaterThanOrEqual(before);
  expect(since).toBeLessThanOrEqual(Date.now() - 86_400_000);
});

test.each([
  [['--since', 'yesterday'], 'It must be like 30m'],
  [['--since', '2026-13-01'], 'It must be like 30m'],
  [['--event', 'login'], 'one of login.failed'],
  [['--limit', '1001'], 'whole number from 1 to 1000'],
])('%j is refused before anything is connected', async (args, sentence) => {
  const { code, err, connected } = await cartwright('audit', ...args);
  expect([code, connected]).toEqual([2, 0]);
  expect(err).toContain(sentence);
});
