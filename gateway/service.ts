import Koa from 'koa';
import type { NatsConnection } from 'nats';
import { readCatalogueNumber } from '#contracts/catalogue.ts';
import { CatalogueChange, SettingsChange } from '#contracts/feed.ts';
import { readSettings, type StoreSettings } from '#contracts/settings.ts';
import type { PublicKey } from '#contracts/tokens.ts';
import type { Caller } from '#platform/bus/caller.ts';
import { unavailable } from '#platform/errors/errors.ts';
import { CartEventListener } from '#platform/events/cart-event-listener.ts';
import { FeedSubscriber } from '#platform/feed/subscriber.ts';
import { languageOf } from '#platform/sentences/languages.ts';
import { speak } from '#platform/sentences/say.ts';
import { serviceDependency } from '#platform/service/dependency.ts';
import { createLogger, type Logger } from '#platform/service/logger.ts';
import { Metrics } from '#platform/service/metrics.ts';
import type { ProcessBody, ProcessDeps } from '#platform/service/process.ts';
import type { Watchdog } from '#platform/service/watchdog.ts';
import { ResponseCache } from './cache/response-cache.ts';
import { Identities } from './caller/caller.ts';
import { GuestKeys } from './caller/cart-keys.ts';
import { SecurityEventLog } from './caller/security-events.ts';
import { TokenState, TokenVerifier } from './caller/tokens.ts';
import { cors } from './http/cors.ts';
import { errors, unreadable } from './http/errors.ts';
import { Deadlines, everyRequest } from './http/every-request.ts';
import { GatewayMetrics } from './http/metrics.ts';
import { Mounts } from './http/mounts.ts';
import type { GatewayContext, GatewayMiddleware, GatewayState } from './http/request-state.ts';
import { PublicServers } from './http/servers.ts';
import { TransportSecurity } from './http/transport.ts';
import { warmUp } from './http/warm-up.ts';
import { toUsualForm, wordPressHeaders } from './http/wordpress.ts';
import { LiveCarts } from './live/live-carts.ts';
import { openApiPages } from './openapi/open-api.ts';
import { Door } from './overload/door.ts';
import { OverloadAnswer } from './overload/refusals.ts';
import { KnownCallers, Networks } from './overload/senders.ts';
import { routes } from './routes/all-routes.ts';
import { CachedAnswers } from './routing/cached-answers.ts';
import { asDeclared } from './routing/declared-answers.ts';
import type { RequestDeps } from './routing/request.ts';
import type { Route } from './routing/route.ts';
import { RouteTable } from './routing/router.ts';
import { noRoute, serveRoutes } from './routing/run.ts';
import type { GatewaySettings } from './settings.ts';
import { type OwnAddress, ownOrigins } from './site/addresses.ts';
import { beginByLink } from './site/begin-by-link.ts';
import { checkoutLink } from './site/checkout-link.ts';
import { Discovery } from './site/discovery.ts';
import { docsPages } from './site/docs.ts';
import { media, placeholder } from './site/media.ts';
import { healthPages, isHealthPath, keySet, servePages } from './site/page.ts';
import { type StorefrontDeps, storefront } from './site/storefront.ts';
import type { UpstreamDeps } from './upstream/upstream.ts';

/**
 * Builds the gateway process. Returns the dependencies and feeds of the process, and the functions that start
 * and stop its servers.
 */
