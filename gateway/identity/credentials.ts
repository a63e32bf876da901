import { refusal } from '#platform/errors/errors.ts';
import type { KnownCallers } from '../admission/known-callers.ts';
import type { GatewayMiddleware, GatewayState } from '../edge/request-state.ts';
import type { TransportSecurity } from '../edge/transport.ts';
import type { Route } from '../routing/route.ts';
import { RouteTable } from '../routing/route-table.ts';
import { credentialForm, hasCredentials } from './credential-forms.ts';
import type { Identities } from './identities.ts';
import { guest } from './identity.ts';
import { loginRequestOf } from './login-request.ts';

/**
 * Returns the middleware that identifies the caller. On an unsafe connection, the middleware refuses
 * credentials before checking them (docs/reference/login.md#plain-http). The middleware never treats a caller
 * with invalid credentials as a guest. If a query contains credentials, the answer gets `no-store`.
 *
 * @throws ServiceError `service_https_required`, and the errors of `Identities.of`
 */
export function credentials(
  transport: TransportSecurity,
  identities: Identities,
  known: Pick<KnownCallers, 'learn'>,
  routes: readonly Route[],
): GatewayMiddleware {
  const treatmentOf = treatments(routes);
  return async (ctx, next) => {
    const form = credentialForm(ctx.req, ctx.querystring, missingTokenIn(ctx.state));
    const { requestId, inside = '' } = ctx.state;
    const treatment = treatmentOf(ctx.method, inside);
    const isIgnored = treatment === 'ignored';
    // On a route with `ignored` credentials, the body contains a secret token. So the connection must be safe
    // for bearer tokens even if the request has no credentials.
    const mayTravel =
      (form.kind === 'none' && !isIgnored) ||
      (form.kind === 'secret' ? transport.secretMayTravel(ctx.req) : transport.bearerMayTravel(ctx.req));
    if (!mayTravel || (hasCredentials(ctx.querystring) && !transport.secretMayTravel(ctx.req)))
      throw refusal('service_https_required', {});
    const address = transport.clientAddress(ctx.req);
    const mayBeChecked = form.kind === 'secret' && treatment !== 'login';
    const request = mayBeChecked ? loginRequestOf(ctx.req.headers, address) : null;
    const details = { requestId, address, request, audiences: audiencesIn(ctx.state) };
    const identity = isIgnored ? guest : await identities.of(form, details);
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

/** Returns whether the mount ignores or refuses a header such as `Bearer null`. */
function missingTokenIn({ mount }: GatewayState): 'ignored' | 'refused' {
  return mount?.dialect.missingToken ?? 'refused';
}

/**
 * Returns a function that takes a method and path, and returns how their route handles credentials
 * (`Route.credentials`). The function returns undefined if credentials are checked as usual.
 */
function treatments(routes: readonly Route[]): (method: string, inside: string) => Route['credentials'] {
  const special = new RouteTable(routes.filter(({ credentials = 'checked' }) => credentials !== 'checked'));
  return (method, inside) => special.find(method, inside)?.route.credentials;
}
