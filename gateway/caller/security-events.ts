import { randomUUID } from 'node:crypto';
import { maxNoted, noteSecurityEvents, type SecurityEvent } from '#contracts/security-log.ts';
import type { Caller } from '#platform/bus/caller.ts';
import { ServiceError } from '#platform/errors/errors.ts';
import { cartDigest } from '#platform/events/digests.ts';
import { Outbox } from '#platform/events/outbox.ts';
import type { Metrics } from '#platform/service/metrics.ts';
import { networkOf } from '#platform/util/networks.ts';
import type { Identity } from '../http/request-state.ts';

/** Maximum number of events that wait for the auth service to store them. */
const maxQueued = 2_000;
/** Milliseconds in which the auth service must store events. */
const deadlineMs = 5_000;

/** Milliseconds in which only the first refusal of a network on a route with the same code is logged at once. */
const countedMs = 3_600_000;
/** Maximum number of refusals that are counted separately. Further networks share a count for each route and code. */
const maxCounted = 10_000;

/** The members of a request that a security event contains. */
export interface LoggedRequest {
  readonly id: string;
  readonly identity: Identity;
  readonly address: string;
  readonly sent: { readonly path: Readonly<Record<string, unknown>> };
}

/** The members of a route that a security event contains. */
interface NotedRoute {
  readonly kind: string;
  readonly method: string;
  readonly path: string;
}

/** Error codes of requests that the gateway refuses because the caller lacks a right. */
const refusals: readonly string[] = [
  'service_rest_not_authorized',
  'service_rest_cannot_view',
  'service_not_allowed',
  'service_must_authenticate_user',
  'service_price_override_not_allowed',
];

function whoOf({ account, pair }: Identity): string {
  if (pair !== undefined) return `pair:${pair}`;
  return account === null ? 'guest' : `account:${account}`;
}

/**
 * Returns the account that owns the cart in a path, or a digest of a guest's cart key. The log must not contain
 * the key, because the key gives access to the cart.
 */
function cartOf(key: unknown): string {
  if (typeof key !== 'string') return '';
  return /^\d{1,15}$/.test(key) ? `account:${key}` : `cart:${cartDigest(key.toLowerCase())}`;
}

/**
 * Sends security events to the auth service, which stores them: refusals and accesses that only the gateway
 * notices. Requests do not wait until the events are sent.
 */
export class SecurityEventLog {
  readonly #outbox: Outbox<SecurityEvent>;
  /** The first refusal of each network, route and code in this hour, and the number of further ones. */
  #refused = new Map<string, { readonly first: SecurityEvent; more: number }>();
  readonly #timer: NodeJS.Timeout;

  constructor(caller: Pick<Caller, 'request'>, metrics: Pick<Metrics, 'counter'>) {
    const dropped = metrics.counter(
      'security_events_dropped_total',
      'Events that were lost from the security log',
    );
    this.#outbox = new Outbox({
      async send(events: readonly SecurityEvent[]) {
        const context = { requestId: 'security-log', deadline: Date.now() + deadlineMs, claim: null };
        await caller.request(noteSecurityEvents, { events: [...events] }, context);
      },
      ...{ dropped: () => dropped.inc(), most: maxQueued, atOnce: maxNoted },
    });
    this.#timer = setInterval(() => this.#noteCounts(), countedMs).unref();
  }

  /** Logs an answered request on a manager route: the caller has read or deleted the cart of another person. */
  answered(route: NotedRoute, request: LoggedRequest): void {
    const event = route.method === 'GET' ? 'cart.read' : 'cart.deleted';
    this.#outbox.put(eventOf(event, route, request, ''));
  }

  /**
   * Logs a refused request if the caller lacked a right. Other errors are not logged. Anybody can cause refusals, so
   * repeated ones of a network with the same route and code are only counted, and logged once an hour as one event.
   */
  refused(route: NotedRoute, request: LoggedRequest, error: unknown): void {
    if (!(error instanceof ServiceError && refusals.includes(error.code))) return;
    const event = route.kind === 'manager' ? 'management.refused' : 'access.refused';
    const what = `${route.method} ${route.path} ${error.code}`;
    const key = `${networkOf(request.address)} ${what}`;
    const isCounted = this.#refused.has(key) || this.#refused.size < maxCounted;
    const count = this.#refused.get(isCounted ? key : what);
    if (count) {
      count.more += 1;
      return;
    }
    const first = eventOf(event, route, request, ` ${error.code}`);
    this.#refused.set(isCounted ? key : what, { first, more: 0 });
    this.#outbox.put(first);
  }

  /** Logs the numbers of refusals that were only counted, and begins a new hour. */
  #noteCounts(): void {
    for (const { first, more } of this.#refused.values()) {
      if (more === 0) continue;
      const detail = `${first.detail} (${more} more)`.slice(0, 200);
      this.#outbox.put({ ...first, id: randomUUID(), at: Date.now(), detail });
    }
    this.#refused = new Map();
  }

  close(): Promise<void> {
    clearInterval(this.#timer);
    this.#noteCounts();
    return this.#outbox.close();
  }
}

function eventOf(
  event: SecurityEvent['event'],
  { method, path }: NotedRoute,
  request: LoggedRequest,
  suffix: string,
): SecurityEvent {
  return {
    id: randomUUID(),
    at: Date.now(),
    ...{ event, who: whoOf(request.identity), from: request.address.slice(0, 64) },
    ...{ requestId: request.id.slice(0, 100), about: cartOf(request.sent.path.key) },
    detail: `${method} ${path}${suffix}`.slice(0, 200),
  };
}