export async function gateway(
  settings: GatewaySettings,
  { logger, metrics, nats, caller, watchdog, presence }: ProcessDeps,
): Promise<ProcessBody & { readonly servers: PublicServers }> {
  const transport = new TransportSecurity(settings.TRUSTED_PROXIES, settings.LOCAL_HTTP_LOGIN);
  const servers = new PublicServers(settings, (address) => transport.isProxy(address));
  const cache = new ResponseCache(settings.STALE_READS_FOR * 1_000);
  const feeds = followChanges({ cache, caller, logger, languages: settings.LANGUAGES }, nats);
  const verifier = new TokenVerifier(feeds.tokenState);
  const live = new LiveCarts({
    most: settings.EVENT_STREAMS,
    isGood(token) {
      feeds.tokens.confirmOften();
      return verifier.isGood(token);
    },
    follow: (isWanted) => listener.follow(isWanted),
  });
  metrics.gauge('event_streams', 'Open event streams of carts', () => live.size);
  const listener: CartEventListener = new CartEventListener(nats, live, logger);
  const publicUrl = settings.PUBLIC_URL ?? `http://${settings.HTTP_HOST}:${settings.HTTP_PORT}`;
  const ownAddress = { publicUrl, httpsPort: httpsPortOf(settings) };
  const security = new SecurityEventLog(caller, metrics);
  const isCurrent = () => {
    feeds.tokens.confirmOften();
    return feeds.tokens.isConfirmed;
  };
  const hasShop = settings.WOOCOMMERCE_URL !== undefined;
  const identities = new Identities(caller, verifier, isCurrent, hasShop);
  const mounts = new Mounts(settings.MOUNTS, publicUrl);
  const corsOrigins = settings.CORS_ORIGINS;
  const forwarder = await upstreamOf(settings, {
    ...{ caller, identities, transport, mounts, publicUrl, corsOrigins },
  });
  const shared = {
    caller,
    networks: new Networks(),
    known: new KnownCallers(),
    deadlines: new Deadlines(settings.REQUEST_DEADLINE),
    security,
    cache,
    metrics: new GatewayMetrics(metrics),
    guestKeys: new GuestKeys(settings.GUEST_KEY_SECRET, settings.GUEST_KEYS),
    registration: settings.REGISTRATION,
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
    ownAddress,
    pictures: settings.PICTURES,
    storefront:
      settings.SHOP === null ? null : { folder: settings.SHOP, publicUrl, httpsPort: passwordPort(settings) },
    checkoutUrl: settings.CHECKOUT_URL,
    returnOrigins:
      settings.WOOCOMMERCE_URL === undefined ? null : [...corsOrigins, ...ownOrigins(ownAddress)],
    forwardUpstream: forwarder?.middleware,
    logger,
    watchdog,
    closing: () => servers.closing,
  };
  const cached = new CachedAnswers(shared);
  const deps = { ...shared, cached };
  const door = new Door({
    ...deps,
    isCached: (target) => cache.byTarget(target) !== undefined,
    answer: new OverloadAnswer(deps),
    sendStale: (request, response) => cached.sendStale(request, response),
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
      const listener = door.before(cached.before(app.callback()));
      await servers.open((request, response) => {
        if (!isHealthPath(request.url)) presence.visited();
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

/**
 * Returns the HTTPS port if passwords are accepted only on this port. Null without HTTPS, or if plain HTTP
 * also accepts passwords.
 */
function passwordPort(settings: GatewaySettings): number | null {
  return settings.LOCAL_HTTP_LOGIN ? null : httpsPortOf(settings);
}

/** Returns the HTTPS port; null without HTTPS. */
function httpsPortOf({ TLS_CERT_FILE, HTTPS_PORT }: GatewaySettings): number | null {
  return TLS_CERT_FILE && HTTPS_PORT > 0 ? HTTPS_PORT : null;
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

/** Dependencies of the public app. */
interface AppDeps extends RequestDeps {
  readonly routes: readonly Route[];
  readonly mounts: Mounts;
  readonly cached: CachedAnswers;
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
  /** The address that the examples in `/docs` show. */
  readonly ownAddress: OwnAddress;
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
  const { routes, mounts, corsOrigins, logger } = deps;
  const table = new RouteTable(routes);
  const app = new Koa<GatewayState, object>();
  app.on('error', (error: Error) => logger.debug({ err: error }, 'an answer could not be sent'));
  if (corsOrigins.length > 0) app.use(cors(corsOrigins));
  app.use(everyRequest(deps));
  app.use(wordPressHeaders(routes));
  app.use(errors(logger));
  app.use(serveRoutes(table, deps));
  const begin = (key: string, ctx: GatewayContext) => beginByLink(key, ctx, deps);
  app.use(checkoutLink({ ...deps, begin: deps.returnOrigins === null ? undefined : begin }));
  const discovery = new Discovery(routes, mounts, deps.caller);
  const pages = [...healthPages(deps.ready), keySet(deps.publicKeys), placeholder, ...discovery.pages];
  const ofDocs = () => [
    ...docsPages(mounts, deps.storefront !== null, deps.ownAddress),
    ...openApiPages(mounts, deps.caller),
  ];
  app.use(servePages([...pages, ...(deps.docs ? ofDocs() : [])]));
  if (deps.forwardUpstream) app.use(deps.forwardUpstream);
  if (deps.pictures !== null) app.use(await media(deps.pictures));
  if (deps.storefront) app.use(await storefront(deps.storefront));
  app.use(noRoute(table, (mount, path) => discovery.ofPath(mount, path), deps));
  return app;
}

/** The feeds that a gateway receives. The feed `tokens` updates `tokenState`. */
interface Feeds {
  readonly catalogue: FeedSubscriber;
  readonly settings: FeedSubscriber;
  readonly tokens: FeedSubscriber;
  readonly tokenState: TokenState;
}

/** Milliseconds in which a service must return the number of its last change. */
const snapshotMs = 1_000;

interface FollowDeps {
  readonly cache: ResponseCache;
  readonly caller: Caller;
  readonly logger: Logger;
  /** Folder with the shop's own files of languages; null for none. */
  readonly languages: string | null;
}

/**
 * Subscribes to the feeds `catalogue`, `settings` and `tokens`. Changes of products or settings remove cached
 * answers from `cache`, and the settings have the language of the gateway. The feed `tokens` delivers revocations and
 * public keys.
 */
function followChanges({ cache, caller, logger, languages }: FollowDeps, connection: NatsConnection): Feeds {
  /** Says all sentences in the language of the store from now on. */
  const follow = ({ language }: StoreSettings) => {
    speak(
      languageOf(language, languages, (file, what) =>
        logger.warn({ file, what }, 'a sentence is said in English'),
      ),
    );
    cache.clear();
  };
  const context = () => ({ requestId: 'feed', deadline: Date.now() + snapshotMs, claim: null });
  const catalogue = new FeedSubscriber(
    connection,
    'catalogue',
    {
      async snapshot() {
        const { number } = await caller.request(readCatalogueNumber, {}, context());
        cache.clear();
        return number;
      },
      apply(change) {
        const parsed = CatalogueChange.safeParse(change);
        if (parsed.success) cache.dropProducts(parsed.data.products, parsed.data.onlyPricesAndStock);
        else cache.clear();
      },
    },
    logger,
  );
  const settings = new FeedSubscriber(
    connection,
    'settings',
    {
      async snapshot() {
        const { settings, number, age } = await caller.request(readSettings, {}, context());
        if (age > 0) throw unavailable('the settings are not confirmed');
        follow(settings);
        return number;
      },
      apply(change) {
        const { data } = SettingsChange.safeParse(change);
        if (data) follow(data.settings);
        else cache.clear();
      },
    },
    logger,
  );
  cache.follow({ catalogue, settings });
  const tokenState = new TokenState(caller);
  const tokens = new FeedSubscriber(connection, 'tokens', tokenState, logger);
  return { catalogue, settings, tokens, tokenState };
}
