import { randomUUID } from 'node:crypto';
import { maxNoted, noteSecurityEvents, type SecurityEvent } from '#contracts/security-log.ts';
import type { Caller } from '#platform/bus/caller.ts';
import { ServiceError } from '#platform/errors/errors.ts';
import { cartDigest } from '#platform/events/cart-digest.ts';
import { Outbox } from '#platform/security/outbox.ts';
import type { Metrics } from '#platform/service/metrics.ts';
import type { Identity } from '../identity/identity.ts';

/** Maximum number of events that wait for the auth service to store them. */
const maxQueued = 2_000;
/** Milliseconds in which the auth service must store events. */
const deadlineMs = 5_000;

/** The members of a request that a security event contains. */
export interface LoggedRequest {
  readonly id: string;
  readonly identity: Identity;
  readonly address: () => string;
  readonly path: (name: string) => unknown;
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
  }

  /**
   * Logs an answered request on a manager route: the caller has read or deleted the cart of another person.
   * Other routes are not logged.
   */
  answered(route: NotedRoute, request: LoggedRequest): void {
    if (route.kind !== 'manager') return;
    this.#note(route.method === 'GET' ? 'cart.read' : 'cart.deleted', route, request, '');
  }

  /** Logs a refused request if the caller lacked a right. Other errors are not logged. */
  refused(route: NotedRoute, request: LoggedRequest, error: unknown): void {
    if (!(error instanceof ServiceError && refusals.includes(error.code))) return;
    const event = route.kind === 'manager' ? 'management.refused' : 'access.refused';
    this.#note(event, route, request, ` ${error.code}`);
  }

  #note(
    event: SecurityEvent['event'],
    { method, path }: NotedRoute,
    request: LoggedRequest,
    suffix: string,
  ): void {
    this.#outbox.put({
      id: randomUUID(),
      at: Date.now(),
      ...{ event, who: whoOf(request.identity), from: request.address().slice(0, 64) },
      ...{ requestId: request.id.slice(0, 100), about: cartOf(request.path('key')) },
      detail: `${method} ${path}${suffix}`.slice(0, 200),
    });
  }

  close(): Promise<void> {
    return this.#outbox.close();
  }
}
