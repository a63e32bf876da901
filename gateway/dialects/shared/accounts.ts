import { hash } from 'node:crypto';
import type { Account } from '#contracts/accounts.ts';
import type { TokenPair } from '#contracts/login.ts';
import type { LoginView } from './views.ts';

/** Name of a role as people read it: `Shop manager`. */
function roleName(role: string): string {
  const words = role.replaceAll(/[_-]+/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Pictures of somebody by their sizes, from a service that knows e-mail addresses by their digests. */
function avatarUrls({ email }: Account): Record<string, string> {
  const digest = hash('sha256', email.trim().toLowerCase());
  const url = (size: number) => `https://secure.gravatar.com/avatar/${digest}?s=${size}&d=mm&r=g`;
  return Object.fromEntries([24, 48, 96].map((size) => [size, url(size)]));
}

/**
 * The answer of a login: `success` and `data`, and, beside them, those that SDKs read
 * (docs/reference/login.md#log-in).
 */
function login({ account, tokens: { token, refreshToken }, avatars }: LoginView) {
  const { id, firstName, lastName, displayName, role, email } = account;
  return {
    success: true,
    data: {
      jwt_token: token,
      refresh_token: refreshToken,
      user_id: id,
      user_email: email,
      user_display_name: displayName,
    },
    user_id: String(id),
    first_name: firstName,
    last_name: lastName,
    display_name: displayName,
    role: roleName(role),
    avatar_urls: avatars ? avatarUrls(account) : {},
    email,
    extras: { jwt_token: token, jwt_refresh: refreshToken },
  };
}

/** The next pair (docs/reference/login.md#log-in). */
function refreshed({ token, refreshToken }: TokenPair) {
  return { token, refresh_token: refreshToken };
}

export const accountAnswers = {
  login,
  refreshed,
  validToken: () => ({ message: 'Token is valid.' }),
  loggedOut: () => true,
};
