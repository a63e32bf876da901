import { randomBytes } from 'node:crypto';
import type { GatewayMetrics } from './metrics.ts';
import type { GatewayMiddleware } from './state.ts';
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

/** What surrounds every request: its id, the headers of every answer, the count of answers, the end of a process. */
export function edge(
  transport: TransportSecurity,
  metrics: GatewayMetrics,
  closing: () => boolean,
): GatewayMiddleware {
  return async (ctx, next) => {
    const { req, res, state } = ctx;
    const start = performance.now();
    if (!req.url?.startsWith('/')) req.url = originForm(req.url ?? '');
    state.requestId = requestId(req.headers['x-request-id']);
    for (const [name, value] of everyAnswer) res.setHeader(name, value);
    res.setHeader('X-Request-Id', state.requestId);
    if (transport.secure(req)) res.setHeader('Strict-Transport-Security', strictTransport);
    await next();
    if (closing()) res.setHeader('Connection', 'close');
    metrics.answered(state.route ?? 'none', ctx.status, performance.now() - start);
  };
}
