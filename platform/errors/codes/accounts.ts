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

const country = z.object({ country_code: z.string() });

/** A refusal by a login extension with its own error code. The client gets the refusal unchanged. */
export const ExtensionRefusal = z.object({
  code: z.string(),
  message: z.string(),
  data: z.record(z.string(), z.unknown()),
});
export type ExtensionRefusal = z.infer<typeof ExtensionRefusal>;

/** Errors of login extensions: refusals by the built-in extensions, and by extensions with their own codes. */
export const loginExtensionsErrors = {
  service_login_denied: {
    status: 403,
    message: 'The login has not been permitted.',
    data: noData,
  },
  service_login_extension_refusal: {
    status: 403,
    message: 'A login extension refused the request; the answer has its code.',
    data: z.object({ status: z.int(), refusal: ExtensionRefusal }),
  },
  service_device_id_required: {
    status: 400,
    message: 'A device identifier is required to log in.',
    data: noData,
  },
  service_device_not_registered: {
    status: 403,
    message: 'This device is not registered for the account.',
    data: z.object({ device_registration_required: z.boolean() }),
  },
  service_ldap_required: {
    status: 400,
    message: 'A directory token is required for this account.',
    data: z.object({ ldap_required: z.literal(true) }),
  },
  service_ldap_invalid: { status: 401, message: 'The directory token is not valid.', data: noData },
  service_sso_invalid: { status: 401, message: 'The single sign-on token is not valid.', data: noData },
  service_admin_verification_required: {
    status: 400,
    message: 'A verification code is required for this account.',
    data: z.object({ admin_verification_required: z.literal(true) }),
  },
  service_admin_verification_invalid: {
    status: 401,
    message: 'The verification code is not valid.',
    data: noData,
  },
  service_geo_blocked: {
    status: 403,
    message: 'Logins from this country are blocked.',
    data: country,
  },
  service_geo_restricted: {
    status: 403,
    message: 'Logins from this country are not allowed.',
    data: country,
  },
  service_time_restricted: {
    status: 403,
    message: 'Logins are not allowed at this time.',
    data: z.object({ current_time: z.string(), next_available: z.string().nullable() }),
  },
  service_unknown_client: { status: 400, message: 'This client is not known.', data: noData },
  service_outdated_client: {
    status: 426,
    message: 'This version of the client is too old; please update it.',
    data: z.object({ current_version: z.string(), minimum_version: z.string() }),
  },
  service_device_not_found: {
    status: 404,
    message: 'There is no such device of this account.',
    data: noData,
  },
  service_too_many_devices: {
    status: 409,
    message: 'This account has the maximum number of devices.',
    data: noData,
  },
  service_verification_not_found: {
    status: 404,
    message: 'No verification is enrolled for this account.',
    data: noData,
  },
  service_verification_exists: {
    status: 409,
    message: 'This account already has an authenticator; remove it first.',
    data: noData,
  },
} as const satisfies DeclaredErrors;

type LoginExtensionCode = keyof typeof loginExtensionsErrors;

/** Matches the error codes that only commands of operators can get. */
const forOperators = /^service_(device_not_found|too_many_devices|verification_(not_found|exists))$/;

/** The error codes of login extensions that the OpenAPI document lists for the login route. */
export const loginRefusals = (Object.keys(loginExtensionsErrors) as LoginExtensionCode[]).filter(
  (code) => !forOperators.test(code),
);
