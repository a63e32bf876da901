import type { LoginRequest } from '#contracts/login.ts';

/** Names of headers that contain secrets. Login extensions do not get these headers. */
const secretHeaders = new Set(['authorization', 'proxy-authorization', 'cookie']);

/** Returns a request in the form that login extensions get. Names of headers are in lower case. */
export function loginRequestOf(
  headers: Readonly<Record<string, unknown>>,
  address: string,
  body: Readonly<Record<string, unknown>> = {},
): LoginRequest {
  const shown = Object.entries(headers).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && !secretHeaders.has(entry[0]),
  );
  return { body: { ...body }, headers: Object.fromEntries(shown), address };
}
