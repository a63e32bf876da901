import { describe, expect, test } from 'vitest';
import type { ApiKey } from '#contracts/api-keys.ts';
import { refusal } from '#platform/errors/errors.ts';
import { runWith } from '../program.fixture.ts';
import type { Bus } from '../shared/bus.ts';

const now = Date.now();
const key: ApiKey = {
  id: 7,
  description: 'till \u001b[2J',
  permissions: 'write',
  ending: 'abcdef0',
  account: { id: 3, username: 'mia', role: 'shop_manager' },
  createdAt: now - 7_200_000,
  lastUsedAt: null,
};
const reply = { key, consumerKey: 'ck_1', consumerSecret: 'cs_1', keys: [key], total: 1 };

/** Runs a command line with a simulated auth service that always gives the same answer. */
function cartwright(...args: string[]) {
  return cartwrightOn(reply, args);
}

async function cartwrightOn(answer: object, args: readonly string[]) {
  const asked: unknown[] = [];
  const bus = {
    async request({ name }: { name: string }, request: { reference?: string }) {
      asked.push([name, request]);
      if (request.reference === 'ck_unknown') throw refusal('service_api_key_not_found', {});
      return answer;
    },
    [Symbol.asyncDispose]: async () => {},
  };
  const ran = await runWith({ connect: async () => bus as unknown as Bus }, args);
  return { ...ran, asked };
}

describe('keys', () => {
  test('create shows key and secret once; JSON has the member names that clients use', async () => {
    const args = ['keys', 'create', '--permissions', 'write', '--description', 'till'];
    const made = await cartwright(...args, '--user', 'mia');
    expect(made.asked).toEqual([
      ['auth.create-api-key', { permissions: 'write', description: 'till', user: 'mia' }],
    ]);
    expect(made.out).toMatch(/^consumer key +ck_1\nconsumer secret +cs_1$/m);
    const { out, asked } = await cartwright(...args, '--json');
    expect(JSON.parse(out)).toEqual({ consumer_key: 'ck_1', consumer_secret: 'cs_1', key });
    expect(asked).toMatchObject([['auth.create-api-key', { user: null }]]);
  });

  test('create warns when the account lacks the rights for its key pair', async () => {
    const args = ['keys', 'create', '--permissions', 'write', '--description', 'till', '--user', 'mia'];
    const customers = { ...key, account: { id: 3, username: 'mia', role: 'wholesale' } };
    const sentence = 'mia has the role wholesale, which does not look after the shop';
    expect((await cartwrightOn({ ...reply, key: customers }, args)).out).toContain(sentence);
    expect((await cartwright(...args)).out).not.toContain('does not look after');
  });

  test('list shows only the end of a key, and no control characters', async () => {
    const { out, asked } = await cartwright('keys', 'list', '--page', '2', '--per-page', '5');
    expect(asked).toEqual([['auth.list-api-keys', { page: 2, perPage: 5 }]]);
    expect(out).toMatch(/^ 7 +…abcdef0 +write +mia +2 h 0 min ago +never +till/m);
    expect(out.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
    expect(JSON.parse((await cartwright('keys', 'list', '--json')).out)).toEqual({
      ...{ keys: [key], total: 1, page: 1, perPage: 20 },
    });
  });

  test('revoke accepts the key or the id, and reports an unknown one', async () => {
    const { out, asked } = await cartwright('keys', 'revoke', '7', '--yes');
    expect([asked, out]).toEqual([
      [['auth.revoke-api-key', { reference: '7' }]],
      expect.stringContaining('Key pair 7 (…abcdef0'),
    ]);
    const { code, err } = await cartwright('keys', 'revoke', 'ck_unknown', '--yes');
    expect([code, err]).toEqual([4, 'cartwright: There is no such key pair.\n']);
  });

  test.each([
    [['keys', 'create', '--permissions', 'all', '--description', 'x'], 'one of read, write, read_write'],
    [['keys', 'create', '--permissions', 'read'], '--description'],
    [['keys', 'create', '--permissions', 'read', '--description', ' '], 'text of 1 to 200 characters'],
    [['keys', 'revoke'], 'missing required argument'],
  ])('%j is refused before anything is connected', async (args, sentence) => {
    const { code, err, connected } = await cartwright(...args);
    expect([code, connected]).toEqual([2, 0]);
    expect(err).toContain(sentence);
  });
});
