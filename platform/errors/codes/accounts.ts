import { z } from 'zod';
import { type DeclaredErrors, noData } from './declared-errors.ts';

/** Errors of accounts, key pairs, logins and tokens. */
export const accountsErrors = {
  service_rest_not_authorized: { status: 401, message: 'Sorry, you are not authorized.', data: noData },
  service_rest_cannot_view: {
    /** On the CoCart mount the status is 401 if the request has no credentials. */
    status: 403,
    message: 'Sorry, you cannot list resources.',
    data: z.object({ status: z.literal(401).optional() }),
  },
  service_must_authenticate_user: {
    status: 403,
    message: "This cart is a customer's: authenticate as that customer.",
    data: noData,
  },
  service_already_authenticating_user: {
    status: 403,
    message: 'You are already authenticated; the cart key is not needed.',
    data: noData,
  },
  service_jwt_auth_missing_refresh_token: {
    status: 400,
    message: 'The refresh token is missing.',
    data: noData,
  },
  service_rate_limited: {
    status: 429,
    message: 'Too many login attempts. Please try again later.',
    data: z.object({ retry_after: z.int(), limit: z.int(), window: z.int() }),
  },
  service_account_exists: {
    status: 409,
    message: 'An account with this user name, e-mail address or phone number already exists.',
    data: noData,
  },
  service_password_too_common: {
    status: 400,
    message:
      'This password is easy to guess. Please choose a longer one that has no names and no common words.',
    data: noData,
  },
  service_registration_disabled: {
    status: 403,
    message: 'This shop does not accept registrations.',
    data: noData,
  },
  service_access_my_account_denied: {
    status: 403,
    message: 'Log in as a customer to use this account.',
    data: noData,
  },
  service_account_email_already_registered: {
    status: 403,
    message: 'Another account has this e-mail address.',
    data: noData,
  },
  service_current_password_wrong: {
    status: 403,
    message: 'The current password is wrong.',
    data: noData,
  },
  service_invalid_or_expired_key: {
    status: 400,
    message: 'The password reset token is invalid or has expired. Please request another one.',
    data: noData,
  },
  service_account_not_found: { status: 404, message: 'There is no such account.', data: noData },
  service_api_key_not_found: { status: 404, message: 'There is no such key pair.', data: noData },
} as const satisfies DeclaredErrors;
