import { z } from 'zod';
import { isLongEnough, passwordLength, UserName } from '#contracts/accounts.ts';
import { changeCart } from '#contracts/cart-commands.ts';
import { logIn } from '#contracts/login.ts';
import {
  changeOwnAccount,
  changeOwnPassword,
  isOwnUserName,
  readOwnAccount,
  registerAccount,
  requestPasswordReset,
  resetPassword,
} from '#contracts/own-account.ts';
import { readSettings } from '#contracts/settings.ts';
import { loginRefusals } from '#platform/errors/codes/accounts.ts';
import { refusal } from '#platform/errors/errors.ts';
import { invalidParameter } from '#platform/errors/faults.ts';
import type { ErrorCode } from '#platform/errors/registry.ts';
import { say } from '#platform/sentences/say.ts';
import { loginRequestOf } from '../../caller/caller.ts';
import { guest } from '../../http/request-state.ts';
import { email, members, parsedJson, rule, text } from '../../routing/parameters.ts';
import type { Request } from '../../routing/request.ts';
import { type Route, route } from '../../routing/route.ts';
import { bringCart } from './login.ts';

/**
 * Refuses a request over plain HTTP, because its body contains a password.
 *
 * @throws ServiceError `service_https_required`
 */
function requireSecure({ secure }: Pick<Request, 'secure'>): void {
  if (!secure) throw refusal('service_https_required', {});
}

/**
 * Returns the account of the caller. Refuses guests and callers with a key pair, because only a person who has logged in
 * may change an account.
 *
 * @throws ServiceError `service_access_my_account_denied`
 */
export function requireCustomer({ identity: { account, trusted } }: Pick<Request, 'identity'>): number {
  if (account === null || trusted) throw refusal('service_access_my_account_denied', {});
  return account;
}

/** Returns the shop's title, at most 200 characters; empty while the catalogue service does not answer. */
async function shopTitle(request: Request): Promise<string> {
  const found = await request.ask(readSettings, {}).catch(() => null);
  return found?.settings.title.slice(0, 200) ?? '';
}

/** Error codes of routes about the caller's own account. */
export const ownAccountErrors: readonly ErrorCode[] = [
  'service_access_my_account_denied',
  'service_authentication_error',
  'service_rate_limited',
  'service_https_required',
];

/**
 * Returns the schema of a password. The schema does not trim the text, because blanks are part of a password.
 */
function password() {
  return z.string().max(320);
}

/** Returns the schema of a new password. */
function newPassword() {
  const broken = { ...rule('too_short'), params: { bound: passwordLength.least } };
  return z.string().max(passwordLength.most).refine(isLongEnough, broken);
}

/** Returns an object without the members whose value is undefined. */
function defined<Given extends object>(given: Given) {
  const entries = Object.entries(given).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [Name in keyof Given]?: Exclude<Given[Name], undefined> };
}

/** GET /v2/my-account: returns the caller's account (docs/reference/account.md#the-account). */
const readRoute = route({
  method: 'GET',
  path: '/v2/my-account',
  summary: "The caller's account",
  answers: { 200: { myAccount: '' } },
  kind: 'account',
  errors: ownAccountErrors,
  async handle(request) {
    requireCustomer(request);
    const { account } = await request.ask(readOwnAccount, {});
    return { view: { name: 'myAccount', data: { account, tokens: null } } };
  },
});

const name = () => text(200).optional();

/** POST /v2/my-account: changes names and e-mail address (docs/reference/account.md#change-the-account). */
const changeRoute = route({
  method: 'POST',
  path: '/v2/my-account',
  summary: "Change names and e-mail address of the caller's account",
  answers: { 200: { myAccount: '' } },
  kind: 'account',
  body: z.object({
    account_first_name: name().describe('The first name.'),
    account_last_name: name().describe('The last name.'),
    account_display_name: name().describe('The display name; empty for first and last name.'),
    account_email: email().optional().describe('The e-mail address. It needs `password_current`.'),
    password_current: password().default('').describe('The current password.'),
  }),
  errors: [...ownAccountErrors, 'service_account_email_already_registered', 'service_current_password_wrong'],
  async handle(request) {
    const { body } = request;
    requireCustomer(request);
    if (body.password_current !== '') requireSecure(request);
    const change = defined({
      firstName: body.account_first_name,
      lastName: body.account_last_name,
      displayName: body.account_display_name,
      email: body.account_email,
    });
    const { address, mount, identity } = request;
    const by = {
      currentPassword: body.password_current,
      audience: mount.audience,
      family: identity.family,
      address,
    };
    return { view: { name: 'myAccount', data: await request.ask(changeOwnAccount, { change, ...by }) } };
  },
});

