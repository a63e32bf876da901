import { isByState } from '#platform/errors/errors.ts';
import type { Watchdog, Work } from '#platform/service/watchdog.ts';
import type { Networks } from '../admission/networks.ts';
import { clientLeft } from '../routing/error-answers.ts';
import { type Mounts, normalizedPath } from '../routing/mounts.ts';
import type { Deadlines } from './deadlines.ts';
import type { AnswerLabels, GatewayMetrics } from './metrics.ts';
import { requestId } from './request-id.ts';
import type { GatewayContext, GatewayMiddleware, GatewayState } from './request-state.ts';
import type { TransportSecurity } from './transport.ts';

/**
 * Headers of every answer to a request that the gateway could read. Search engines must not index the answer.
 * Browsers must not run the answer as a page, show it in a frame or guess its type.
 */
export const commonHeaders: readonly (readonly [name: string, value: string])[] = [
  ['X-Content-Type-Options', 'nosniff'],
  ['X-Robots-Tag', 'noindex'],
  ['Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'"],
  ['Referrer-Policy', 'no-referrer'],
];
export const strictTransport = 'max-age=31536000';

/** Dependencies of the middleware `edge`. */
interface EdgeDeps {
  readonly transport: TransportSecurity;
  readonly metrics: GatewayMetrics;
  readonly watchdog: Pick<Watchdog, 'began'>;
  readonly mounts: Mounts;
  readonly networks: Pick<Networks, 'answered'>;
  readonly deadlines: Deadlines;
  /** Returns whether the process is stopping. */
  readonly closing: () => boolean;
}

/**
 * The name and id of a request, which the watchdog logs if the event loop is blocked. The name contains the route
 * as soon as the route is known.
 */
class Request implements Work {
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

function labelsOf({ method, path, state }: GatewayContext, mounts: Mounts): AnswerLabels {
  const { mount, inside } = mounts.of(normalizedPath(path));
  return { route: state.route ?? 'none', method, mount: inside === null ? 'none' : mount.prefix || '/' };
}

/**
 * Returns the middleware that every request passes, except pre-flight requests that `cors` answers. The middleware
 * sets the request id, the deadline and the common headers, counts metrics, and closes connections when the process stops.
 */
export function edge({
  transport,
  metrics,
  watchdog,
  mounts,
  networks,
  deadlines,
  closing,
}: EdgeDeps): GatewayMiddleware {
  return async (ctx, next) => {
    const { req, res, state } = ctx;
    const start = performance.now();
    state.requestId = requestId(req.headers['x-request-id']);
    state.deadline = deadlines.of(req);
    for (const [name, value] of commonHeaders) res.setHeader(name, value);
    res.setHeader('X-Request-Id', state.requestId);
    if (transport.secure(req)) res.setHeader('Strict-Transport-Security', strictTransport);
    metrics.began();
    const ended = watchdog.began(new Request(req.method ?? '', state));
    try {
      await next();
    } finally {
      ended();
      metrics.ended();
    }
    if (closing() && !res.headersSent) res.setHeader('Connection', 'close');
    metrics.answered(labelsOf(ctx, mounts), ctx.status, performance.now() - start);
    networks.answered(transport.clientAddress(req), isBad(ctx));
  };
}
