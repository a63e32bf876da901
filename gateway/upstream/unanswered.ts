import { refusal, unavailable } from '#platform/errors/errors.ts';
import type { GatewayContext } from '../http/request-state.ts';

/** What a request does in WordPress if WordPress carries it out. */
type Effect = 'none' | 'change' | 'order';

/** What the client is told about a request that WordPress received and did not answer. */
const messages: Readonly<Record<Effect, string>> = {
  none: 'The shop behind this service did not answer in time. Please try again.',
  change: 'The request may have been carried out. Look at its result before you try again.',
  order: 'The order may have been placed. Look at your orders before you try again.',
};
const reads = ['GET', 'HEAD', 'OPTIONS'];
/** Paths of the Store API that place or pay an order. WordPress ignores case in paths. */
const checkout = /^\/wp-json\/wc\/store\/(?:v\d+\/)?checkout(?:\/|$)/i;
/** The path of several requests of the Store API in one, which may place an order too. */
const batch = /^\/wp-json\/wc\/store\/(?:v\d+\/)?batch(?:\/|$)/i;

/** A request to WordPress, as far as its outcome matters. The path can be decoded (`isPlainPath`). */
export class Outcome {
  readonly #effect: Effect;
  /** Whether the request may take as long as a payment takes. */
  readonly isPayment: boolean;

  constructor({
    method,
    path,
    querystring,
    req,
  }: Pick<GatewayContext, 'method' | 'path' | 'querystring' | 'req'>) {
    // WordPress carries out the method that the query or this header names, whatever the request's own method is.
    const named =
      new URLSearchParams(querystring).get('_method') ?? req.headers['x-http-method-override'] ?? method;
    const meant = String(named).toUpperCase();
    const isRead = reads.includes(method) && reads.includes(meant);
    const decoded = decodeURIComponent(path);
    const isCheckout = checkout.test(decoded);
    const isOrder = meant === 'POST' && isCheckout;
    this.#effect = isRead ? 'none' : isOrder ? 'order' : 'change';
    this.isPayment = meant === 'POST' && (isCheckout || batch.test(decoded));
  }

  /** Whether WordPress can be asked again without harm, even if it has carried out the request. */
  get isHarmless(): boolean {
    return this.#effect === 'none';
  }

  /**
   * Returns the error for a request that WordPress did not answer. Only a request that has no effect, or that was
   * never sent, may be repeated. Returns `cause` itself if it is a refusal of this service.
   */
  unanswered(cause: unknown, wasSent: boolean): unknown {
    // The code of a `TimeoutError` is a number.
    const { code, name } = cause as { code?: unknown; name?: string };
    if (String(code).startsWith('service_')) return cause;
    const isLate = String(code).endsWith('_TIMEOUT') || name === 'TimeoutError';
    if (!wasSent || (this.isHarmless && !isLate)) return unavailable(cause);
    return refusal('service_upstream_timeout', {}, { cause, message: messages[this.#effect] });
  }
}
