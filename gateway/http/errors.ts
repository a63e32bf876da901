import { asServiceError, publicBody, refusal, type ServiceError } from '#platform/errors/errors.ts';
import type { Logger } from '#platform/service/logger.ts';
import type { Dialect } from '../dialects/shared/dialect.ts';
import { bringsBearer } from '../identity/credential-forms.ts';
import { keyHeaders } from './guest-key.ts';
import { folded, type Mounts } from './mounts.ts';
import { rateHeaders } from './rate-headers.ts';
import { type PlainAnswer, send } from './send.ts';
import type { GatewayContext, GatewayMiddleware } from './state.ts';

/** How to sign in (RFC 7617), and what is said of a bearer token that is not good (RFC 6750). */
const signIn = 'Basic realm="shop", charset="UTF-8"';
const badToken = 'Bearer error="invalid_token"';

/** Of a write or an attempt to log in too many: what is allowed, and when again. */
function tooManyHeaders({ code, data }: ServiceError): Record<string, string> {
  const policy = code === 'service_rate_limited' ? 'logins' : 'cart-writes';
  const { limit, window, retry_after: resetsIn } = data as Record<'limit' | 'window' | 'retry_after', number>;
  return {
    ...rateHeaders({ limit, window, remaining: 0, resetsIn }, Date.now(), policy),
    'RateLimit-Retry-After': String(resetsIn),
  };
}

/** Headers that belong to an error's data: when to come again, which revision there is, how to sign in. */
function headersOf(error: ServiceError, status: number): Record<string, string> {
  const { code, data } = error;
  return {
    'Cache-Control': 'no-store',
    ...(typeof data.retry_after === 'number' && { 'Retry-After': String(data.retry_after) }),
    ...(code === 'service_revision_mismatch' && { ETag: `"${data.revision}"` }),
    ...(typeof data.limit === 'number' && typeof data.window === 'number' && tooManyHeaders(error)),
    ...(status === 401 && { 'WWW-Authenticate': signIn }),
  };
}

/** An error in a dialect's words. A fault of ours names the request, for the log. */
export function errorAnswer(error: ServiceError, dialect: Dialect, requestId: string): PlainAnswer {
  const { status, body } = publicBody(error);
  const data = status >= 500 ? { ...body.data, request_id: requestId } : body.data;
  return {
    status,
    headers: headersOf(error, status),
    body: { ...body, code: dialect.errorCode(body.code), data },
  };
}

/** What a service answered has no cause here and is in that service's log; what arose here is logged here, once. */
function log(logger: Logger, ctx: GatewayContext, error: ServiceError, status: number): void {
  const { requestId, route } = ctx.state;
  const arose = status >= 500 && error.cause !== undefined;
  const level = !arose ? 'debug' : error.code === 'service_internal' ? 'error' : 'warn';
  logger[level]({ requestId, route, method: ctx.method, err: error.cause ?? error }, error.code);
}

/**
 * Translates whatever was thrown into the answer of the mount's dialect; the only place that does
 * (docs/reference/README.md#errors).
 */
export function errors(mounts: Mounts, logger: Logger): GatewayMiddleware {
  return async (ctx, next) => {
    try {
      await next();
    } catch (thrown) {
      if (isAborted(thrown)) return;
      const error = asServiceError(thrown);
      const { dialect } = ctx.state.mount ?? mounts.of(folded(ctx.path)).mount;
      const { requestId, cartKey } = ctx.state;
      const answer = errorAnswer(error, dialect, requestId);
      const challenge = answer.status === 401 && bringsBearer(ctx.req) && { 'WWW-Authenticate': badToken };
      log(logger, ctx, error, answer.status);
      send(ctx, {
        ...answer,
        headers: { ...answer.headers, ...challenge, ...(cartKey && keyHeaders(cartKey)) },
      });
    }
  };
}

/** Whether the client went away while its body was read: nobody is there to be answered. */
function isAborted(thrown: unknown): boolean {
  return thrown instanceof Error && (thrown as { type?: string }).type === 'request.aborted';
}

/** The last middleware: nothing before it was meant. `OPTIONS` of a route that exists says what may be asked of it. */
export const noRoute: GatewayMiddleware = (ctx) => {
  const { matched = [] } = ctx as { matched?: readonly { readonly methods: readonly string[] }[] };
  if (ctx.method !== 'OPTIONS' || matched.length === 0) throw refusal('rest_no_route', {});
  ctx.set('Allow', ['OPTIONS', ...new Set(matched.flatMap(({ methods }) => methods))].join(', '));
  ctx.type = 'json';
  ctx.body = 'null';
};
