import { z } from 'zod';
import { readCart } from '#contracts/cart.ts';
import { logIn } from '#contracts/login.ts';
import { loginRefusals } from '#platform/errors/codes/login-extensions.ts';
import { refusal } from '#platform/errors/errors.ts';
import type { Call } from '../http/call.ts';
import { flag, parsedJson } from '../http/parameters.ts';
import { route } from '../http/route.ts';
import { brought } from '../identity/brought.ts';
import { believedOf, guest, type Identity } from '../identity/identity.ts';

/** A password is taken as it is: its blanks belong to it. */
const word = z.string().max(320).optional();

/**
 * The call of whoever logs in: by its header or its query, else by the name and the password in the body.
 *
 * @throws ServiceError `service_https_required` for a body with either over plain HTTP, whoever else is known
 */
async function asKnown(call: Call, username: string, password: string): Promise<Call> {
  if (username === '' && password === '') return call;
  if (!call.secure) throw refusal('service_https_required', {});
  if (call.identity !== guest) return call;
  return call.as(await call.identify(username, password));
}

/** What a guest's cart has goes over to the customer's own; where that cannot be now, the next request does it. */
async function bringCart(call: Call): Promise<void> {
  if (call.carriedKey === '') return;
  await call.ask(readCart, {}).catch(() => null);
}

/** By what somebody is believed: what was revoked meanwhile gives no tokens, and a token is that of a login already. */
function believedByOf(identity: Identity) {
  const believed = believedOf(identity);
  return believed && { generation: believed.gen, family: identity.family, token: identity.bearer ?? null };
}

/** POST /v2/login (docs/reference/login.md#log-in). */
export const loginRoute = route({
  method: 'POST',
  path: '/v2/login',
  summary: 'Log in',
  answers: { 200: { login: '' } },
  kind: 'account',
  // Whatever else the body has is for extensions.
  body: z
    .object({
      username: word.describe('The user name, the e-mail address or the phone number.'),
      password: word.describe('The password.'),
      avatars: flag().default(false).describe('Whether the answer has pictures of the customer.'),
    })
    .catchall(parsedJson),
  errors: [
    'service_rest_not_authorized',
    'service_authentication_error',
    'service_rate_limited',
    'service_https_required',
    ...loginRefusals,
  ],
  async handle({ body: { username = '', password = '', avatars, ...others } }, given) {
    const call = await asKnown(given, username, password);
    const { account, method, permissions } = call.identity;
    if (account === null || method === null) throw refusal('service_rest_not_authorized', {});
    const request = brought(call.headers, call.address, others);
    const believedBy = believedByOf(call.identity);
    const { audience } = call.mount;
    const reply = await call.ask(logIn, { method, account, believedBy, permissions, audience, request });
    await bringCart(call);
    return { view: { name: 'login', data: { ...reply, avatars } } };
  },
});
