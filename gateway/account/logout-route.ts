import { logOut } from '#contracts/tokens.ts';
import { refusal } from '#platform/errors/errors.ts';
import { route } from '../http/route.ts';

/**
 * POST /v2/logout, /v1/logout (docs/reference/login.md#log-out): ends the login that a bearer token comes from; with a
 * password, all logins of the account. A key pair of the shop has no login that could end.
 */
function logoutRoute(version: 'v1' | 'v2') {
  return route({
    method: 'POST',
    path: `/${version}/logout`,
    summary: 'Log out',
    answers: { 200: { loggedOut: '' } },
    kind: 'account',
    errors: [
      'service_rest_not_authorized',
      'service_authentication_error',
      'service_rate_limited',
      'service_https_required',
    ],
    async handle(_input, call) {
      const { method, account, trusted, family } = call.identity;
      if (method === null) throw refusal('service_rest_not_authorized', {});
      if (account !== null && !trusted) await call.ask(logOut, { family });
      return { view: { name: 'loggedOut', data: null } };
    },
  });
}

export const logoutRoutes = [logoutRoute('v2'), logoutRoute('v1')];
