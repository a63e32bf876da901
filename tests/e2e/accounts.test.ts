import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, basic, Client, verdict } from '#testing/client.ts';
import { runCli } from '#testing/import-shop.ts';
import { retryWhileBusy } from '#testing/retry-while-busy.ts';
import { sharedSystem } from '#testing/shared.ts';
import type { RunningSystem } from '#testing/system.ts';
import { unique } from '../security/people.ts';

const startMs = 600_000;

/** An event that a webhook received. `to` is the path of the webhook. */
interface Received {
  readonly to: string;
  readonly type: string;
  readonly body: string;
}

const received: Received[] = [];
const receiver = createServer(async (request, response) => {
  const type = String(request.headers['cartwright-event']);
  received.push({ to: request.url ?? '', type, body: await text(request) });
  response.writeHead(204).end();
});

let system: RunningSystem;
let client: Client;

beforeAll(async () => {
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  ({ system } = await sharedSystem('logins'));
  client = await Client.of(system);
}, startMs);
afterAll(async () => {
  receiver.close();
  await client[Symbol.asyncDispose]();
  await system.stop();
}, startMs);

/** Waits until a webhook has received a wanted event, and returns the event. */
async function receivedEvent(wanted: (one: Received) => boolean): Promise<Received> {
  await expect.poll(() => received.some(wanted)).toBe(true);
  return received.find(wanted) as Received;
}

