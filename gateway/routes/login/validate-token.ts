import { refusal } from '#platform/errors/errors.ts';
import { route } from '../../routing/route.ts';

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
  async handle(_input, call) {
    if (call.identity.method !== 'jwt') throw refusal('service_authentication_error', {});
    return { view: { name: 'validToken', data: null } };
  },
});
