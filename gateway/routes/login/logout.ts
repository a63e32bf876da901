import { z } from 'zod';
import { logOut } from '#contracts/tokens.ts';
import { refusal } from '#platform/errors/errors.ts';
import { flag } from '../../routing/parameters.ts';
import { route } from '../../routing/route.ts';

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
    async handle({ query: { everywhere } }, call) {
      const { method, account, trusted, family } = call.identity;
      if (method === null && !call.dialect.anonymousLogout) throw refusal('service_rest_not_authorized', {});
      const all = everywhere || call.dialect.logoutEnds === 'all';
      if (account !== null && !trusted) await call.ask(logOut, { family: all ? null : family });
      return { view: { name: 'loggedOut', data: null } };
    },
  });
}

export const logoutRoutes = [logoutRoute('v2'), logoutRoute('v1')];
