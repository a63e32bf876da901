import { refusal } from '#platform/errors/errors.ts';
import type { KnownCallers } from '../door/known-callers.ts';
import type { GatewayMiddleware, GatewayState } from '../edge/request-state.ts';
import type { TransportSecurity } from '../edge/transport.ts';
import { loginRoute } from '../routes/login/login.ts';
import { refreshRoute } from '../routes/login/refresh-token.ts';
import { RouteTable } from '../routing/route-table.ts';
import { credentialForm, hasCredentials } from './credential-forms.ts';
import type { Identities } from './identities.ts';
import { guest } from './identity.ts';
import { loginRequestOf } from './login-request.ts';

const refresh = new RouteTable([refreshRoute]);
const login = new RouteTable([loginRoute]);

/**
 * Identifies the caller. Credentials over plain HTTP are refused unread; bad ones are refused too, never
 * treated as a guest (docs/reference/login.md#plain-http). An answer is not cacheable if its address has
 * credentials.
 *
 * @throws ServiceError `service_https_required`, and errors of `Identities`
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
    // A refresh token in the body follows the rule for bearer tokens.
    const mayTravel =
      (form.kind === 'none' && !refreshes) ||
      (form.kind === 'secret' ? transport.secure(ctx.req) : transport.bearerMayTravel(ctx.req));
    if (!mayTravel || (hasCredentials(ctx.querystring) && !transport.secure(ctx.req)))
      throw refusal('service_https_required', {});
    const address = transport.clientAddress(ctx.req);
    const mayBeChecked = form.kind === 'secret' && !isLogin(ctx.method, inside);
    const request = mayBeChecked ? loginRequestOf(ctx.req.headers, address) : null;
    const asking = { requestId, address, request, audiences: audiencesIn(ctx.state) };
    const identity = refreshes ? guest : await identities.of(form, asking);
    ctx.state.identity = identity;
    known.learn(ctx.req, identity);
    await next();
    if (hasCredentials(ctx.querystring)) ctx.set('Cache-Control', 'no-store');
  };
}

/** Returns the token audiences that the mount accepts. */
function audiencesIn({ mount }: GatewayState): readonly string[] {
  return mount?.audiences ?? [];
}

/**
 * Whether this is the refresh route, in any spelling of its path. Clients send the expired access token
 * there, so it is ignored.
 */
function isRefresh(method: string, inside: string): boolean {
  return /refresh-token/i.test(inside) && refresh.find(method, inside) !== null;
}

/** Whether this is the login. On other routes a password must pass the login extensions here. */
function isLogin(method: string, inside: string): boolean {
  return /login/i.test(inside) && login.find(method, inside) !== null;
}
