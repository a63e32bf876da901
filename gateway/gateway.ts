import { CartEventListener } from '#platform/events/cart-event-listener.ts';
import { serviceDependency } from '#platform/service/dependency.ts';
import { createLogger } from '#platform/service/logger.ts';
import { Metrics } from '#platform/service/metrics.ts';
import type { ProcessBody, ProcessDeps } from '#platform/service/process.ts';
import { type AppDeps, publicApp } from './app.ts';
import { ResponseCache } from './cache/response-cache.ts';
import { Identities } from './caller/caller.ts';
import { GuestKeys } from './caller/cart-keys.ts';
import { SecurityEventLog } from './caller/security-events.ts';
import { TokenVerifier } from './caller/tokens.ts';
import { followChanges } from './feeds.ts';
import { unreadable } from './http/errors.ts';
import { GatewayMetrics } from './http/metrics.ts';
import { Mounts } from './http/mounts.ts';
import { Deadlines } from './http/request-state.ts';
import { PublicServers } from './http/servers.ts';
import { TransportSecurity } from './http/transport.ts';
import { warmUp } from './http/warm-up.ts';
import { toUsualForm } from './http/wordpress.ts';
import { LiveCarts } from './live/live-carts.ts';
import { Door } from './overload/door.ts';
import { KnownCallers } from './overload/known-callers.ts';
import { Networks } from './overload/networks.ts';
import { OverloadAnswer } from './overload/refusals.ts';
import { routes } from './routes/all-routes.ts';
import { asDeclared } from './routing/declared-answers.ts';
import { ReadyAnswers } from './routing/ready-answers.ts';
import type { GatewaySettings } from './settings.ts';
import type { UpstreamDeps } from './upstream/upstream.ts';

/**
 * Returns the HTTPS port if passwords are accepted only on this port. Null without HTTPS, or if plain HTTP
 * also accepts passwords.
 */
function passwordPort({ TLS_CERT_FILE, HTTPS_PORT, LOCAL_HTTP_LOGIN }: GatewaySettings): number | null {
  return TLS_CERT_FILE && HTTPS_PORT > 0 && !LOCAL_HTTP_LOGIN ? HTTPS_PORT : null;
}

/**
 * Returns the middleware that forwards requests to WordPress; null if `UPSTREAM_URL` is not set. Few gateways forward
 * requests, and the client for it (undici) takes 7 MB, so it is loaded only here.
 */
async function upstreamOf(
  { UPSTREAM_URL: url, UPSTREAM_NAMESPACES: namespaces }: GatewaySettings,
  deps: Pick<UpstreamDeps, 'caller' | 'identities' | 'transport' | 'mounts' | 'publicUrl' | 'corsOrigins'>,
) {
  if (url === undefined) return null;
  const { upstream, upstreamLimits } = await import('./upstream/upstream.ts');
  return upstream({ ...deps, url, namespaces, limits: upstreamLimits });
}

/** Returns dependencies that keep the requests of `warmUp` out of the log and the metrics. */
function unobserved(): Pick<AppDeps, 'logger' | 'metrics' | 'networks' | 'security'> {
  return {
    logger: createLogger('warm-up', 'silent'),
    metrics: new GatewayMetrics(new Metrics('warm-up')),
    networks: new Networks(),
    security: { answered: () => undefined, refused: () => undefined },
  };
}

/**
 * Builds the gateway process. Returns the dependencies and feeds of the process, and the functions that start
 * and stop its servers.
 */
