import { z } from 'zod';
import { readCart } from '#contracts/cart.ts';
import { logIn } from '#contracts/login.ts';
import type { Notice } from '#contracts/notices.ts';
import { logOut, refreshTokens } from '#contracts/tokens.ts';
import { loginRefusals } from '#platform/errors/codes/accounts.ts';
import { refusal } from '#platform/errors/errors.ts';
import { loginRequestOf } from '../../caller/caller.ts';
import { guest, type Identity, revocableClaimsOf } from '../../http/request-state.ts';
import { flag, parsedJson } from '../../routing/parameters.ts';
import type { Request } from '../../routing/request.ts';
import { route } from '../../routing/route.ts';

/**
 * Schema of a username or password. The schema does not trim the text, because blanks are part of a password.
 */
const credentialText = z.string().max(320).optional();

/** Members of the body that the gateway does not pass to login extensions. */
const ownMembers: ReadonlySet<string> = new Set(['username', 'password', 'avatars']);

/**
 * Returns the request with its verified caller. Credentials in the header or query take precedence over username
 * and password in the body.
 *
 * @throws ServiceError `service_https_required` for a password in the body over plain HTTP
 */
async function asVerified(request: Request, username: string, password: string): Promise<Request> {
  if (username === '' && password === '') return request;
  if (!request.secure) throw refusal('service_https_required', {});
  if (request.identity !== guest) return request;
  return request.asOwnerOf(username, password);
}

/**
 * Transfers the items of the guest's cart to the customer's cart. Returns the notices of the cart, which its next answer
 * shows again. The gateway reads the customer's cart, and the cart service makes the transfer during the read. After a
 * failure, the next cart request repeats the transfer.
 */
export async function bringCart(request: Request): Promise<readonly Notice[]> {
  if (request.carriedKey === '') return [];
  const reply = await request.ask(readCart, { keepNotices: true }).catch(() => null);
  return reply && 'cart' in reply ? reply.cart.notices : [];
}

/**
 * Returns data with which the auth service checks that the caller's credentials are not revoked. Null for a
 * key pair. If the caller has a bearer token, the data contain the token, because the login returns the same
 * token.
 */
function loginProofOf(identity: Identity) {
  const claims = revocableClaimsOf(identity);
  return claims && { generation: claims.gen, family: identity.family, token: identity.bearer ?? null };
}

/** POST /v2/login: returns tokens for the caller's account (docs/reference/login.md#log-in). */
export const loginRoute = route({
  method: 'POST',
  path: '/v2/login',
  summary: 'Log in',
  answers: { 200: { login: '' } },
  kind: 'account',
  credentials: 'login',
  // The gateway passes members that the schema does not name to login extensions.
  body: z
    .object({
      username: credentialText.describe('The user name, e-mail address or phone number.'),
      password: credentialText.describe('The password.'),
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
  async handle(given) {
    const { body } = given;
    const { username = '', password = '', avatars } = body;
    const request = await asVerified(given, username, password);
    const { account, method, permissions } = request.identity;
    if (account === null || method === null) throw refusal('service_rest_not_authorized', {});
    // The members are copied only now, when the caller is verified, because a stranger could send a thousand
    // members.
    const others = Object.entries(body).filter(([name]) => !ownMembers.has(name));
    const loginRequest = loginRequestOf(request.sent.headers, request.address, Object.fromEntries(others));
    const proof = loginProofOf(request.identity);
    const { audience } = request.mount;
    const reply = await request.ask(logIn, {
      method,
      account,
      proof,
      permissions,
      audience,
      request: loginRequest,
    });
    const notices = await bringCart(request);
    return { view: { name: 'login', data: { ...reply, avatars, notices } } };
  },
});

/** Maximum number of characters of a refresh token. Longer texts are invalid. */
const maxLength = 200;

/**
 * POST /jwt/refresh-token: exchanges a refresh token for new tokens (docs/reference/login.md#refresh-a-token).
 * The header `Authorization` is ignored.
 */
export const refreshRoute = route({
  method: 'POST',
  path: '/jwt/refresh-token',
  summary: 'Exchange a refresh token for the next pair of tokens',
  answers: { 200: { refreshed: '' } },
  kind: 'account',
  credentials: 'ignored',
  body: z.object({ refresh_token: z.string().trim().optional().describe('The refresh token.') }),
  errors: [
    'service_jwt_auth_missing_refresh_token',
    'service_authentication_error',
    'service_rate_limited',
    'service_https_required',
  ],
  async handle(request) {
    const {
      body: { refresh_token: refreshToken = '' },
    } = request;
    if (refreshToken === '') throw refusal('service_jwt_auth_missing_refresh_token', {});
    if (refreshToken.length > maxLength) throw refusal('service_authentication_error', {});
    const { address, mount } = request;
    const { tokens } = await request.ask(refreshTokens, {
      refreshToken,
      address,
      audiences: [...mount.audiences],
    });
    return { view: { name: 'refreshed', data: tokens } };
  },
});

/**
 * POST /jwt/validate-token (docs/reference/login.md#validate-a-token): succeeds for a caller with a bearer
 * token. The gateway refuses an invalid token before the request reaches this route.
 */
export const validateRoute = route({
  method: 'POST',
  path: '/jwt/validate-token',
  summary: 'Check whether a token is valid',
  answers: { 200: { validToken: '' } },
  kind: 'account',
  errors: ['service_authentication_error', 'service_rate_limited', 'service_https_required'],
  async handle(request) {
    if (request.identity.method !== 'jwt') throw refusal('service_authentication_error', {});
    return { view: { name: 'validToken', data: null } };
  },
});

/**
 * POST /v2/logout and POST /v1/logout (docs/reference/login.md#log-out): ends the login of the bearer token.
 * With `everywhere`, with a password instead of a token, or on a CoCart mount, ends all logins of the account.
 */
function logoutRoute(version: 'v1' | 'v2') {
  return route({
    method: 'POST',
    path: `/${version}/logout`,
    summary: 'Log out',
    answers: { 200: { loggedOut: '' } },
    kind: 'account',
    query: z.object({
      everywhere: flag().default(false).describe('Whether to end all logins of the account.'),
    }),
    errors: [
      'service_rest_not_authorized',
      'service_authentication_error',
      'service_rate_limited',
      'service_https_required',
    ],
    async handle(request) {
      const {
        query: { everywhere },
      } = request;
      const { method, account, trusted, family } = request.identity;
      if (method === null && !request.dialect.anonymousLogout)
        throw refusal('service_rest_not_authorized', {});
      const all = everywhere || request.dialect.logoutEnds === 'all';
      if (account !== null && !trusted) await request.ask(logOut, { family: all ? null : family });
      return { view: { name: 'loggedOut', data: null } };
    },
  });
}

export const logoutRoutes = [logoutRoute('v2'), logoutRoute('v1')];
