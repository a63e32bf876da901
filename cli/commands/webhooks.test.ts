import { describe, expect, test } from 'vitest';
import type { Delivery, Webhook } from '#contracts/webhooks.ts';
import { refusal } from '#platform/errors/errors.ts';
import { runWith } from '../program.fixture.ts';
import type { Bus } from '../shared/bus.ts';

const now = Date.now();
const id = 'wh_0123456789abcdef01234567';
const url = 'https://erp.example/events';
const webhook: Webhook = { id, url, types: [], description: 'erp \u001b[2J', createdAt: now };
const delivery: Delivery = {
  ...{ id: 'dl_1', webhook: id, event: 'e1', type: 'cart.changed', state: 'waiting', attempts: 2 },
  ...{ createdAt: now - 60_000, nextAt: now + 59_500, deliveredAt: null, status: 503 },
  problem: 'the receiver answered 503',
};
const webhooks = [{ ...webhook, waiting: 3, dead: 1 }];
const tried = { delivered: true, status: 204, problem: '' };

/** Runs a command line with a simulated events service. Each of `replies` changes the usual answer to one request. */
async function cartwright(args: readonly string[], ...replies: object[]) {
  const asked: unknown[] = [];
  const usual = {
    webhook,
    secret: 'whsec_1',
    webhooks,
    deliveries: [delivery],
    total: 41,
    replayed: 0,
    ...tried,
  };
  const bus = {
    async request({ name }: { name: string }, request: { webhook?: string; url?: string }) {
      asked.push([name, request]);
      if (request.webhook === 'wh_unknown') throw refusal('service_webhook_not_found', {});
      if (request.url?.includes('10.0.0.1')) throw refusal('service_webhook_address_refused', {});
      return { ...usual, ...replies.shift() };
    },
    [Symbol.asyncDispose]: async () => {},
  };
  const ran = await runWith({ connect: async () => bus as unknown as Bus }, ['webhooks', ...args]);
  return { ...ran, asked };
}

describe('webhooks', () => {
  test('create shows the secret once', async () => {
    const args = ['create', '--url', url, '--events', 'cart.changed,login.granted', '--description', 'erp'];
    const { out, asked } = await cartwright(args);
    const types = ['cart.changed', 'login.granted'];
    expect(asked).toEqual([['events.create-webhook', { url, types, description: 'erp' }]]);
    expect(out).toMatch(/^secret +whsec_1$/m);
    const plain = await cartwright(['create', '--url', url, '--json']);
    expect(plain.asked).toEqual([['events.create-webhook', { url, types: [], description: '' }]]);
    expect(JSON.parse(plain.out)).toMatchObject({ webhook: { id, url }, secret: 'whsec_1' });
  });

  test('an address of this network is refused with a sentence that says how to allow it', async () => {
    const { code, err, out } = await cartwright(['create', '--url', 'http://10.0.0.1/']);
    expect([code, out]).toEqual([3, '']);
    expect(err).toBe(
      'cartwright: Webhooks may only use public addresses, unless WEBHOOK_PRIVATE_ADDRESSES=allow is set.\n',
    );
  });

  test('list and deliveries show their state, and no text controls the terminal', async () => {
    const list = await cartwright(['list']);
    expect(list.out).toMatch(/^wh_\w+ +3 +1 +all +https:\/\/erp\.example\/events +erp/m);
    const args = ['deliveries', id, '--state', 'waiting', '--page', '2', '--per-page', '20'];
    const { out, asked } = await cartwright(args);
    expect(asked).toEqual([
      ['events.list-deliveries', { webhook: id, state: 'waiting', page: 2, perPage: 20 }],
    ]);
    expect(out).toMatch(
      /^dl_1 +1 min \d+ s ago +cart\.changed +again in .* s +2 +503 +the receiver answered 503$/m,
    );
    expect(out).toContain('\nPage 2 of 3, 41 deliveries\n');
    expect((list.out + out).replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
    expect(JSON.parse((await cartwright(['list', '--json'])).out)).toEqual({ webhooks });
    expect(JSON.parse((await cartwright(['deliveries', id, '--json'])).out)).toEqual({
      ...{ deliveries: [delivery], total: 41, page: 1, perPage: 20 },
    });
  });

  test('test reports the result, and fails if the receiver did not accept it', async () => {
    expect(await cartwright(['test', id])).toMatchObject({
      ...{ code: 0, out: 'The receiver took the test and answered 204\n' },
    });
    const failed = { delivered: false, status: null, problem: 'the receiver did not answer in time' };
    expect(await cartwright(['test', id], failed)).toMatchObject({
      ...{ code: 1, err: 'cartwright: The test was not delivered: the receiver did not answer in time.\n' },
    });
    const { code, out } = await cartwright(['test', id, '--json'], failed);
    expect([code, JSON.parse(out)]).toEqual([1, expect.objectContaining(failed)]);
  });

  test('replay repeats all dead deliveries, or one', async () => {
    const all = await cartwright(['replay', id], { replayed: 1_000 }, { replayed: 7 }, { replayed: 0 });
    expect([all.out, all.asked]).toEqual([
      '1007 deliveries are tried again\n',
      Array(3).fill(['events.replay-deliveries', { webhook: id, delivery: null }]),
    ]);
    const one = await cartwright(['replay', id, 'dl_1'], { replayed: 1 });
    expect([one.out, one.asked]).toEqual([
      '1 delivery is tried again\n',
      [['events.replay-deliveries', { webhook: id, delivery: 'dl_1' }]],
    ]);
    expect(await cartwright(['replay', id, 'dl_2'])).toMatchObject({
      ...{ code: 4, err: 'cartwright: There is no such delivery.\n' },
    });
    expect(JSON.parse((await cartwright(['replay', id, '--json'])).out)).toEqual({ replayed: 0 });
  });

  test('delete names the deleted webhook', async () => {
    expect((await cartwright(['delete', id, '--yes'])).out).toBe(`Webhook ${id} deleted\n`);
    expect(JSON.parse((await cartwright(['delete', id, '--yes', '--json'])).out)).toEqual({ webhook });
  });

  test.each([['test'], ['deliveries'], ['replay'], ['delete', '--yes'], ['delete', '--dry-run']])(
    '%s says when there is no such webhook',
    async (...command) => {
      const { code, err } = await cartwright([...command, 'wh_unknown']);
      expect([code, err]).toEqual([4, 'cartwright: There is no such webhook.\n']);
    },
  );

  test.each([
    [['create'], '--url'],
    [['create', '--url', 'erp.example/events'], 'an address like https://'],
    [['create', '--url', 'ftp://erp.example/events'], 'an address like https://'],
    [['create', '--url', `${url}?${'x'.repeat(2_000)}`], 'an address like https://'],
    [['create', '--url', 'https://me:hunter2@erp.example/'], 'must not contain credentials'],
    [['create', '--url', url, '--events', 'cart.sold'], 'cart.changed'],
    [['deliveries', id, '--state', 'late'], 'waiting, delivered, dead'],
    [['deliveries', id, '--per-page', '101'], '100'],
    [['test'], 'missing required argument'],
  ])('%j is refused before anything is connected', async (args, sentence) => {
    const { code, err, connected } = await cartwright(args);
    expect([code, connected]).toEqual([2, 0]);
    expect(err).toContain(sentence);
    expect(err).not.toContain('hunter2');
  });
});
