import { z } from 'zod';
import { Account, Email, longestName, Password, ShopTitle, UserName } from './accounts.ts';
import { Customer } from './cart.ts';
import { TokenPair } from './login.ts';
import { operation } from './operation.ts';
import { TokenAudience, tokenAudience } from './token-audience.ts';

const name = z.string().max(longestName);
/** The client's IP address. The number of failed attempts from one address is limited. */
const address = z.string().max(64);
/** The login of the caller's access token; null for a caller without an access token. */
const family = z.string().max(64).nullable().default(null);

/**
 * Returns whether a visitor may register with this user name. The name must not look like a phone number, an
 * account's id, a consumer key or another person's e-mail, because logins and operators find accounts by these
 * texts.
 */
export function isOwnUserName(username: string, email: string): boolean {
  if (/^\+|^[\d\s().-]+$|^c[ks]_/i.test(username)) return false;
  return !username.includes('@') || username.toLowerCase() === email.toLowerCase();
}

/**
 * Creates a customer's account for a visitor. If the shop hides which accounts exist, the reply is null for a new and for
 * an existing account. The account then gets a reset token, with which the person sets the password. Refusals: `service_registration_disabled`,
 * `service_account_exists`, `service_password_too_common`, `service_rate_limited` for too many
 * registrations from one network.
 */
export const registerAccount = operation('auth.register-account', {
  summary: 'Creates an account for a visitor',
  access: 'caller',
  effect: 'write',
  // The bus must not repeat this operation, because the repetition would be refused: the account already exists.
  resentOnlyIfUnreceived: true,
  request: z.object({
    username: UserName,
    email: Email,
    firstName: name.default(''),
    lastName: name.default(''),
    password: Password,
    shop: ShopTitle,
    address,
  }),
  reply: z.object({ account: Account.nullable() }),
});

/**
 * Returns the account in the claim. Refusals: `service_access_my_account_denied` for a claim without an
 * account.
 */
export const readOwnAccount = operation('auth.read-own-account', {
  summary: "The caller's own account",
  access: 'caller',
  effect: 'read',
  request: z.object({}),
  reply: z.object({ account: Account }),
});

/** Changes of the caller's account. Members that are absent stay unchanged. */
const OwnAccountChange = Account.pick({
  email: true,
  firstName: true,
  lastName: true,
  displayName: true,
}).partial();

/** Changes of the billing and the shipping address. Members that are absent stay unchanged. */
const AddressChanges = z.object({
  billing: Customer.shape.billing.partial().default({}),
  shipping: Customer.shape.shipping.partial().default({}),
});

/**
 * Changes the account in the claim. A new e-mail requires the current password and ends all logins. After a new
 * e-mail, `tokens` are the tokens of a new login; after other changes, `tokens` is null. The new login ends at the latest
 * when the login `family` would have ended.
 *
 * Refusals: `service_access_my_account_denied`, `service_account_email_already_registered`,
 * `service_authentication_error` if the login `family` has ended, `service_current_password_wrong`,
 * `service_rate_limited`.
 */
export const changeOwnAccount = operation('auth.change-own-account', {
  summary: "Changes the caller's own account",
  access: 'caller',
  effect: 'write',
  resentOnlyIfUnreceived: true,
  request: z.object({
    change: OwnAccountChange.default({}),
    addresses: AddressChanges.default({ billing: {}, shipping: {} }),
    currentPassword: z.string().max(320).default(''),
    audience: TokenAudience.default(tokenAudience),
    family,
    address,
  }),
  reply: z.object({ account: Account, tokens: TokenPair.nullable() }),
});

/**
 * Sets the password of the account in the claim and ends all its logins. The reply has the tokens of a new
 * login, which ends at the latest when the login `family` would have ended.
 *
 * Refusals: `service_access_my_account_denied`, `service_authentication_error` if the login `family` has ended,
 * `service_current_password_wrong`, `service_password_too_common`, `service_rate_limited`.
 */
export const changeOwnPassword = operation('auth.change-own-password', {
  summary: "Changes the caller's own password",
  access: 'caller',
  effect: 'write',
  resentOnlyIfUnreceived: true,
  request: z.object({
    currentPassword: z.string().max(320),
    password: Password,
    shop: ShopTitle,
    audience: TokenAudience.default(tokenAudience),
    family,
    address,
  }),
  reply: z.object({ account: Account, tokens: TokenPair }),
});

/**
 * Publishes the event `account.password-reset-requested` if `identifier` is the name, e-mail or phone number of an
 * account. For an unknown identifier, the reply is the same and takes the same time, so that nobody can find out
 * which accounts exist.
 *
 * Refusals: `service_rate_limited` if one network sends too many requests in total, or too many requests for the same
 * identifier.
 */
export const requestPasswordReset = operation('auth.request-password-reset', {
  summary: 'Requests a password reset',
  access: 'caller',
  effect: 'write',
  resentOnlyIfUnreceived: true,
  request: z.object({ identifier: z.string().min(1).max(320), address }),
  reply: z.object({ accepted: z.literal(true) }),
});

/**
 * Sets the password of the account to which the token belongs, and ends all logins of the account. A token can be
 * used once. Refusals: `service_invalid_or_expired_key`, `service_password_too_common`, `service_rate_limited`.
 */
export const resetPassword = operation('auth.reset-password', {
  summary: 'Resets a password with a token',
  access: 'caller',
  effect: 'write',
  resentOnlyIfUnreceived: true,
  request: z.object({ token: z.string().min(1).max(100), password: Password, shop: ShopTitle, address }),
  reply: z.object({ account: z.int().positive() }),
});
