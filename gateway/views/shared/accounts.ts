import { hash } from 'node:crypto';
import { z } from 'zod';
import type { Account } from '#contracts/accounts.ts';
import type { TokenPair } from '#contracts/login.ts';
import { say } from '#platform/sentences/say.ts';
import { customerMembers, notices } from './cart.ts';
import { dateTime, text, urlSchema, whole } from './kinds.ts';
import type { Links } from './links.ts';
import { from, kind, type Members, object, optional, part, value } from './view.ts';
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
function avatarUrls({ email }: Account) {
  const digest = hash('sha256', email.trim().toLowerCase());
  const address = (size: number) => `https://secure.gravatar.com/avatar/${digest}?s=${size}&d=mm&r=g`;
  return { '24': address(24), '48': address(48), '96': address(96) };
}

/** A token, which is never empty. */
const token = kind(z.string().min(1));

/** Members of an account that a login and the account itself have. */
const names: Members<Account, unknown> = {
  first_name: text('The first name.', ({ firstName }) => firstName),
  last_name: text('The last name.', ({ lastName }) => lastName),
  display_name: text('The display name.', ({ displayName }) => displayName),
};

const loginData = object<Account, LoginView>({
  jwt_token: token('The access token.', (_, { tokens }) => tokens.token),
  refresh_token: text(
    'The refresh token; empty after a login with a token.',
    (_, { tokens }) => tokens.refreshToken,
  ),
  user_id: whole('The ID of the account.', ({ id }) => id),
  user_email: text('The e-mail address.', ({ email }) => email),
  user_display_name: text('The display name.', ({ displayName }) => displayName),
});
const tokensAgain = object<Account, LoginView>({
  jwt_token: token('The access token.', (_, { tokens }) => tokens.token),
  jwt_refresh: text(
    'The refresh token; empty after a login with a token.',
    (_, { tokens }) => tokens.refreshToken,
  ),
});

/** The account that has logged in, and the tokens of the login (docs/reference/login.md#log-in). */
const login = object<Account, LoginView>(
  {
    success: kind(z.literal(true))('Always `true`.', () => true),
    data: part('The tokens and the account.', loginData, (account) => account),
    user_id: text('The ID of the account, as text.', ({ id }) => String(id)),
    ...names,
    role: text('The display name of the role, `Shop manager`.', ({ role }) => roleName(role)),
    avatar_urls: kind(z.record(z.enum(['24', '48', '96']), urlSchema).or(z.strictObject({})))(
      'The avatars by size in pixels; empty without `avatars=true`.',
      (account, { avatars }) => (avatars ? avatarUrls(account) : {}),
    ),
    email: text('The e-mail address.', ({ email }) => email),
    extras: part('The tokens again.', tokensAgain, (account) => account),
    notices: optional(
      part<Account, LoginView, LoginView['notices']>(
        'Notices about the cart after the transfer, by kind; absent if there are none.',
        notices,
        (_, { notices: all }) => all,
      ),
      (_, { notices: all }) => all.length > 0,
    ),
  },
  'Login',
);

const user = object<Account, unknown>({
  id: whole('The ID of the account.', ({ id }) => id),
  username: text('The user name.', ({ username }) => username),
  email: text('The e-mail address.', ({ email }) => email),
  phone: text('The phone number; empty for none.', ({ phone }) => phone),
  ...names,
  role: text('The display name of the role.', ({ role }) => roleName(role)),
  date_created: dateTime('The time of creation, in UTC.', ({ createdAt }) =>
    new Date(createdAt).toISOString().slice(0, 19),
  ),
});
const newTokens = object<TokenPair | null, unknown>({
  jwt_token: text('The access token.', (tokens) => tokens?.token ?? ''),
  jwt_refresh: text('The refresh token.', (tokens) => tokens?.refreshToken ?? ''),
});

/** The caller's own account (docs/reference/account.md#the-account). */
const myAccount = object<MyAccountView, unknown>(
  {
    user: part('The account.', user, ({ account }) => account),
    ...customerMembers(({ account }: MyAccountView) => account.addresses),
    extras: part(
      'The tokens of a new login after a change that ended all logins; else empty.',
      newTokens,
      ({ tokens }) => tokens,
    ),
  },
  'MyAccount',
);

/** The views of answers about an account, which are equal in all dialects. */
export const accountViews = {
  myAccount,
  passwordAnswer: object<Views['passwordAnswer'], unknown>({
    message: text('Messages about successful changes.', (answer) => answer.text),
  }),
  login: from(login, (data: LoginView, _: Links) => ({ data: data.account, scope: data })),
  refreshed: object<TokenPair, unknown>({
    token: token('The next access token.', (tokens) => tokens.token),
    refresh_token: token(
      'The next refresh token; the sent one is no longer valid.',
      ({ refreshToken }) => refreshToken,
    ),
  }),
  validToken: object<null, unknown>({
    message: text('A message that the token is valid.', () => say('done.token_valid')),
  }),
  loggedOut: value(z.literal(true).describe('Always `true`.'), () => true),
};