const line = () => text(1_000).optional();
const both = {
  first_name: line().describe('The first name.'),
  last_name: line().describe('The last name.'),
  company: line().describe('The company.'),
  country: line().describe('The two-letter code of the country.'),
  address_1: line().describe('The first line of the address.'),
  address_2: line().describe('The second line of the address.'),
  postcode: line().describe('The postcode.'),
  city: line().describe('The city.'),
  state: line().describe('The code of the state.'),
};

/**
 * Returns the schema of an address, which may be sent as it was read: accounts have its members with a prefix, and orders
 * have a phone number also in the shipping address, which is ignored.
 */
function addressOf<Shape extends z.ZodRawShape>(prefix: 'billing' | 'shipping', shape: Shape) {
  const read = Object.keys(shape).map((name) => [
    `${prefix}_${name}`,
    line().describe(`The same as \`${name}\`.`),
  ]);
  const ignored = { phone: line().describe('Ignored; an order has it.') };
  return z.object({ ...ignored, ...shape, ...Object.fromEntries(read) }).transform((given) => {
    const values: Readonly<Record<string, unknown>> = given;
    const entries = Object.keys(shape).map((name) => [name, values[name] ?? values[`${prefix}_${name}`]]);
    return Object.fromEntries(entries) as { [Name in keyof Shape]?: string | undefined };
  });
}
const Address = addressOf('shipping', both);
const Billing = addressOf('billing', {
  ...both,
  phone: line().describe('The phone number.'),
  email: line().describe('The e-mail address.'),
});

function changesIn(given: z.output<typeof Billing>) {
  return defined({
    firstName: given.first_name,
    lastName: given.last_name,
    company: given.company,
    country: given.country,
    address1: given.address_1,
    address2: given.address_2,
    postcode: given.postcode,
    city: given.city,
    state: given.state,
    phone: given.phone,
    email: given.email,
  });
}

/** PATCH /v2/my-account/addresses: changes the addresses (docs/reference/account.md#the-addresses). */
const addressesRoute = route({
  method: 'PATCH',
  path: '/v2/my-account/addresses',
  summary: "Change the addresses of the caller's account",
  answers: { 200: { myAccount: '' } },
  kind: 'account',
  body: z.object({
    billing_address: members(Billing).default({}).describe('The members of the billing address to change.'),
    shipping_address: members(Address).default({}).describe('The members of the shipping address to change.'),
  }),
  errors: [...ownAccountErrors, 'service_account_email_already_registered', 'service_current_password_wrong'],
  async handle(request) {
    const { body } = request;
    requireCustomer(request);
    const billing = changesIn(body.billing_address);
    const addresses = { billing, shipping: changesIn(body.shipping_address) };
    const data = await request.ask(changeOwnAccount, { addresses, address: request.address });
    // The addresses are stored. A cart that does not answer now has those of the account only if it takes them later.
    await request
      .ask(changeCart, { ...request.writeConditions, ifRevision: null, command: { kind: 'refill-customer' } })
      .catch(() => null);
    return { view: { name: 'myAccount', data } };
  },
});

/**
 * POST /v2/my-account/change-password: sets a new password (docs/reference/account.md#change-the-password).
 */
const changePasswordRoute = route({
  method: 'POST',
  path: '/v2/my-account/change-password',
  summary: "Change the caller's password; other logins end",
  answers: { 200: { myAccount: '' } },
  kind: 'account',
  body: z.object({
    password_current: password().describe('The current password.'),
    password_1: newPassword().describe('The new password.'),
    password_2: password().describe('The new password again.'),
  }),
  errors: [...ownAccountErrors, 'service_current_password_wrong', 'service_password_too_common'],
  async handle(request) {
    const {
      body: { password_current: currentPassword, password_1: chosen, password_2: again },
    } = request;
    requireCustomer(request);
    requireSecure(request);
    if (chosen !== again) throw invalidParameter('password_2', 'repeated_password', { other: 'password_1' });
    // A login ignores blanks around a password.
    const isSame = chosen.normalize('NFKC').trim() === currentPassword.normalize('NFKC').trim();
    if (isSame) throw invalidParameter('password_1', 'same_password');
    const { address, mount, identity } = request;
    const by = { audience: mount.audience, family: identity.family, address };
    const asked = { currentPassword, password: chosen, shop: await shopTitle(request), ...by };
    return { view: { name: 'myAccount', data: await request.ask(changeOwnPassword, asked) } };
  },
});

/**
 * POST /v2/password/forgot: requests a password reset (docs/reference/account.md#a-forgotten-password). The
 * header `Authorization` is ignored.
 */
