import { z } from 'zod';
import { type DeclaredErrors, noData } from './declared-errors.ts';

/** Errors of accounts, key pairs, logins and tokens. */
export const accountsErrors = {
  service_rest_not_authorized: { status: 401, data: noData },
  service_rest_cannot_view: {
    /** On the CoCart mount the status is 401 if the request has no credentials. */
    status: 403,
    data: z.object({ status: z.literal(401).optional() }),
  },
  service_must_authenticate_user: {
    status: 403,
    data: noData,
  },
  service_already_authenticating_user: {
    status: 403,
    data: noData,
  },
  service_jwt_auth_missing_refresh_token: {
    status: 400,
    data: noData,
  },
  service_rate_limited: {
    status: 429,
    data: z.object({ retry_after: z.int(), limit: z.int(), window: z.int() }),
  },
  service_account_exists: {
    status: 409,
    data: noData,
  },
  service_password_too_common: {
    status: 400,
    data: noData,
  },
  service_registration_disabled: {
    status: 403,
    data: noData,
  },
  service_access_my_account_denied: {
    status: 403,
    data: noData,
  },
  service_account_email_already_registered: {
    status: 403,
    data: noData,
  },
  service_current_password_wrong: {
    status: 403,
    data: noData,
  },
  service_invalid_or_expired_key: {
    status: 400,
    data: noData,
  },
  service_account_not_found: { status: 404, data: noData },
  service_api_key_not_found: { status: 404, data: noData },
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
    data: noData,
  },
  service_login_extension_refusal: {
    status: 403,
    data: z.object({ status: z.int(), refusal: ExtensionRefusal }),
  },
  service_device_id_required: {
    status: 400,
    data: noData,
  },
  service_device_not_registered: {
    status: 403,
    data: z.object({ device_registration_required: z.boolean() }),
  },
  service_ldap_required: {
    status: 400,
    data: z.object({ ldap_required: z.literal(true) }),
  },
  service_ldap_invalid: { status: 401, data: noData },
  service_sso_invalid: { status: 401, data: noData },
  service_admin_verification_required: {
    status: 400,
    data: z.object({ admin_verification_required: z.literal(true) }),
  },
  service_admin_verification_invalid: {
    status: 401,
    data: noData,
  },
  service_geo_blocked: {
    status: 403,
    data: country,
  },
  service_geo_restricted: {
    status: 403,
    data: country,
  },
  service_time_restricted: {
    status: 403,
    data: z.object({ current_time: z.string(), next_available: z.string().nullable() }),
  },
  service_unknown_client: { status: 400, data: noData },
  service_outdated_client: {
    status: 426,
    data: z.object({ current_version: z.string(), minimum_version: z.string() }),
  },
  service_device_not_found: {
    status: 404,
    data: noData,
  },
  service_too_many_devices: {
    status: 409,
    data: noData,
  },
  service_verification_not_found: {
    status: 404,
    data: noData,
  },
  service_verification_exists: {
    status: 409,
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
