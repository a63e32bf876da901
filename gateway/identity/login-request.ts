import type { LoginRequest } from '#contracts/login.ts';

/** Secret headers, which no extension needs. */
const secretHeaders = new Set(['authorization', 'proxy-authorization', 'cookie']);

/** Returns what login extensions see of a request. Header names are lower-case. */
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
