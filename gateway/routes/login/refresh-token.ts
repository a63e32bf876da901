import { z } from 'zod';
import { refreshTokens } from '#contracts/tokens.ts';
import { refusal } from '#platform/errors/errors.ts';
import { route } from '../../routing/route.ts';

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
  async handle({ body: { refresh_token: refreshToken = '' } }, call) {
    if (refreshToken === '') throw refusal('service_jwt_auth_missing_refresh_token', {});
    if (refreshToken.length > maxLength) throw refusal('service_authentication_error', {});
    const request = { refreshToken, address: call.address, audiences: [...call.mount.audiences] };
    const { tokens } = await call.ask(refreshTokens, request);
    return { view: { name: 'refreshed', data: tokens } };
  },
});