export async function gateway(
  settings: GatewaySettings,
  { logger, metrics, nats, caller, watchdog }: ProcessDeps,
): Promise<ProcessBody & { readonly servers: PublicServers }> {
  const transport = new TransportSecurity(settings.TRUSTED_PROXIES, settings.LOCAL_HTTP_LOGIN);
  const servers = new PublicServers(settings, (address) => transport.isProxy(address));
  const cache = new ResponseCache(settings.STALE_READS_FOR * 1_000);
  const feeds = followChanges(cache, nats, caller, logger);
  const verifier = new TokenVerifier(feeds.tokenState);
  const live = new LiveCarts({
    most: settings.EVENT_STREAMS,
    isGood(token) {
      // The call keeps the confirmations of revocations frequent while streams are open.
      feeds.tokens.confirmed();
      return verifier.isGood(token);
    },
    follow: (isWanted) => listener.follow(isWanted),
  });
  metrics.gauge('event_streams', 'Open event streams of carts', () => live.size);
  const listener: CartEventListener = new CartEventListener(nats, live, logger);
  const publicUrl = settings.PUBLIC_URL ?? `http://${settings.HTTP_HOST}:${settings.HTTP_PORT}`;
  const security = new SecurityEventLog(caller, metrics);
  const identities = new Identities(caller, verifier, () => feeds.tokens.confirmed());
  const mounts = new Mounts(settings.MOUNTS, publicUrl);
  const corsOrigins = settings.CORS_ORIGINS;
  const forwarder = await upstreamOf(settings, {
    ...{ caller, identities, transport, mounts, publicUrl, corsOrigins },
  });
  const deps = {
    caller,
    networks: new Networks(),
    known: new KnownCallers(),
    deadlines: new Deadlines(settings.REQUEST_DEADLINE),
    security,
    cache,
    metrics: new GatewayMetrics(metrics),
    guestKeys: new GuestKeys(settings.GUEST_KEY_SECRET, settings.GUEST_KEYS),
    prices: settings.PRICE_OVERRIDE,
    live,
    identities,
    publicKeys: () => feeds.tokenState.publicKeys,
    // Only tests set `CHECK_REPLIES`, because checking every answer costs time.
    routes: settings.CHECK_REPLIES ? routes.map(asDeclared) : routes,
    mounts,
    transport,
    corsOrigins,
    docs: settings.DOCS,
    pictures: settings.PICTURES,
    storefront:
      settings.SHOP === null ? null : { folder: settings.SHOP, publicUrl, httpsPort: passwordPort(settings) },
    checkoutUrl: settings.CHECKOUT_URL,
    forwardUpstream: forwarder?.middleware,
    logger,
    watchdog,
    closing: () => servers.closing,
  };
  const ready = new ReadyAnswers(deps);
  const door = new Door({
    ...deps,
    isCached: (target) => cache.byTarget(target) !== undefined,
    answer: new OverloadAnswer(deps),
    sendStale: (request, response) => ready.sendStale(request, response),
  });
  metrics.gauge('http_requests_waiting', 'Requests that wait for a service', () => door.waiting);
  return {
    servers,
    served: [],
    dependencies: [
      serviceDependency(caller, 'catalogue'),
      serviceDependency(caller, 'auth'),
      serviceDependency(caller, 'cart'),
    ],
    feeds: { catalogue: feeds.catalogue, settings: feeds.settings, tokens: feeds.tokens },
    async warmUp() {
      const app = await publicApp({ ...deps, ...unobserved(), ready: async () => true });
      await warmUp(
        app.callback(),
        settings.MOUNTS.map(({ prefix }) => prefix),
      );
    },
    async open(isReady) {
      if (settings.LOCAL_HTTP_LOGIN)
        logger.warn('LOCAL_HTTP_LOGIN is on: passwords are accepted over plain HTTP');
      live.start();
      const app = await publicApp({ ...deps, ready: isReady });
      const listener = door.before(ready.before(app.callback()));
      await servers.open((request, response) => {
        toUsualForm(request, mounts);
        listener(request, response);
      }, unreadable(mounts));
    },
    shut() {
      const shut = servers.shut();
      live.close();
      return shut;
    },
    async close() {
      await Promise.all([security.close(), forwarder?.close()]);
      listener.close();
      door.close();
      feeds.catalogue.close();
      feeds.settings.close();
      feeds.tokens.close();
    },
  };
}
