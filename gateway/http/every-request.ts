import type { IncomingMessage } from 'node:http';
import { isByState } from '#platform/errors/errors.ts';
import type { Watchdog, Work } from '#platform/service/watchdog.ts';
import { memo } from '#platform/util/memo.ts';
import { commonHeaders, requestId, strictTransport } from './answer.ts';
import { clientLeft } from './errors.ts';
import type { AnswerLabels, GatewayMetrics } from './metrics.ts';
import { type Mounts, normalizedPath } from './mounts.ts';
import type { GatewayContext, GatewayMiddleware, GatewayState } from './request-state.ts';
import type { TransportSecurity } from './transport.ts';

/** The deadlines of requests. A request has one deadline for everything that is done for it. */
export class Deadlines {
  /** The time from the receipt of a request until its answer (`REQUEST_DEADLINE`). */
  readonly milliseconds: number;
  /** Returns the deadline of a request in Unix milliseconds. The first call for a request sets the deadline. */
  readonly of = memo((_request: IncomingMessage) => Date.now() + this.milliseconds);

  constructor(milliseconds: number) {
    this.milliseconds = milliseconds;
  }
}

interface EveryRequestDeps {
  readonly transport: TransportSecurity;
  readonly metrics: GatewayMetrics;
  readonly watchdog: Pick<Watchdog, 'began'>;
  readonly mounts: Mounts;
  /** Counts an answer to the client's network, and whether its request was refused as bad. */
  readonly networks: { answered(address: string, isBad: boolean): void };
  readonly deadlines: Deadlines;
  /** Returns whether the process is stopping. */
  readonly closing: () => boolean;
}

/**
 * The name and id of a request, which the watchdog logs if the event loop is blocked. The name contains the route
 * as soon as the route is known.
 */
class WatchedRequest implements Work {
  readonly #method: string;
  readonly #state: GatewayState;

  constructor(method: string, state: GatewayState) {
    this.#method = method;
    this.#state = state;
  }

  get name(): string {
    return `${this.#method} ${this.#state.route ?? 'none'}`;
  }

  get requestId(): string {
    return this.#state.requestId;
  }
}

/**
 * Returns whether a request was bad: refused with a status from 400 to 499, but not because of the state of the shop. A
 * correct storefront, too, asks for a product that sold out a moment ago.
 */
function isBad({ status, state: { errorCode } }: GatewayContext): boolean {
  if (status === clientLeft) return false;
  return status >= 400 && status < 500 && !(errorCode !== undefined && isByState(errorCode));
}

function labelsOf({ method, state }: GatewayContext): AnswerLabels {
  const { route = 'none', mount, inside } = state;
  return { route, method, mount: inside === null ? 'none' : mount.prefix || '/' };
}

/**
 * Returns the middleware that every request passes, except pre-flight requests that `cors` answers. The middleware
 * finds the mount, sets the request id, the deadline and the common headers, counts metrics, and closes connections when the process stops.
 */
export function everyRequest({
  transport,
  metrics,
  watchdog,
  mounts,
  networks,
  deadlines,
  closing,
}: EveryRequestDeps): GatewayMiddleware {
  return async (ctx, next) => {
    const { req, res, state } = ctx;
    const start = performance.now();
    state.requestId = requestId(req.headers['x-request-id']);
    state.deadline = deadlines.of(req);
    const { mount, inside } = mounts.of(normalizedPath(ctx.path));
    state.mount = mount;
    state.inside = inside;
    for (const [name, value] of commonHeaders) res.setHeader(name, value);
    res.setHeader('X-Request-Id', state.requestId);
    if (transport.secure(req)) res.setHeader('Strict-Transport-Security', strictTransport);
    metrics.began();
    const ended = watchdog.began(new WatchedRequest(req.method ?? '', state));
    try {
      await next();
    } finally {
      ended();
      metrics.ended();
    }
    if (closing() && !res.headersSent) res.setHeader('Connection', 'close');
    metrics.answered(labelsOf(ctx), ctx.status, performance.now() - start);
    networks.answered(transport.clientAddress(req), isBad(ctx));
  };
}
