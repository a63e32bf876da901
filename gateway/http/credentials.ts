import type { IncomingMessage } from 'node:http';
import { refusal } from '#platform/errors/errors.ts';
import { guest } from './claim.ts';
import type { GatewayMiddleware } from './state.ts';
import type { TransportSecurity } from './transport.ts';

const queryNames = ['username', 'password', 'consumer_key', 'consumer_secret'];
const nameInQuery = /(?:^|&)(?:username|password|consumer_key|consumer_secret)=/;

/** How a request says who it is: not at all, by a bearer token, or by a name and a secret. */
type Form = 'none' | 'bearer' | 'secret';

/** An empty `Authorization` is as none: some servers add one. */
function formOf(request: IncomingMessage, query: string): Form {
  const authorization = request.headers.authorization?.trim() ?? '';
  if (authorization !== '') return /^bearer(\s|$)/i.test(authorization) ? 'bearer' : 'secret';
  // The names may be written with percent signs, so a plain search may only say that there is nothing to find.
  if (query === '' || !(nameInQuery.test(query) || query.includes('%'))) return 'none';
  const parameters = new URLSearchParams(query);
  return queryNames.some((name) => parameters.getAll(name).some(Boolean)) ? 'secret' : 'none';
}

/** Whether a request brings credentials of any form in its header. Cheap, for the cache's door. */
export function hasAuthorization({ headers: { authorization } }: IncomingMessage): boolean {
  return authorization !== undefined && authorization !== '';
}

/**
 * Finds out who asks: a guest. Refuses credentials: over plain HTTP because they must not be sent so, else because there
 * are no accounts that they could belong to. They are never served as a guest's request (reliability, settled rules).
 *
 * @throws ServiceError `service_https_required`, the secret not looked at; `service_authentication_error`
 */
export function credentials(transport: TransportSecurity): GatewayMiddleware {
  return (ctx, next) => {
    const form = formOf(ctx.req, ctx.querystring);
    if (form === 'none') {
      ctx.state.identity = guest;
      return next();
    }
    const mayTravel = transport.secure(ctx.req) || (form === 'bearer' && transport.fromLoopback(ctx.req));
    throw refusal(mayTravel ? 'service_authentication_error' : 'service_https_required', {});
  };
}
