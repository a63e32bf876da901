import { readSettings } from '#contracts/settings.ts';
import { refusal } from '#platform/errors/errors.ts';
import type { ErrorCode } from '#platform/errors/registry.ts';
import type { Call } from '../../routing/call.ts';

/**
 * Refuses a request over plain HTTP, because its body contains a password.
 *
 * @throws ServiceError `service_https_required`
 */
export function requireSecure({ secure }: Pick<Call, 'secure'>): void {
  if (!secure) throw refusal('service_https_required', {});
}

/**
 * Returns the account of the caller. Refuses guests and callers with a key pair, because only a person who has logged in
 * may change an account.
 *
 * @throws ServiceError `service_access_my_account_denied`
 */
export function requireCustomer({ identity: { account, trusted } }: Pick<Call, 'identity'>): number {
  if (account === null || trusted) throw refusal('service_access_my_account_denied', {});
  return account;
}

/** Returns the shop's title, at most 200 characters; empty while the catalogue service does not answer. */
export async function shopTitle(call: Call): Promise<string> {
  const found = await call.ask(readSettings, {}).catch(() => null);
  return found?.settings.title.slice(0, 200) ?? '';
}

/** Error codes of routes about the caller's own account. */
export const ownAccountErrors: readonly ErrorCode[] = [
  'service_access_my_account_denied',
  'service_authentication_error',
  'service_rate_limited',
  'service_https_required',
];
