import { refusal } from '#platform/errors/errors.ts';
import type { ErrorCode } from '#platform/errors/registry.ts';
import type { Call } from '../../routing/call.ts';

/** @throws ServiceError `service_https_required` for a password in the body over plain HTTP */
export function requireSecure({ secure }: Pick<Call, 'secure'>): void {
  if (!secure) throw refusal('service_https_required', {});
}

/** @throws ServiceError `service_access_my_account_denied` for a guest and for a key pair, which is not a person */
export function requireCustomer({ identity: { account, trusted } }: Pick<Call, 'identity'>): void {
  if (account === null || trusted) throw refusal('service_access_my_account_denied', {});
}

/** Codes of routes about the caller's own account. */
export const ownAccountErrors: readonly ErrorCode[] = [
  'service_access_my_account_denied',
  'service_authentication_error',
  'service_rate_limited',
  'service_https_required',
];
