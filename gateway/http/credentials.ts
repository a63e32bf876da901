import { refusal } from '#platform/errors/errors.ts';
import { loginRoute } from '../account/login-route.ts';
import { refreshRoute } from '../account/refresh-route.ts';
import type { KnownCallers } from '../door/known-callers.ts';
import { brought } from '../identity/brought.ts';
import { credentialForm, hasCredentials } from '../identity/credential-forms.ts';
import type { Identities } from '../identity/identities.ts';
import { guest } from '../identity/identity.ts';
import { RouteTable } from './route-table.ts';
import type { GatewayMiddleware, GatewayState } from './state.ts';
import type { TransportSecurity } from './transport.ts';

const refresh = new RouteTable([refreshRoute]);
const login = new RouteTable([loginRoute]);

/**
 * Finds out who asks. Credentials over plain HTTP are refused, their secret not looked at; bad ones are refused too,
 * and never served as a guest's request (docs/reference/login.md#plain-http). Nobody keeps an answer whose address has
 * them in it.
 *
 * @throws ServiceError `service_https_required`, and what `Identities` refuses
 */
export function credentials(
  transport: TransportSecurity,
  identities: Identities,
  known: Pick<KnownCallers, 'learn'>,
): GatewayMiddleware {
  return async (ctx, next) => {
    const form = credentialForm(ctx.req, ctx.querystring);
    const { requestId, inside = '' } = ctx.state;
    const refreshes = isRefresh(ctx.method, inside);
    // A refresh token in the body travels as a bearer token does.
    const mayTravel =
      (form.kind === 'none' && !refreshes) ||
      (form.kind === 'secret' ? transport.secure(ctx.req) : transport.bearerMayTravel(ctx.req));
    if (!mayTravel || (hasCredentials(ctx.querystring) && !transport.secure(ctx.req)))
      throw refusal('service_https_required', {});
    const address = transport.clientAddress(ctx.req);
    const mayBeChecked = form.kind === 'secret' && !isLogin(ctx.method, inside);
    const request = mayBeChecked ? brought(ctx.req.headers, address) : null;
    const asking = { requestId, address, request, audiences: audiencesIn(ctx.state) };
    const identity = refreshes ? guest : await identities.of(form, asking);
    ctx.state.identity = identity;
    known.learn(ctx.req, identity);
    await next();
    if (hasCredentials(ctx.querystring)) ctx.set('Cache-Control', 'no-store');
  };
}

/** The audiences that the mount takes of a request. */
function audiencesIn({ mount }: GatewayState): readonly string[] {
  return mount?.audiences ?? [];
}

/**
 * Clients send the dead token along when they ask for the next one: that one route does not look at it, however its
 * path is written.
 */
function isRefresh(method: string, inside: string): boolean {
  return /refresh-token/i.test(inside) && refresh.find(method, inside) !== null;
}

/** On any other route a password has to pass the extensions of the login. */
function isLogin(method: string, inside: string): boolean {
  return /login/i.test(inside) && login.find(method, inside) !== null;
}
