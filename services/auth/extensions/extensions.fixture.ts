import type { Account } from '#contracts/accounts.ts';
import type { LoginMethod } from '#contracts/login.ts';
import { ServiceError, statusOf } from '#platform/errors/errors.ts';
import type { LoginExtensions } from './runner.ts';

/** The objects that extensions have logged. */
export const logged: object[] = [];
const log = (members: object) => void logged.push(members);
export const logger = { info: log, warn: log, error: log };

/** The account that logs in. */
export const ana = { id: 7, username: 'ana', email: 'ana@example.com', role: 'administrator' } as Account;
/** The failed attempts that `attempts` has counted. */
export const failed: unknown[] = [];
/** A stand-in for `Attempts` without limits. */
export const attempts = {
  async run(attempted: object, verify: () => Promise<boolean>) {
    const good = await verify();
    if (!good) failed.push(attempted);
    return good;
  },
};

/** The arguments of each call of `networks.remember`. */
export const passed: unknown[] = [];
/** A stand-in for `KnownNetworks` in which no network is known. */
export const networks = {
  knows: async () => false,
  remember: async (...network: unknown[]) => void passed.push(network),
};

/** Returns the code and data of a refusal; for an extension's own code, what the extension returned. */
export function refusedBy(error: unknown): unknown {
  if (!(error instanceof ServiceError)) throw error;
  const { code, data } = error;
  return data.refusal ?? { code, data: { status: statusOf(error), ...data } };
}

/** Returns the result of a login: true, or the refusal. */
export async function login(
  all: LoginExtensions,
  { body = {}, headers = {}, address = '192.0.2.1' } = {},
  method: LoginMethod = 'basic_auth',
) {
  return all.permit(ana, method, { body, headers, address }).then(() => true, refusedBy);
}
