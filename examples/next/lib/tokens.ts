import { isSecure } from './settings';

export const accessToken = 'access-token';
export const refreshToken = 'refresh-token';

const yearInSeconds = 365 * 24 * 3600;

/** Returns the seconds until an access token ends. */
function secondsLeft(token: string): number {
  const [, payload = ''] = token.split('.');
  const { exp } = JSON.parse(Buffer.from(payload, 'base64url').toString());
  return Math.max(0, Math.floor(exp - Date.now() / 1000));
}

/**
 * Returns the options of a cookie. Scripts of the page cannot read it. The cookie of an access token ends with the token, so
 * that `proxy.ts` sees that the next one is needed.
 */
export function cookieOptions(name: string, value: string) {
  const maxAge = name === accessToken ? secondsLeft(value) : yearInSeconds;
  return { httpOnly: true, secure: isSecure, sameSite: 'lax', path: '/', maxAge } as const;
}
