import type { LoginRequest } from '#contracts/login.ts';

/** Headers with secrets: no extension needs them. */
const secretHeaders = new Set(['authorization', 'proxy-authorization', 'cookie']);

/** What extensions of the login see of a request. Names of headers are in small letters. */
export function brought(
  headers: Readonly<Record<string, unknown>>,
  address: string,
  body: Readonly<Record<string, unknown>> = {},
): LoginRequest {
  const shown = Object.entries(headers).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && !secretHeaders.has(entry[0]),
  );
  return { body: { ...body }, headers: Object.fromEntries(shown), address };
}
