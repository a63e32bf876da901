import { loginRefusals } from '#platform/errors/codes/accounts.ts';
import type { ErrorCode } from '#platform/errors/registry.ts';
import type { Route } from './route.ts';

/** Error codes of every route: for malformed requests and for failures of the server. */
export const commonErrors: readonly ErrorCode[] = [
  'rest_invalid_json',
  'rest_invalid_param',
  'rest_missing_callback_param',
  'service_invalid_form',
  'service_request_headers_too_large',
  'service_request_too_large',
  'service_too_many_parameters',
  'service_unsupported_media_type',
  'service_unavailable',
  'service_internal',
];

/**
 * Error codes for refused credentials. The codes of login extensions are included, because login extensions check
 * passwords on every route.
 */
export const credentialErrors: readonly ErrorCode[] = [
  'service_https_required',
  'service_foreign_origin',
  'service_authentication_error',
  'service_rate_limited',
  ...loginRefusals,
];

const ofKind: Partial<Record<Route['kind'], readonly ErrorCode[]>> = {
  cart: ['service_already_authenticating_user', 'service_must_authenticate_user'],
  live: ['service_already_authenticating_user', 'service_must_authenticate_user'],
  manager: ['service_rest_cannot_view', 'service_rest_not_authorized'],
};

/**
 * Returns the error codes that the route declares and the codes of its kind. Adds `rest_no_route` if the path
 * has parameters.
 */
export function errorsOf({
  kind,
  path,
  errors,
}: Pick<Route, 'kind' | 'path' | 'errors'>): readonly ErrorCode[] {
  const shared = [...(ofKind[kind] ?? []), ...(path.includes(':') ? (['rest_no_route'] as const) : [])];
  return [...new Set([...errors, ...shared])];
}
