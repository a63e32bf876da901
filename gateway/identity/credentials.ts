import { refusal } from '#platform/errors/errors.ts';
import type { KnownCallers } from '../admission/known-callers.ts';
import type { GatewayContext, GatewayMiddleware, GatewayState } from '../edge/request-state.ts';
import type { TransportSecurity } from '../edge/transport.ts';
import type { Route } from '../routing/route.ts';
import { RouteTable } from '../routing/route-table.ts';
import { credentialForm, hasCredentials, isForeignBasic } from './credential-forms.ts';
import type { Identities } from './identities.ts';
import { guest } from './identity.ts';
import { loginRequestOf } from './login-request.ts';

/**
 * Returns the middleware that identifies the caller. On an unsafe connection, the middleware refuses
 * credentials before checking them (docs/reference/login.md#plain-http). The middleware never treats a caller
 * with invalid credentials as a guest. It refuses writes with Basic credentials by pages of other sites, because a browser
 * remembers these credentials and sends them with every request to the gateway. `origins` are the origins that CORS
 * allows. If a query contains credentials, the answer gets `no-store`.
 *
 * @throws ServiceError `service_https_required`, `service_foreign_origin`, and the errors of `Identities.of`
 */
export function credentials(
  transport: TransportSecurity,
  identities: Identities,
  known: Pick<KnownCallers, 'learn'>,
  routes: readonly Route[],
  origins: readonly string[],
): GatewayMiddleware {
  const specialRoute = specialRoutes(routes);
  return async (ctx, next) => {
    const form = credentialForm(ctx.req, ctx.querystring, missingTokenIn(ctx.state));
    const { requestId, deadline, inside = '' } = ctx.state;
    const special = specialRoute(ctx.method, inside);
    const treatment = special.credentials;
    const isIgnored = treatment === 'ignored';
    // On a route with `ignored` credentials, the body contains a secret token. So the connection must be safe
    // for bearer tokens even if the request has no credentials.
    const mayTravel =
      (form.kind === 'none' && !isIgnored) ||
      (form.kind === 'secret' ? transport.secretMayTravel(ctx.req) : transport.bearerMayTravel(ctx.req));
    if (!mayTravel || (hasCredentials(ctx.querystring) && !transport.secretMayTravel(ctx.req)))
      throw refusal('service_https_required', {});
    refuseForeignWrite(ctx, special, origins);
    const address = transport.clientAddress(ctx.req);
    const mayBeChecked = form.kind === 'secret' && treatment !== 'login';
    const request = mayBeChecked ? loginRequestOf(ctx.req.headers, address) : null;
    const details = { requestId, deadline, address, request, audiences: audiencesIn(ctx.state) };
    const identity = isIgnored ? guest : await identities.of(form, details);
    ctx.state.identity = identity;
    known.learn(ctx.req, identity);
    await next();
    if (hasCredentials(ctx.querystring)) ctx.set('Cache-Control', 'no-store');
  };
}

/**
 * Refuses a request with Basic credentials that a page of another site caused, if the request changes something. Any
 * request of a customer changes the cart if it has the key of a guest's cart, because the items are transferred. Routes
 * that ignore the credentials are not concerned.
 *
 * @throws ServiceError `service_foreign_origin`
 */
function refuseForeignWrite(
  { req, method, querystring }: GatewayContext,
  { credentials: treatment, writes = !['GET', 'HEAD', 'OPTIONS'].includes(method) }: Partial<Route>,
  origins: readonly string[],
): void {
  if (treatment === 'ignored' || !isForeignBasic(req, origins)) return;
  if (writes || new URLSearchParams(querystring).has('cart_key')) throw refusal('service_foreign_origin', {});
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
 * Returns a function that takes a method and path, and returns their route if the route handles credentials in its own
 * way (`Route.credentials`), or changes something. The function returns an empty object for other routes.
 */
function specialRoutes(routes: readonly Route[]): (method: string, inside: string) => Partial<Route> {
  const special = new RouteTable(
    routes.filter(({ credentials = 'checked', writes }) => credentials !== 'checked' || writes),
  );
  return (method, inside) => special.find(method, inside)?.route ?? {};
}
