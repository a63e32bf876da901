import { asServiceError, publicBody, refusal, type ServiceError } from '#platform/errors/errors.ts';
import type { Logger } from '#platform/service/logger.ts';
import type { Dialect } from '../dialects/shared/dialect.ts';
import { isOfBrowser } from '../edge/origins.ts';
import { rateHeaders } from '../edge/rate-headers.ts';
import type { GatewayContext, GatewayMiddleware } from '../edge/request-state.ts';
import { bringsBearer } from '../identity/credential-forms.ts';
import { keyHeaders } from '../identity/guest-key.ts';
import { type Mount, type Mounts, normalizedPath } from './mounts.ts';
import { type PlainAnswer, send } from './send.ts';

/** Value of `WWW-Authenticate` for a request without valid credentials (RFC 7617). */
const signIn = 'Basic realm="shop", charset="UTF-8"';
/**
 * Value of `WWW-Authenticate` for a browser. For `Basic`, a browser would ask for a password, and then send the password
 * with every request.
 */
const signInByToken = 'Bearer realm="shop"';
/** Value of `WWW-Authenticate` for an invalid bearer token (RFC 6750). */
const badToken = 'Bearer error="invalid_token"';

/** Status of a request whose client left before the answer, in metrics only. nginx uses the same number. */
export const clientLeft = 499;

/** Returns the rate limit headers for an error about too many cart writes or login attempts. */
function tooManyHeaders({ code, data }: ServiceError): Record<string, string> {
  const policy = code === 'service_rate_limited' ? 'logins' : 'cart-writes';
  const { limit, window, retry_after: resetsIn } = data as Record<'limit' | 'window' | 'retry_after', number>;
  return {
    ...rateHeaders({ limit, window, remaining: 0, resetsIn }, Date.now(), policy),
    'RateLimit-Retry-After': String(resetsIn),
  };
}

/** Returns the headers of an error answer, such as `Retry-After`, the cart's `ETag` and `WWW-Authenticate`. */
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

/**
 * Returns the message of an error. As in WordPress, the message about invalid parameters contains only the
 * names of the parameters.
 */
function namesOnly({ code, message, data }: ReturnType<typeof publicBody>['body']): string {
  const { params } = data as { readonly params?: object };
  return code === 'rest_invalid_param'
    ? `Invalid parameter(s): ${Object.keys(params ?? {}).join(', ')}`
    : message;
}

/**
 * Returns the answer for an error in a dialect. Answers with a status of 500 or more contain the request
 * id, with which an operator can find the log entry.
 */
export function errorAnswer(error: ServiceError, dialect: Dialect, requestId: string): PlainAnswer {
  const { status, body } = publicBody(error);
  const message = dialect.invalidParameters === 'named' ? namesOnly(body) : body.message;
  const data = status >= 500 ? { ...body.data, request_id: requestId } : body.data;
  return {
    status,
    headers: headersOf(error, status),
    body: { code: dialect.errorCode(body.code), message, data },
  };
}

/**
 * Logs an error. Failures of the gateway itself have the level `warn` or `error`. Errors below status 500, and
 * errors that a service has sent and logged, have the level `debug`.
 */
function log(logger: Logger, ctx: GatewayContext, error: ServiceError, status: number): void {
  const { requestId, route } = ctx.state;
  const isOwn = status >= 500 && error.cause !== undefined;
  const level = !isOwn ? 'debug' : error.code === 'service_internal' ? 'error' : 'warn';
  logger[level]({ requestId, route, method: ctx.method, err: error.cause ?? error }, error.code);
}

/**
 * Returns the middleware that answers every thrown error in the dialect of the mount
 * (docs/reference/README.md#errors).
 */
export function errors(mounts: Mounts, logger: Logger): GatewayMiddleware {
  return async (ctx, next) => {
    try {
      await next();
    } catch (thrown) {
      if (isAborted(thrown)) {
        ctx.res.statusCode = clientLeft;
        return;
      }
      const error = asServiceError(thrown);
      const { dialect } = ctx.state.mount ?? mounts.of(normalizedPath(ctx.path)).mount;
      const { requestId, cartKey } = ctx.state;
      const answer = errorAnswer(error, dialect, requestId);
      const wanted = bringsBearer(ctx.req) ? badToken : isOfBrowser(ctx.req) ? signInByToken : null;
      const challenge = answer.status === 401 && wanted !== null && { 'WWW-Authenticate': wanted };
      ctx.state.errorCode = error.code;
      log(logger, ctx, error, answer.status);
      send(ctx, {
        ...answer,
        headers: { ...answer.headers, ...challenge, ...(cartKey && keyHeaders(cartKey)) },
      });
    }
  };
}

/** Returns whether the client disconnected before the answer. Nobody would receive one, so nothing has failed. */
function isAborted(thrown: unknown): boolean {
  return thrown instanceof Error && (thrown as { type?: string }).type === 'request.aborted';
}

/** A route of the router whose path pattern matches the request. */
interface Matched {
  readonly path: string;
  readonly methods: readonly string[];
}

/**
 * Returns the middleware for requests that no route matched. For `OPTIONS`, the answer contains the allowed
 * methods of the path, and the result of `describe` for the first route of the path.
 */
export function noRoute(describe: (mount: Mount, path: string) => object): GatewayMiddleware {
  return (ctx) => {
    const { matched = [] } = ctx as unknown as { matched?: readonly Matched[] };
    const { mount } = ctx.state;
    const [first] = matched;
    if (ctx.method === 'HEAD' && matched.some(({ methods }) => methods.includes('GET'))) {
      // This GET route changes something, so the HEAD request does not run the route. The answer to HEAD has
      // no body and must not be cached.
      ctx.set('Cache-Control', 'no-store');
      ctx.status = 200;
      return;
    }
    if (ctx.method !== 'OPTIONS' || !first || !mount) throw refusal('rest_no_route', {});
    ctx.set('Allow', ['OPTIONS', ...new Set(matched.flatMap(({ methods }) => methods))].join(', '));
    ctx.type = 'json';
    ctx.body = JSON.stringify(describe(mount, first.path));
  };
}
