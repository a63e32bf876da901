import type { IncomingMessage } from 'node:http';
import { nobody } from '#contracts/claim.ts';
import type { Caller } from '#platform/bus/caller.ts';
import { Metrics } from '#platform/service/metrics.ts';
import { ResponseCache } from '../../gateway/cache/response-cache.ts';
import { Identities } from '../../gateway/caller/caller.ts';
import { GuestKeys } from '../../gateway/caller/cart-keys.ts';
import { TokenVerifier } from '../../gateway/caller/tokens.ts';
import { noParameters, type Parameters } from '../../gateway/http/body.ts';
import { GatewayMetrics } from '../../gateway/http/metrics.ts';
import { Mounts } from '../../gateway/http/mounts.ts';
import { guest } from '../../gateway/http/request-state.ts';
import { TransportSecurity } from '../../gateway/http/transport.ts';
import { LiveCarts } from '../../gateway/live/live-carts.ts';
import { checkedParameters } from '../../gateway/routing/check.ts';
import { Request } from '../../gateway/routing/request.ts';
import type { Route } from '../../gateway/routing/route.ts';
import { service } from '../../gateway/views/service.ts';
import type { Dialect } from '../../gateway/views/shared/dialect.ts';
import { testGuestKeySecret } from '../guest-key-secret.ts';
import { aCart } from './samples.ts';

/** What a test sets of a request. */
interface Given {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Parameters;
  readonly body?: Parameters;
  readonly dialect?: Dialect;
  /** Sends operations to services; by default, every operation fails. */
  readonly caller?: Pick<Caller, 'request'>;
}

const noServices = {
  request: () => Promise.reject(new Error('there are no services')),
};

/** Returns a guest's request for a route, without a connection. @throws ServiceError for invalid parameters */
export function aRequest(route: Route, given: Given = {}): Request {
  const { path = {}, query = noParameters, body = noParameters, dialect = service } = given;
  // The cast is safe, because the gateway only sends requests here.
  const caller = (given.caller ?? noServices) as unknown as Caller;
  const { mount } = new Mounts([{ prefix: '', dialect }], 'https://api.example').of('/');
  const noKeys = { key: async () => undefined, has: () => false, revoked: () => false };
  const deps = {
    caller,
    cache: new ResponseCache(),
    metrics: new GatewayMetrics(new Metrics('test')),
    identities: new Identities(caller, new TokenVerifier(noKeys), () => true, false),
    guestKeys: new GuestKeys(testGuestKeySecret, 'any'),
    returnOrigins: null,
    registration: true,
    prices: 'trusted' as const,
    live: new LiveCarts({ most: 1, isGood: () => true, follow: () => undefined }),
    security: { answered: () => undefined, refused: () => undefined },
    transport: new TransportSecurity([]),
  };
  const incoming = { url: route.path, headers: {}, socket: {} } as IncomingMessage;
  const sent = { path, query, body, headers: incoming.headers };
  const isLenient = dialect.unknownFilters === 'ignored';
  const checked = checkedParameters(route, sent, { isLenient, isStrict: false });
  const deadline = Date.now() + 2_000;
  return new Request({ deps, incoming, id: 'test', deadline, mount, identity: guest }, route, sent, checked);
}

/**
 * Returns a request whose caller has a key pair and may set prices and fees (docs/reference/login.md#key-pairs).
 * Each operation is added to `asked` and answered with a cart. If `refuses` is not null, each operation fails
 * with this error.
 */
export function trustedRequest(
  route: Route,
  body: Parameters,
  asked: unknown[],
  refuses: Error | null = null,
): Request {
  const caller = {
    async request(_operation: unknown, input: unknown) {
      if (refuses) throw refuses;
      asked.push(input);
      return { cart: aCart(), lineKeys: [], replayed: false, rate: null } as never;
    },
  };
  const request = aRequest(route, { body, caller });
  request.claim = { ...nobody, cart: aCart().key, setsPrices: true, setsFees: true };
  return request;
}
