import { z } from 'zod';
import { readCart } from '#contracts/cart.ts';
import { logIn } from '#contracts/login.ts';
import { refusal } from '#platform/errors/errors.ts';
import type { Call } from '../http/call.ts';
import { flag } from '../http/parameters.ts';
import { route } from '../http/route.ts';
import { guest } from '../identity/identity.ts';

/** A password is taken as it is: its blanks belong to it. */
const word = z.string().max(320).optional();

/** The call of whoever logs in: by its header or its query, else by the name and the password in the body. */
async function asKnown(call: Call, username: string, password: string): Promise<Call> {
  if (call.identity !== guest || (username === '' && password === '')) return call;
  return call.as(await call.identify(username, password));
}

/** What a guest's cart has goes over to the customer's own; where that cannot be now, the next request does it. */
async function bringCart(call: Call): Promise<void> {
  if (call.carriedKey === '') return;
  await call.ask(readCart, {}).catch(() => null);
}

/** POST /v2/login (specification 2.8, 4.3, 5; contract 1.3, 7.10). */
export const loginRoute = route({
  method: 'POST',
  path: '/v2/login',
  summary: 'Log in',
  kind: 'account',
  body: z.object({ username: word, password: word, avatars: flag().default(false) }),
  errors: [
    'service_rest_not_authorized',
    'service_authentication_error',
    'service_rate_limited',
    'service_https_required',
  ],
  async handle({ body: { username = '', password = '', avatars } }, given) {
    const call = await asKnown(given, username, password);
    const { account, method } = call.identity;
    if (account === null || method === null) throw refusal('service_rest_not_authorized', {});
    const request = { body: {}, headers: {}, address: call.address };
    const reply = await call.ask(logIn, { method, account, request });
    await bringCart(call);
    return { view: { name: 'login', data: { ...reply, avatars } } };
  },
});
