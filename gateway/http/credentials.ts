import { refusal } from '#platform/errors/errors.ts';
import { credentialForm } from '../identity/credential-forms.ts';
import type { Identities } from '../identity/identities.ts';
import { guest } from '../identity/identity.ts';
import type { GatewayMiddleware } from './state.ts';
import type { TransportSecurity } from './transport.ts';

/**
 * Finds out who asks. Credentials over plain HTTP are refused, their secret not looked at; bad ones are refused too, and
 * never served as a guest's request (reliability, settled rules).
 *
 * @throws ServiceError `service_https_required`, and what `Identities` refuses
 */
export function credentials(transport: TransportSecurity, identities: Identities): GatewayMiddleware {
  return async (ctx, next) => {
    const form = credentialForm(ctx.req, ctx.querystring);
    if (form.kind === 'none' || isRefresh(ctx.path)) {
      ctx.state.identity = guest;
      return next();
    }
    const mayTravel =
      transport.secure(ctx.req) || (form.kind === 'bearer' && transport.fromLoopback(ctx.req));
    if (!mayTravel) throw refusal('service_https_required', {});
    const asking = { requestId: ctx.state.requestId, address: transport.clientAddress(ctx.req) };
    ctx.state.identity = await identities.of(form, asking);
    return next();
  };
}

/** Clients send the dead token along when they ask for the next one: that one route does not look at it. */
function isRefresh(path: string): boolean {
  return path.endsWith('/jwt/refresh-token');
}
