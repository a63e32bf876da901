import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { asServiceError, refusal, type ServiceError } from '#platform/errors/errors.ts';
import { fieldLabel, publicBody } from '#platform/sentences/errors.ts';
import { say } from '#platform/sentences/say.ts';
import type { Logger } from '#platform/service/logger.ts';
import type { Dialect } from '../views/shared/dialect.ts';
import { commonHeaders, keyHeaders, type PlainAnswer, rateHeaders, send } from './answer.ts';
import { isOfBrowser } from './cors.ts';
import { bringsBearer } from './credentials.ts';
import { type Mounts, normalizedPath } from './mounts.ts';
import type { GatewayContext, GatewayMiddleware } from './request-state.ts';

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
    ? say('rest_invalid_param.named', { names: Object.keys(params ?? {}).map(fieldLabel) })
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
export function errors(logger: Logger): GatewayMiddleware {
  return async (ctx, next) => {
    try {
      await next();
    } catch (thrown) {
      if (isAborted(thrown)) {
        ctx.res.statusCode = clientLeft;
        return;
      }
      const error = asServiceError(thrown);
      const { requestId, cartKey, mount } = ctx.state;
      const answer = errorAnswer(error, mount.dialect, requestId);
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

/** The error of Node's HTTP parser for an invalid request. */
export interface ParserError extends Error {
  readonly code?: string;
  /** The last bytes that the parser received. */
  readonly rawPacket?: Buffer;
}

/** Sends an answer to a request that the parser refused, and closes the connection. */
export type AnswerUnreadable = (error: ParserError, socket: Socket) => void;

/** Maximum number of bytes of a request's target and headers. */
export const maxHeaderBytes = 16_384;
/** The status for each error code of the parser; 400 for other codes. */
const statuses: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

function rawResponse(status: number, headers: readonly (readonly [string, string])[], body: string): string {
  const lines = [...headers, ['Content-Length', String(Buffer.byteLength(body))], ['Connection', 'close']];
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head}\r\n${body}`;
}

/** Returns the answer to a request whose target or headers are too long, in the dialect of the mount. */
function tooLong(mounts: Mounts, { rawPacket }: ParserError): string {
  const [, path = '/'] = /^[A-Z]+ ([^\s?]{1,200})/.exec(rawPacket?.toString('latin1', 0, 300) ?? '') ?? [];
  const error = refusal('service_request_headers_too_large', { maximum_bytes: maxHeaderBytes });
  const { headers, body } = errorAnswer(error, mounts.of(normalizedPath(path)).mount.dialect, '');
  const type = ['Content-Type', 'application/json; charset=utf-8'] as const;
  return rawResponse(431, [...commonHeaders, ...Object.entries(headers), type], JSON.stringify(body));
}

/**
 * Returns the function that answers requests which the parser refused. Only answers with status 431 (headers
 * too long) have a body, because a working client can cause this error and must learn the reason.
 */
export function unreadable(mounts: Mounts): AnswerUnreadable {
  return (error, socket) => {
    const status = statuses[error.code ?? ''] ?? 400;
    socket.write(status === 431 ? tooLong(mounts, error) : rawResponse(status, [], ''));
    socket.destroySoon();
  };
}