/** Creates a webhook with the command line. Without `options`, the webhook receives events of all types. */
async function subscribe(path: string, ...options: string[]): Promise<void> {
  const { port } = receiver.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}${path}`;
  await runCli(system.dataDir, ['webhooks', 'create', '--url', url, '--json', ...options]);
}

const requested = 'account.password-reset-requested';

describe('an account', () => {
  const mounts = ['', '/wp-json/cocart'];
  /** Sends a request from this client address (`from`), because limits count requests by address. */
  const post = (path: string, body: object, from: string, authorization = '') => {
    const by = authorization === '' ? {} : { authorization };
    return retryWhileBusy(() =>
      client.send('POST', path, { body, headers: { 'x-forwarded-for': from, ...by } }),
    );
  };
  /**
   * Registers an account, with few tries and long pauses, because a try also counts towards the limit if its
   * answer is 503.
   */
  const register = (mount: string, email: string, password: string, from: string) => {
    const body = { email, requested_password: password };
    const headers = { 'x-forwarded-for': from };
    const ask = async () => (await client.send('POST', `${mount}/v2/register`, { body, headers })).status;
    return expect.poll(ask, { timeout: 40_000, interval: 2_500 }).toSatisfy(isMade);
  };
  beforeAll(async () => {
    await subscribe('/events');
    await subscribe('/mail', '--events', requested);
  }, startMs);

  test.each(mounts)(
    'can be created and changed, and its password reset, on the mount "%s"',
    async (mount) => {
      const from = `198.51.100.${mounts.indexOf(mount) + 1}`;
      const email = `${unique()}@shop.example`;
      const [first, second] = [`first ${unique()}`, `second ${unique()}`];
      for (const secret of [first, second]) system.secret(secret);
      await register(mount, email, first, from);
      const logIn = async (password: string) => post(`${mount}/v2/login`, {}, from, basic(email, password));
      const tokens = [await logIn(first), await logIn(first)].map(
        ({ body }) => body.extras?.jwt_token ?? body.data.jwt_token,
      );
      const read = (token: string) => {
        const headers = { authorization: `Bearer ${token}` };
        return retryWhileBusy(() => client.send('GET', `${mount}/v2/my-account`, { headers }));
      };
      const headers = { authorization: `Bearer ${tokens[1]}` };
      const body = { shipping_address: { city: 'Paris' } };
      await retryWhileBusy(() => client.send('PATCH', `${mount}/v2/my-account/addresses`, { headers, body }));
      expect((await read(tokens[0])).body).toMatchObject({
        user: { email },
        shipping_address: { shipping_city: 'Paris' },
      });

      expect((await post(`${mount}/v2/password/forgot`, { username: email }, from)).status).toBe(200);
      const { user } = (await read(tokens[0])).body;
      const event = await receivedEvent(
        ({ type, body: sent }) => type === requested && sent.includes(`:${user.id},`),
      );
      const { data } = JSON.parse(event.body);
      expect([event.to, data]).toEqual([
        '/mail',
        { account: user.id, token: expect.any(String), expires: expect.any(Number) },
      ]);
      system.secret(data.token);
      const reset = () => post(`${mount}/v2/password/reset`, { key: data.token, password: second }, from);
      expect((await reset()).status).toBe(200);
      await expect.poll(async () => (await read(tokens[0])).status, { timeout: 30_000 }).toBe(401);
      expect((await read(tokens[1])).status).toBe(401);
      expect((await reset()).body.code).toMatch(/_invalid_or_expired_key$/);
      expect((await logIn(second)).status).toBe(200);
      expect([401, 429]).toContain((await logIn(first)).status);
      const log = await runCli(system.dataDir, ['audit', '--limit', '1000', '--json']);
      for (const secret of [email, first, second, data.token]) expect(log).not.toContain(secret);
    },
  );

  test('causes no reset event for a webhook of all types', () => {
    // Only events of this type count, because the webhook `/events` also received other events.
    const events = received.filter(({ type }) => type === requested);
    expect(new Set(events.map(({ to }) => to))).toEqual(new Set(['/mail']));
  });

  test('gets the same answers and limit as an unknown name when a reset is requested', async () => {
    const email = `${unique()}@shop.example`;
    const from = '198.51.100.9';
    await register('', email, `a password ${unique()}`, from);
    const answers = (username: string) => untilLimited(() => post('/v2/password/forgot', { username }, from));
    const [known, unknown] = [await answers(email), await answers(`${unique()}@shop.example`)];
    expect([known, unknown].map((told) => told.length <= 6 && told.map(({ status }) => status))).toEqual([
      [...Array.from({ length: known.length - 1 }, () => 200), 429],
      [...Array.from({ length: unknown.length - 1 }, () => 200), 429],
    ]);
    expect(comparable(unknown[0])).toEqual(comparable(known[0]));
    expect(comparable(unknown.at(-1))).toEqual(comparable(known.at(-1)));
  });

  test.each([
    ['/v2/password/forgot', () => ({ username: unique() }), '200'],
    [
      '/v2/register',
      () => ({ email: `${unique()}@shop.example`, requested_password: 'aaaaaaaaaaaa' }),
      '400 service_password_too_common',
    ],
    [
      '/v2/password/reset',
      () => ({ key: unique(), password: unique() }),
      '400 service_invalid_or_expired_key',
    ],
  ])('is protected by a limit for each network: %s', async (path, body, answer) => {
    const from = `203.0.113.${path.length}`;
    const told = (await untilLimited(() => post(path, body(), from))).map(verdict);
    expect(new Set(told)).toEqual(new Set([answer, '429 service_rate_limited']));
    expect(told.length).toBeLessThanOrEqual(21);
  });
});

/**
 * Returns whether the account exists. A status of 409 means that an earlier try created the account but was
 * answered 503.
 */
function isMade(status: number): boolean {
  return status === 201 || status === 409;
}

/**
 * Repeats a request until the answer is 429, at most 30 times, and returns all answers. On a busy machine, the
 * 429 may come early, because a request may count twice.
 */
async function untilLimited(ask: () => Promise<Answer>): Promise<Answer[]> {
  const answers: Answer[] = [];
  while (answers.length < 30 && answers.at(-1)?.status !== 429) answers.push(await ask());
  return answers;
}

/**
 * Returns an answer without the values that differ between any two answers: request id, time, and seconds until
 * the limit ends.
 */
function comparable(answer: Answer | undefined) {
  const { status, headers, body } = answer as Answer;
  const {
    'x-request-id': _id,
    date: _date,
    'retry-after': _retry,
    'ratelimit-reset': _reset,
    ...rest
  } = headers;
  // The header contains the seconds until the limit ends.
  const ratelimit = String(headers.ratelimit).replace(/t=\d+/, '');
  const { retry_after: _after, ...data } = body.data ?? {};
  return { status, headers: { ...rest, ratelimit, 'ratelimit-retry-after': null }, body: { ...body, data } };
}
