import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Dispatcher, Pool } from 'undici';
import { refusal, unavailable } from '#platform/errors/errors.ts';
import type { GatewayContext, GatewayMiddleware } from '../edge/request-state.ts';
import type { TransportSecurity } from '../edge/transport.ts';
import { credentialForm, credentialsInQuery } from '../identity/credential-forms.ts';
import type { Identities } from '../identity/identities.ts';
import type { Mounts } from '../routing/mounts.ts';
import {
  bringsLoginCookie,
  forwardedHeaders,
  isPlainPath,
  returnedHeaders,
  withoutParameters,
} from './forwarding.ts';
import { isOwnToken, OwnCredentials } from './own-credentials.ts';
import { linkedBody, RestLinks } from './rest-links.ts';
import { Outcome } from './unanswered.ts';

/** How long the gateway waits for an answer of WordPress, in milliseconds. */
interface Waits {
  /** Maximum time until the answer begins, and between two chunks of the answer. */
  readonly silenceMs: number;
  /** Maximum time until the answer is complete. */
  readonly wholeMs: number;
}

/** Limits of forwarded requests. */
export interface UpstreamLimits extends Waits {
  /** The times for requests that may pay an order, because a payment can take long. */
  readonly payment: Waits;
  readonly requestBytes: number;
  readonly answerBytes: number;
  /** Maximum size of a JSON answer whose links are replaced, also after decompression. Larger ones are streamed. */
  readonly linkedBytes: number;
  /** Maximum number of connections to WordPress. Also the maximum number of forwarded requests in progress. */
  readonly connections: number;
}

export const upstreamLimits: UpstreamLimits = {
  silenceMs: 10_000,
  wholeMs: 60_000,
  payment: { silenceMs: 90_000, wholeMs: 120_000 },
  requestBytes: 8 * 1_048_576,
  answerBytes: 32 * 1_048_576,
  linkedBytes: 2 * 1_048_576,
  connections: 64,
};

/** Dependencies of `upstream`. */
export interface UpstreamDeps {
  /** Address of WordPress, without a trailing slash. */
  readonly url: string;
  /** Address of the gateway for clients, without a trailing slash. */
  readonly publicUrl: string;
  /** Namespaces whose requests are forwarded, such as `wc/v3`. */
  readonly namespaces: readonly string[];
  readonly mounts: Mounts;
  readonly transport: TransportSecurity;
  readonly identities: Pick<Identities, 'of'>;
  readonly limits: UpstreamLimits;
}

/** The WordPress behind the gateway. */
interface WordPress extends Pick<UpstreamDeps, 'publicUrl' | 'limits'> {
  /** Address of WordPress, without a trailing slash. */
  readonly url: string;
  /** Returns whether the gateway answers or forwards requests with this path below `/wp-json`. */
  readonly isServed: (path: string) => boolean;
  readonly pool: Pool;
  /** Errors of requests that were not sent, because the gateway got no connection. */
  readonly unsent: WeakSet<Error>;
}

/** The middleware that forwards requests, and a function that closes its connections. */
interface Upstream {
  readonly middleware: GatewayMiddleware;
  close(): Promise<void>;
}

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
const root = '/wp-json/';
const keyPair = ['consumer_key', 'consumer_secret'];

/**
 * Returns the middleware that forwards requests of the given namespaces to the WordPress behind the shop
 * (docs/moving.md#the-rest-of-wordpress). The gateway's own mounts have precedence. The gateway passes
 * redirects to the client, because the gateway itself connects only to the configured address.
 */
export function upstream(deps: UpstreamDeps): Upstream {
  const { origin, pathname } = new URL(deps.url);
  const base = pathname === '/' ? '' : pathname;
  const { answerBytes, connections, silenceMs } = deps.limits;
  const wordPress: WordPress = {
    ...deps,
    url: origin + base,
    isServed: (path) => `${path}/` === root || path === root || isInside(path),
    pool: new Pool(origin, { connections, connect: { timeout: silenceMs }, maxResponseSize: answerBytes }),
    unsent: new WeakSet(),
  };
  // The pool reports a failed connection with the error that the waiting request gets.
  wordPress.pool.on('connectionError', (_origin, _targets, error) => wordPress.unsent.add(error));
  const own = new OwnCredentials(deps.identities);
  let running = 0;
  const isInside = (path: string) => deps.namespaces.some((one) => `${path}/`.startsWith(`${root}${one}/`));
  const isForwarded = ({ path, method }: GatewayContext) => {
    if (!isInside(path) || !methods.includes(method)) return false;
    const { mount, inside } = deps.mounts.of(path);
    return inside === null || mount.prefix === '';
  };

  return {
    async middleware(ctx, next) {
      if (!isForwarded(ctx)) return next();
      ctx.state.route = '/upstream';
      if (!isPlainPath(ctx.path) || /[^\x21-\x7e]/.test(ctx.querystring)) throw refusal('rest_no_route', {});
      const { query, authorization } = await withoutOwnCredentials(ctx, deps, own);
      if (running >= connections) throw unavailable('too many requests wait for UPSTREAM_URL');
      running += 1;
      try {
        const path = `${base}${ctx.path}${query === '' ? '' : `?${query}`}`;
        const headers = forwardedHeaders(ctx.req.headers, {
          authorization,
          // The gateway reads the answer, and can decompress only this form.
          'accept-encoding': ctx.acceptsEncodings('gzip', 'identity') === 'gzip' ? 'gzip' : undefined,
          'x-forwarded-for': deps.transport.clientAddress(ctx.req),
          'x-forwarded-proto': deps.transport.secure(ctx.req) ? 'https' : 'http',
          'x-forwarded-host': ctx.req.headers.host,
        });
        await forward(ctx, wordPress, { path, headers });
      } finally {
        running -= 1;
      }
    },
    close: () => wordPress.pool.destroy(),
  };
}

