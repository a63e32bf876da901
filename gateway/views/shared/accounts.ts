import { hash } from 'node:crypto';
import type { Account } from '#contracts/accounts.ts';
import type { TokenPair } from '#contracts/login.ts';
import { customer, notices } from './cart-members.ts';
import type { LoginView, MyAccountView, Views } from './views.ts';

/** Returns the name of a customer role for people to read: `shop_manager` becomes `Shop manager`. */
function roleName(role: string): string {
  const words = role.replaceAll(/[_-]+/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/**
 * Returns the URLs of an account's avatar by size. Each URL contains a digest of the e-mail address, by which
 * the avatar service finds the picture.
 */
function avatarUrls({ email }: Account): Record<string, string> {
  const digest = hash('sha256', email.trim().toLowerCase());
  const url = (size: number) => `https://secure.gravatar.com/avatar/${digest}?s=${size}&d=mm&r=g`;
  return Object.fromEntries([24, 48, 96].map((size) => [size, url(size)]));
}

/**
 * Returns the body of a login's answer: `success` and `data`, and further members that SDKs read
 * (docs/reference/login.md#log-in).
 */
function login({ account, tokens: { token, refreshToken }, avatars, notices: all }: LoginView) {
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
    ...(all.length > 0 && { notices: notices(all) }),
  };
}

/** Returns the new tokens after a refresh (docs/reference/login.md#log-in). */
function refreshed({ token, refreshToken }: TokenPair) {
  return { token, refresh_token: refreshToken };
}

/** Returns the caller's own account (docs/reference/account.md#the-account). */
function myAccount({ account, tokens }: MyAccountView) {
  const { id, username, email, phone, firstName, lastName, displayName, role, createdAt } = account;
  return {
    user: {
      id,
      username,
      email,
      phone,
      first_name: firstName,
      last_name: lastName,
      display_name: displayName,
      role: roleName(role),
      date_created: new Date(createdAt).toISOString().slice(0, 19),
    },
    ...customer(account.addresses),
    extras: { jwt_token: tokens?.token ?? '', jwt_refresh: tokens?.refreshToken ?? '' },
  };
}

export const accountAnswers = {
  myAccount,
  passwordAnswer: ({ text }: Views['passwordAnswer']) => ({ message: text }),
  login,
  refreshed,
  validToken: () => ({ message: 'Token is valid.' }),
  loggedOut: () => true,
};
