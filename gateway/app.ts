import Koa from 'koa';
import type { PublicKey } from '#contracts/tokens.ts';
import type { Logger } from '#platform/service/logger.ts';
import type { Watchdog } from '#platform/service/watchdog.ts';
import { credentials } from './caller/caller.ts';
import { cors } from './http/cors.ts';
import { errors } from './http/errors.ts';
import { everyRequest } from './http/every-request.ts';
import { health } from './http/health.ts';
import type { Mounts } from './http/mounts.ts';
import type { Deadlines, GatewayMiddleware, GatewayState } from './http/request-state.ts';
import type { TransportSecurity } from './http/transport.ts';
import { wordPressHeaders } from './http/wordpress.ts';
import { openApi } from './openapi/open-api.ts';
import type { KnownCallers } from './overload/known-callers.ts';
import type { Networks } from './overload/networks.ts';
import { keySet } from './routes/account/login.ts';
import { media, placeholder } from './routes/media/media.ts';
import type { Route } from './routing/route.ts';
import { enterMount, noRoute, routerOf, specialRoutes } from './routing/router.ts';
import type { RouteDeps } from './routing/run-route.ts';
import { serveRoute } from './routing/serve-route.ts';
import { checkoutLink } from './site/checkout-link.ts';
import { Discovery } from './site/discovery.ts';
import { docsSite } from './site/docs.ts';
import { type StorefrontDeps, storefront } from './site/storefront.ts';

/** Dependencies of the public app. */
export interface AppDeps extends RouteDeps {
  readonly routes: readonly Route[];
  readonly mounts: Mounts;
  readonly transport: TransportSecurity;
  /** Returns the public keys for `/.well-known/jwks.json`. Other programs verify tokens with these keys. */
  readonly publicKeys: () => readonly PublicKey[];
  /** Origins that CORS allows; empty if CORS allows no origin. */
  readonly corsOrigins: readonly string[];
  /** Counts the answers to each client network. Under load, requests of networks that flood come last. */
  readonly networks: Pick<Networks, 'answered'>;
  readonly deadlines: Deadlines;
  readonly known: Pick<KnownCallers, 'learn'>;
  /** Address of the shop's checkout page; absent if the setting `CHECKOUT_URL` is not set. */
  readonly checkoutUrl?: string | undefined;
  /** Whether `/openapi.json` and `/docs` are served. */
  readonly docs: boolean;
  /** Forwards requests to the WordPress behind the shop; absent if the setting `UPSTREAM_URL` is not set. */
  readonly forwardUpstream?: GatewayMiddleware | undefined;
  /** Folder with pictures of products that are served at `/media`; null if none are served. */
  readonly pictures: string | null;
  /** The built storefront that is served at `/shop`; null if no storefront is served. */
  readonly storefront: StorefrontDeps | null;
  readonly logger: Logger;
  readonly watchdog: Watchdog;
  readonly ready: () => Promise<boolean>;
  /** Returns whether the process is stopping. */
  readonly closing: () => boolean;
}

/**
 * Returns the Koa app that answers requests on the public ports. Its middleware runs in the order of the calls
 * of `use`.
 */
export async function publicApp(deps: AppDeps): Promise<Koa<GatewayState, object>> {
  const { routes, mounts, transport, corsOrigins, logger } = deps;
  const app = new Koa<GatewayState, object>();
  app.on('error', (error: Error) => logger.debug({ err: error }, 'an answer could not be sent'));
  if (corsOrigins.length > 0) app.use(cors(corsOrigins));
  app.use(everyRequest(deps));
  app.use(wordPressHeaders(mounts, routes));
  app.use(errors(mounts, logger));
  app.use(checkoutLink(deps));
  if (deps.forwardUpstream) app.use(deps.forwardUpstream);
  app.use(health(deps.ready));
  app.use(keySet(deps.publicKeys));
  app.use(placeholder);
  if (deps.pictures !== null) app.use(await media(deps.pictures));
  if (deps.storefront) app.use(await storefront(deps.storefront));
  const discovery = new Discovery(routes, mounts, deps.caller);
  app.use(discovery.middleware);
  if (deps.docs) app.use(docsSite(mounts, deps.storefront !== null));
  app.use(enterMount(mounts));
  if (deps.docs) app.use(openApi(deps.caller));
  app.use(credentials(transport, deps.identities, deps.known, specialRoutes(routes), corsOrigins));
  app.use(routerOf(routes, (route) => serveRoute(route, deps)).routes());
  app.use(noRoute((mount, path) => discovery.ofPath(mount, path)));
  return app;
}
