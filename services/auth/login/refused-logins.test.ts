import { expect, test } from 'vitest';
import { logIn } from '#contracts/login.ts';
import { refusal, type ServiceError } from '#platform/errors/errors.ts';
import { loginOperations } from './operations.ts';

/** Returns the stored refusals after a login that the extensions refuse with an error. */
async function refusalsAfter(error: Error): Promise<object[]> {
  const noted: object[] = [];
  const names = { username: 'ana', email: '', phone: '', firstName: '', lastName: '', displayName: '' };
  const found = { _id: 42, role: 'customer', generation: 0, record: { ...names, createdAt: 0 } };
  const deps = {
    accounts: { byId: async () => found },
    extensions: { permit: () => Promise.reject(error) },
    refusals: { note: (one: object) => void noted.push(one) },
  };
  const served = loginOperations(deps as never).find(({ operation }) => operation.name === logIn.name);
  const request = {
    method: 'basic_auth',
    account: 42,
    proof: null,
    request: { body: {}, headers: {}, address: '' },
  };
  const context = { requestId: 'a-test', deadline: Date.now() + 30_000, claim: { account: 42 } };
  await expect(served?.run(request, context as never)).rejects.toBe(error);
  return noted;
}

const own = { status: 403, refusal: { code: 'my_own_code', message: 'No.', data: { status: 403 } } };

test.each<[what: string, error: ServiceError, reason: string | null]>([
  ['by a built-in extension', refusal('service_device_id_required', {}), 'service_device_id_required'],
  ["with an extension's own code", refusal('service_login_extension_refusal', own), 'my_own_code'],
  [
    'after too many attempts',
    refusal('service_rate_limited', { retry_after: 5, limit: 5, window: 60 }),
    null,
  ],
  ['because an engine is away', refusal('service_unavailable', { retry_after: 1 }), null],
])('a login that is refused %s', async (_what, error, reason) => {
  const noted = reason === null ? [] : [{ account: 42, method: 'basic_auth', reason }];
  expect(await refusalsAfter(error)).toEqual(noted);
});
