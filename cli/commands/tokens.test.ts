import { expect, test } from 'vitest';
import type { Operation } from '#contracts/operation.ts';
import { refusal } from '#platform/errors/errors.ts';
import { runWith } from '../program.fixture.ts';
import type { Bus } from '../shared/bus.ts';

const keys = [
  { kid: 'the-first', state: 'old', createdAt: 0 },
  { kid: 'the-second', state: 'signing', createdAt: 86_400_000 },
];

/** Runs a command line with a simulated auth service that has only the account alice. */
async function cartwright(...args: string[]) {
  const asked: string[] = [];
  const bus = {
    async request({ name }: Operation, request: { reference?: string }) {
      asked.push(name);
      if (name !== 'auth.revoke-tokens') return { keys };
      if (request.reference !== 'alice') throw refusal('service_account_not_found', {});
      return { account: 7 };
    },
    async [Symbol.asyncDispose]() {},
  };
  return { asked, ...(await runWith({ connect: async () => bus as unknown as Bus }, args)) };
}

test.each([
  ['keys', 'auth.list-signing-keys'],
  ['rotate', 'auth.rotate-signing-keys'],
])('tokens %s shows the keys', async (command, operation) => {
  const { asked, code, out } = await cartwright('tokens', command);
  expect([asked, code]).toEqual([[operation], 0]);
  expect(out).toMatch(/^the-second {2}signs +1970-01-02 00:00:00$/m);
  expect(JSON.parse((await cartwright('tokens', command, '--json')).out)).toEqual({ keys });
});

test('tokens revoke names the account', async () => {
  expect((await cartwright('tokens', 'revoke', 'alice', '--yes')).out).toBe(
    'All tokens of account 7 are ended\n',
  );
  const { out } = await cartwright('tokens', 'revoke', 'alice', '--yes', '--json');
  expect(JSON.parse(out)).toEqual({ revoked: true, account: 7 });
  const { code, err } = await cartwright('tokens', 'revoke', 'nobody', '--yes');
  expect([code, err]).toEqual([4, 'cartwright: There is no such account.\n']);
});
