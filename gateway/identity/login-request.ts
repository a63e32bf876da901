import type { LoginRequest } from '#contracts/login.ts';

/** Headers with secrets, which login extensions do not get. */
const secretHeaders = new Set(['authorization', 'proxy-authorization', 'cookie']);

/** Returns the request in the form that login extensions get. Header names are lower-case. */
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