const forgotPasswordRoute = route({
  method: 'POST',
  path: '/v2/password/forgot',
  summary: 'Request a password reset',
  answers: { 200: { passwordAnswer: '' } },
  kind: 'account',
  credentials: 'ignored',
  body: z.object({
    username: z.string().trim().min(1).max(320).describe('The user name, e-mail address or phone number.'),
  }),
  errors: ['service_rate_limited', 'service_https_required'],
  async handle(request) {
    const {
      body: { username: identifier },
    } = request;
    await request.ask(requestPasswordReset, { identifier, address: request.address });
    // The text is the same for every name, so the text does not reveal whether the account exists.
    const text = say('done.password_forgotten');
    return { view: { name: 'passwordAnswer', data: { text } } };
  },
});

/**
 * POST /v2/password/reset: sets a new password with a token (docs/reference/account.md#a-forgotten-password).
 * The header `Authorization` is ignored.
 */
const resetPasswordRoute = route({
  method: 'POST',
  path: '/v2/password/reset',
  summary: 'Reset a password with a token; all logins end',
  answers: { 200: { passwordAnswer: '' } },
  kind: 'account',
  credentials: 'ignored',
  body: z.object({
    key: z.string().trim().min(1).max(100).describe('The token from the message.'),
    password: newPassword().describe('The new password.'),
  }),
  errors: [
    'service_invalid_or_expired_key',
    'service_password_too_common',
    'service_rate_limited',
    'service_https_required',
  ],
  async handle(request) {
    const {
      body: { key: token, password: chosen },
    } = request;
    requireSecure(request);
    await request.ask(resetPassword, {
      ...{ token, password: chosen, shop: await shopTitle(request), address: request.address },
    });
    return { view: { name: 'passwordAnswer', data: { text: say('done.password_set') } } };
  },
});

const RegisterBody = z
  .object({
    email: email().describe('The e-mail address.'),
    requested_username: text(60)
      .min(1)
      // This pattern accepts control characters, because tools for OpenAPI do not support `\p{Cc}`.
      // `UserName` refuses these characters later.
      .regex(/^[^\s:][^:]*$/u, rule('user_name'))
      .optional()
      .describe('The user name; the e-mail address by default.'),
    requested_password: newPassword().describe('The password.'),
    first_name: text(200).default('').describe('The first name.'),
    last_name: text(200).default('').describe('The last name.'),
  })
  // The gateway passes members that the schema does not name to login extensions.
  .catchall(parsedJson);

/**
 * Returns the data of the account to create, from the body of the request.
 *
 * @throws ServiceError `rest_invalid_param` for a username that is not allowed
 */
function accountIn(body: z.output<typeof RegisterBody>, address: string) {
  const { email: given, requested_username: username = given } = body;
  if (!UserName.safeParse(username).success) throw invalidParameter('requested_username', 'user_name');
  if (!isOwnUserName(username, given)) {
    throw invalidParameter('requested_username', 'foreign_user_name');
  }
  const names = { firstName: body.first_name, lastName: body.last_name };
  return { username, email: given, ...names, password: body.requested_password, address };
}

/** Logs the new customer in and transfers the guest's cart. */
async function logInNew(request: Request, account: number, others: Readonly<Record<string, unknown>>) {
  const { audience } = request.mount;
  const loginRequest = loginRequestOf(request.sent.headers, request.address, others);
  const reply = await request.ask(logIn, {
    ...{ method: 'basic_auth', account, audience },
    request: loginRequest,
  });
  return { ...reply, notices: await bringCart(request) };
}

/**
 * POST /v2/register: creates an account and logs in (docs/reference/account.md#register). The header
 * `Authorization` is ignored.
 */
const registerRoute = route({
  method: 'POST',
  path: '/v2/register',
  summary: 'Create an account and log in',
  answers: { 201: { login: '', passwordAnswer: 'with `ACCOUNT_ENUMERATION=hidden`' } },
  kind: 'account',
  credentials: 'ignored',
  body: RegisterBody,
  errors: [
    'service_registration_disabled',
    'service_account_exists',
    'service_password_too_common',
    'service_authentication_error',
    'service_rate_limited',
    'service_https_required',
    'service_rest_not_authorized',
    ...loginRefusals,
  ],
  async handle(request) {
    const { body } = request;
    requireSecure(request);
    const { account } = await request.ask(registerAccount, {
      ...accountIn(body, request.address),
      shop: await shopTitle(request),
    });
    if (account === null) {
      const text = say('done.registration_sent');
      return { view: { name: 'passwordAnswer', data: { text } }, status: 201 };
    }
    const known = request.as({ ...guest, method: 'basic_auth', account: account.id, role: account.role });
    const { email: _e, requested_username: _u, requested_password: _p, ...others } = body;
    const reply = await logInNew(known, account.id, others);
    return { view: { name: 'login', data: { ...reply, avatars: false } }, status: 201 };
  },
});

/** Routes of registration, of the caller's account and of passwords. */
export const accountRoutes: readonly Route[] = [
  registerRoute,
  readRoute,
  changeRoute,
  addressesRoute,
  changePasswordRoute,
  forgotPasswordRoute,
  resetPasswordRoute,
];
