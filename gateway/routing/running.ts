import type { Claim } from '#contracts/claim.ts';
import type { Caller } from '#platform/bus/caller.ts';
import type { ResponseCache } from '../cache/response-cache.ts';
import type { Identities } from '../caller/caller.ts';
import type { GuestKeys } from '../caller/cart-keys.ts';
import { claimOf, type PriceOverride } from '../caller/claim.ts';
import type { SecurityEventLog } from '../caller/security-events.ts';
import type { GatewayMetrics } from '../http/metrics.ts';
import type { Mount } from '../http/mounts.ts';
import { guest, type Identity } from '../http/request-state.ts';
import type { LiveCarts } from '../live/live-carts.ts';
import { Call, onceOf, revisionOf } from './call.ts';
import type { Prepared, Route, Sources } from './route.ts';

/** Dependencies with which requests are answered. */
export interface RouteDeps {
  readonly caller: Caller;
  readonly cache: ResponseCache;
  readonly metrics: GatewayMetrics;
  readonly identities: Identities;
  readonly guestKeys: GuestKeys;
  /** Which callers may set the price of an item. */
  readonly prices: PriceOverride;
  /** The event streams that are open. */
  readonly live: LiveCarts;
  readonly security: Pick<SecurityEventLog, 'answered' | 'refused'>;
}

/** A request for a route, sent alone or inside a batch. */
export interface RouteRequest extends Sources {
  readonly id: string;
  /** Unix milliseconds of the deadline of the answer. */
  readonly deadline: number;
  readonly mount: Mount;
  readonly identity: Identity;
  /**
   * Path and query as the client sent them. The response cache looks up answers by this text, so that a repeated
   * request need not be parsed.
   */
  readonly target: string;
  /** Returns the client's IP address; empty if the address is unknown. */
  readonly address: () => string;
  /** Returns whether passwords and key pairs are accepted on the connection. */
  readonly secure: () => boolean;
  /** Returns a request header by its lower-case name. */
  readonly header: (name: string) => string | undefined;
  /** Returns all request headers by their lower-case names. */
  readonly headers: () => Readonly<Record<string, string>>;
  /** Stores the cart key of the request, so that the headers of an error answer contain the key too. */
  readonly onCart: (key: string) => void;
}

/** A request that is being answered, with its route and its checked parameters. */
export interface Running {
  readonly route: Route;
  readonly request: RouteRequest;
  readonly prepared: Prepared;
}

/** Checks the parameters of a request. @throws ServiceError for invalid parameters */
export function prepare(route: Route, request: RouteRequest): Running {
  return { route, request, prepared: route.prepare(request) };
}

/**
 * Returns the call with which the route's handler sends operations to services. `addCart` adds the cart to the
 * caller's claim. Without `addCart`, a guest has no claim.
 */
export function callOf(
  { route, request, prepared }: Running,
  deps: RouteDeps,
  addCart?: (identity: Identity, claim: Claim) => Claim,
  customer?: number | null,
): Call {
  const { params, body } = prepared.declared;
  const claimFor = (identity: Identity) => {
    const claim = claimOf(identity, deps.prices, request.address, customer);
    return addCart ? addCart(identity, claim) : claim;
  };
  const context = {
    requestId: request.id,
    deadline: request.deadline,
    claim: addCart || request.identity !== guest ? claimFor(request.identity) : null,
  };
  const identify = (identifier: string, secret: string) => {
    const form = { kind: 'secret', identifier, secret } as const;
    const { audiences } = request.mount;
    // `request` is null, so no login extensions run here. Only the login route calls `identify`, and the
    // login route runs the extensions itself.
    const { id: requestId, deadline } = request;
    const details = { requestId, deadline, address: request.address(), request: null, audiences };
    return deps.identities.of(form, details);
  };
  const { mount, identity, address, secure, headers } = request;
  let issued: string | undefined;
  const newKey = () => {
    issued ??= deps.guestKeys.issue();
    return issued;
  };
  const origin = {
    mount,
    identity,
    address,
    secure,
    headers,
    identify,
    claimOf: claimFor,
    newKey,
    shared: deps,
  };
  return new Call(deps.caller, context, origin, () => ({
    once: onceOf(request.header('idempotency-key'), () => [route.method, route.path, params, body]),
    ifRevision: revisionOf(request.header('if-match')),
  }));
}
