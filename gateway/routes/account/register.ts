import { z } from 'zod';
import { UserName } from '#contracts/accounts.ts';
import { logIn } from '#contracts/login.ts';
import { isOwnUserName, registerAccount } from '#contracts/own-account.ts';
import { loginRefusals } from '#platform/errors/codes/accounts.ts';
import { invalidParameter } from '#platform/errors/errors.ts';
import { loginRequestOf } from '../../caller/caller.ts';
import { guest } from '../../http/request-state.ts';
import type { Call } from '../../routing/call.ts';
import { email, parsedJson, text } from '../../routing/parameters.ts';
import { route } from '../../routing/route.ts';
import { bringCart } from '../login/login.ts';
import { requireSecure, shopTitle } from './account-call.ts';
import { newPassword } from './password-parameters.ts';

const allowedCharacters = 'must not begin with a blank, and must not contain colons or control characters.';
const Body = z
  .object({
    email: email().describe('The e-mail address.'),
    requested_username: text(60)
      .min(1)
      // This pattern accepts control characters, because tools for OpenAPI do not support `\p{Cc}`.
      // `UserName` refuses these characters later.
      .regex(/^[^\s:][^:]*$/u, allowedCharacters)
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
function accountIn(body: z.output<typeof Body>, address: string) {
  const { email: given, requested_username: username = given } = body;
  if (!UserName.safeParse(username).success) throw invalidParameter('requested_username', allowedCharacters);
  if (!isOwnUserName(username, given)) {
    const message = "must not look like a phone number, an ID, a key, or another person's e-mail address.";
    throw invalidParameter('requested_username', message);
  }
  const names = { firstName: body.first_name, lastName: body.last_name };
  return { username, email: given, ...names, password: body.requested_password, address };
}

/** Logs the new customer in and transfers the guest's cart. */
async function logInNew(call: Call, account: number, others: Readonly<Record<string, unknown>>) {
  const { audience } = call.mount;
  const request = loginRequestOf(call.headers, call.address, others);
  const reply = await call.ask(logIn, { method: 'basic_auth', account, audience, request });
  return { ...reply, notices: await bringCart(call) };
}

/**
 * POST /v2/register: creates an account and logs in (docs/reference/account.md#register). The header
 * `Authorization` is ignored.
 */
export const registerRoute = route({
  method: 'POST',
  path: '/v2/register',
  summary: 'Create an account and log in',
  answers: { 201: { login: '', passwordAnswer: 'with `ACCOUNT_ENUMERATION=hidden`' } },
  kind: 'account',
  credentials: 'ignored',
  body: Body,
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
  async handle({ body }, call) {
    requireSecure(call);
    const { account } = await call.ask(registerAccount, {
      ...accountIn(body, call.address),
      shop: await shopTitle(call),
    });
    if (account === null) {
      const text = 'Please follow the message that is sent to this e-mail address.';
      return { view: { name: 'passwordAnswer', data: { text } }, status: 201 };
    }
    const known = call.as({ ...guest, method: 'basic_auth', account: account.id, role: account.role });
    const { email: _e, requested_username: _u, requested_password: _p, ...others } = body;
    const reply = await logInNew(known, account.id, others);
    return { view: { name: 'login', data: { ...reply, avatars: false } }, status: 201 };
  },
});
