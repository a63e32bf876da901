import { randomBytes } from 'node:crypto';
import type { Watchdog, Work } from '#platform/service/watchdog.ts';
import type { GatewayMetrics } from './metrics.ts';
import type { GatewayMiddleware, GatewayState } from './state.ts';
import type { TransportSecurity } from './transport.ts';

const sane = /^[A-Za-z0-9_-]{1,64}$/;
const ownPrefix = randomBytes(8).toString('hex');
let made = 0;

/** The client's request id when it is a plain one, else a new one. */
function requestId(given: string | string[] | undefined): string {
  if (typeof given === 'string' && sane.test(given)) return given;
  made += 1;
  return `${ownPrefix}${made.toString(36)}`;
}

/** Headers that every answer carries: nothing here is a page, nothing is to be indexed or guessed at. */
const everyAnswer: readonly (readonly [name: string, value: string])[] = [
  ['X-Content-Type-Options', 'nosniff'],
  ['X-Robots-Tag', 'noindex'],
  ['Content-Security-Policy', "default-src 'none'"],
  ['Referrer-Policy', 'no-referrer'],
];
const strictTransport = 'max-age=31536000';

/** Path and query of a target in absolute form, as a proxy sends it; `/`, which is no route, when it is no URL. */
function originForm(target: string): string {
  const url = URL.parse(target);
  return url ? url.pathname + url.search : '/';
}

/** What the edge needs. */
interface EdgeParts {
  readonly transport: TransportSecurity;
  readonly metrics: GatewayMetrics;
  readonly watchdog: Pick<Watchdog, 'began'>;
  /** Whether the process is about to end. */
  readonly closing: () => boolean;
}

/** A request as a watchdog names it: by its route, once that is known. */
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

/** What surrounds every request: its id, the headers of every answer, the count of answers, the end of a process. */
export function edge({ transport, metrics, watchdog, closing }: EdgeParts): GatewayMiddleware {
  return async (ctx, next) => {
    const { req, res, state } = ctx;
    const start = performance.now();
    if (!req.url?.startsWith('/')) req.url = originForm(req.url ?? '');
    state.requestId = requestId(req.headers['x-request-id']);
    for (const [name, value] of everyAnswer) res.setHeader(name, value);
    res.setHeader('X-Request-Id', state.requestId);
    if (transport.secure(req)) res.setHeader('Strict-Transport-Security', strictTransport);
    const ended = watchdog.began(new Request(req.method ?? '', state));
    try {
      await next();
    } finally {
      ended();
    }
    if (closing()) res.setHeader('Connection', 'close');
    metrics.answered(state.route ?? 'none', ctx.status, performance.now() - start);
  };
}
