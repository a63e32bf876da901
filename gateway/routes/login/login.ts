import { z } from 'zod';
import { readCart } from '#contracts/cart.ts';
import { logIn } from '#contracts/login.ts';
import { loginRefusals } from '#platform/errors/codes/login-extensions.ts';
import { refusal } from '#platform/errors/errors.ts';
import { believedOf, guest, type Identity } from '../../identity/identity.ts';
import { loginRequestOf } from '../../identity/login-request.ts';
import type { Call } from '../../routing/call.ts';
import { flag, parsedJson } from '../../routing/parameters.ts';
import { route } from '../../routing/route.ts';

/** Blanks are part of a password, so the text is not trimmed. */
const word = z.string().max(320).optional();

/**
 * Returns the call with its verified caller, from the header, the query, or the username and password in the body.
 *
 * @throws ServiceError `service_https_required` for a password in the body over plain HTTP, also when the caller is
 * already verified
 */
async function asKnown(call: Call, username: string, password: string): Promise<Call> {
  if (username === '' && password === '') return call;
  if (!call.secure) throw refusal('service_https_required', {});
  if (call.identity !== guest) return call;
  return call.as(await call.identify(username, password));
}

/** Transfers the guest's cart to the customer's cart. If this fails, the next request tries again. */
export async function bringCart(call: Call): Promise<void> {
  if (call.carriedKey === '') return;
  await call.ask(readCart, {}).catch(() => null);
}

/**
 * Returns the proof of the caller's identity. Revoked credentials get no tokens; a token belongs to an
 * existing login.
 */
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
  credentials: 'login',
  // All other members are for login extensions.
  body: z
    .object({
      username: word.describe('The user name, e-mail address or phone number.'),
      password: word.describe('The password.'),
      avatars: flag().default(false).describe('Whether to return avatars of the customer.'),
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
    const request = loginRequestOf(call.headers, call.address, others);
    const believedBy = believedByOf(call.identity);
    const { audience } = call.mount;
    const reply = await call.ask(logIn, { method, account, believedBy, permissions, audience, request });
    await bringCart(call);
    return { view: { name: 'login', data: { ...reply, avatars } } };
  },
});