/**
 * Returns the query and the `Authorization` header of a request, without credentials that this service
 * issued.
 *
 * @throws ServiceError `service_https_required` for credentials over plain HTTP, and the errors of
 * `OwnCredentials.has`
 */
async function withoutOwnCredentials(
  { req, querystring, state: { requestId } }: GatewayContext,
  { transport }: UpstreamDeps,
  own: OwnCredentials,
): Promise<{ query: string; authorization: string | undefined }> {
  const inHeader = credentialForm(req, '', 'ignored');
  const inQuery = credentialsInQuery(querystring);
  const isOurs = inHeader.kind === 'bearer' && isOwnToken(inHeader.token);
  // Nobody knows how long a token or a cookie of WordPress is valid, and whether it can be revoked. So the rule is that
  // of passwords.
  const isSecret =
    (inHeader.kind !== 'none' && !isOurs) ||
    inQuery.kind !== 'none' ||
    bringsLoginCookie(req.headers, querystring);
  const isRefused =
    (isSecret && !transport.secretMayTravel(req)) || (isOurs && !transport.bearerMayTravel(req));
  if (isRefused) throw refusal('service_https_required', {});
  const details = { requestId, address: transport.clientAddress(req) };
  const isOwnQuery = await own.has(inQuery, details);
  const isOwnHeader = await own.has(inHeader, details);
  return {
    query: withoutParameters(querystring, ['cart_key', ...(isOwnQuery ? keyPair : [])]),
    authorization: isOwnHeader ? undefined : req.headers.authorization,
  };
}

/**
 * Sends a request to WordPress, and sends the answer to the client. @throws ServiceError if the request
 * fails before the gateway sends the answer
 */
async function forward(
  ctx: GatewayContext,
  wordPress: WordPress,
  { path, headers }: { readonly path: string; readonly headers: Record<string, string | string[]> },
): Promise<void> {
  const { limits, pool, unsent } = wordPress;
  const outcome = new Outcome(ctx);
  const { silenceMs, wholeMs } = outcome.isPayment ? limits.payment : limits;
  const disconnected = new AbortController();
  const abort = () => disconnected.abort();
  ctx.res.once('close', abort);
  try {
    const answer = await pool.request({
      ...{ path, headers, headersTimeout: silenceMs, bodyTimeout: silenceMs },
      method: ctx.method as Dispatcher.HttpMethod,
      body: bodyOf(ctx.req, limits.requestBytes),
      signal: AbortSignal.any([disconnected.signal, AbortSignal.timeout(wholeMs)]),
    });
    if (Number(answer.headers['content-length'] ?? 0) > limits.answerBytes) {
      answer.body.destroy();
      throw new Error('an answer of UPSTREAM_URL is too large');
    }
    await answerWith(ctx, answer, wordPress, outcome);
  } catch (error) {
    throw outcome.unanswered(error, !unsent.has(error as Error));
  } finally {
    ctx.res.off('close', abort);
  }
}

/**
 * Returns the body of a request; null if the request has no body. @throws ServiceError
 * `service_request_too_large` for a body of more than `maxBytes`
 */
function bodyOf(request: IncomingMessage, maxBytes: number): Readable | null {
  const { 'content-length': length, 'transfer-encoding': chunked } = request.headers;
  const tooLarge = () => refusal('service_request_too_large', { maximum_bytes: maxBytes });
  if (Number(length ?? 0) > maxBytes) throw tooLarge();
  if (length === undefined && chunked === undefined) return null;
  let bytes = 0;
  // The body passes through a second stream. If the body is too large, only the second stream fails, so the request
  // can still be answered.
  return request.pipe(
    new Transform({
      transform(chunk: Buffer, _encoding, done) {
        bytes += chunk.length;
        if (bytes > maxBytes) done(tooLarge());
        else done(null, chunk);
      },
    }),
  );
}

/**
 * Sends WordPress's answer to the client, with the gateway's addresses in its links. A JSON body is sent when it is
 * complete, any other body while it arrives.
 */
async function answerWith(
  ctx: GatewayContext,
  answer: Dispatcher.ResponseData,
  wordPress: WordPress,
  outcome: Outcome,
): Promise<void> {
  const { statusCode, headers } = answer;
  const links = new RestLinks(wordPress, answer);
  const { body, replaced } = await linkedBody(answer, links, wordPress.limits.linkedBytes);
  const length = replaced === null ? {} : { 'content-length': String(replaced.length) };
  writeHead(ctx, statusCode, { ...headers, ...links.headers(), ...length }, outcome);
  // If streaming fails, the gateway closes the connection to the client. The client then knows that the
  // answer is incomplete.
  await pipeline(replaced === null ? body : [replaced], ctx.res).catch(() => ctx.res.destroy());
}

/**
 * Writes the status and headers of WordPress's answer. Headers that the gateway has already set keep their
 * values.
 */
function writeHead(
  ctx: GatewayContext,
  status: number,
  headers: IncomingHttpHeaders,
  { isHarmless }: Outcome,
): void {
  const { res } = ctx;
  ctx.respond = false;
  res.statusCode = status;
  // With such a status, a proxy in front of WordPress says that it got no answer. Only 503 says that nothing was done.
  const isUnknown = !isHarmless && status >= 500 && status !== 503;
  for (const [name, value] of returnedHeaders(headers)) {
    if (name === 'vary') ctx.vary(String(value));
    else if (name === 'retry-after' && isUnknown) continue;
    else if (!res.hasHeader(name)) res.setHeader(name, value);
  }
}
