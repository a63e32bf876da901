import type { IncomingMessage } from 'node:http';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Dispatcher, Pool } from 'undici';
import { refusal, unavailable } from '#platform/errors/errors.ts';
import type { GatewayContext, GatewayMiddleware } from '../edge/request-state.ts';
import type { TransportSecurity } from '../edge/transport.ts';
import { credentialForm, credentialsInQuery } from '../identity/credential-forms.ts';
import type { Identities } from '../identity/identities.ts';
import type { Mounts } from '../routing/mounts.ts';
import { forwardedHeaders, isPlainPath, returnedHeaders, withoutParameters } from './forwarding.ts';
import { OwnCredentials } from './own-credentials.ts';

/** The limits of forwarded requests. */
export interface UpstreamLimits {
  /** Milliseconds until the answer begins, and between two parts of it. */
  readonly silenceMs: number;
  /** Milliseconds for the whole answer. */
  readonly wholeMs: number;
  readonly requestBytes: number;
  readonly answerBytes: number;
  /** Maximum number of connections, and of requests under way. */
  readonly connections: number;
}

export const upstreamLimits: UpstreamLimits = {
  silenceMs: 10_000,
  wholeMs: 60_000,
  requestBytes: 8 * 1_048_576,
  answerBytes: 32 * 1_048_576,
  connections: 64,
};

/** Dependencies of the upstream. */
export interface UpstreamDeps {
  /** Address of the WordPress, without a trailing slash. */
  readonly url: string;
  /** `wc/store/v1` */
  readonly namespaces: readonly string[];
  readonly mounts: Mounts;
  readonly transport: TransportSecurity;
  readonly identities: Pick<Identities, 'of'>;
  readonly limits: UpstreamLimits;
}

/** The middleware, and a function that closes its connections. */
interface Upstream {
  readonly middleware: GatewayMiddleware;
  close(): Promise<void>;
}

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
const root = '/wp-json/';
const keyPair = ['consumer_key', 'consumer_secret'];

/**
 * Forwards requests of the named namespaces to the WordPress behind the shop (docs/moving.md#the-rest-of-wordpress).
 * The gateway's own mounts have precedence. The address is fixed; redirects are returned to the client.
 */
export function upstream(deps: UpstreamDeps): Upstream {
  const { origin, pathname } = new URL(deps.url);
  const base = pathname === '/' ? '' : pathname;
  const { silenceMs, answerBytes, connections } = deps.limits;
  const pool = new Pool(origin, {
    connections,
    connect: { timeout: silenceMs },
    headersTimeout: silenceMs,
    bodyTimeout: silenceMs,
    maxResponseSize: answerBytes,
  });
  const own = new OwnCredentials(deps.identities);
  let underWay = 0;
  const isPassedOn = ({ path, method }: GatewayContext) =>
    path.startsWith(root) &&
    methods.includes(method) &&
    deps.mounts.of(path).mount.prefix === '' &&
    deps.namespaces.some((one) => `${path}/`.startsWith(`${root}${one}/`));

  return {
    async middleware(ctx, next) {
      if (!isPassedOn(ctx)) return next();
      ctx.state.route = '/upstream';
      if (!isPlainPath(ctx.path) || /[^\x21-\x7e]/.test(ctx.querystring)) throw refusal('rest_no_route', {});
      const { query, authorization } = await allowed(ctx, deps, own);
      if (underWay >= connections) throw unavailable('too many requests wait for UPSTREAM_URL');
      underWay += 1;
      try {
        const path = `${base}${ctx.path}${query === '' ? '' : `?${query}`}`;
        const headers = forwardedHeaders(ctx.req.headers, {
          authorization,
          'x-forwarded-for': deps.transport.clientAddress(ctx.req),
          'x-forwarded-proto': deps.transport.secure(ctx.req) ? 'https' : 'http',
          'x-forwarded-host': ctx.req.headers.host,
        });
        await pass(ctx, pool, { path, headers }, { ...deps, url: origin + base });
      } finally {
        underWay -= 1;
      }
    },
    close: () => pool.destroy(),
  };
}

/**
 * Returns the query and the `Authorization` header without credentials of ours.
 *
 * @throws ServiceError `service_https_required` as on our own routes, and errors of `OwnCredentials`
 */
async function allowed(
  { req, querystring, state: { requestId } }: GatewayContext,
  { transport }: UpstreamDeps,
  own: OwnCredentials,
): Promise<{ query: string; authorization: string | undefined }> {
  const inHeader = credentialForm(req, '', 'ignored');
  const inQuery = credentialsInQuery(querystring);
  const isSecret = inHeader.kind === 'secret' || inQuery.kind === 'secret';
  const isRefused =
    (isSecret && !transport.secretMayTravel(req)) ||
    (inHeader.kind === 'bearer' && !transport.bearerMayTravel(req));
  if (isRefused) throw refusal('service_https_required', {});
  const asking = { requestId, address: transport.clientAddress(req) };
  const isOwnQuery = await own.has(inQuery, asking);
  const isOwnHeader = await own.has(inHeader, asking);
  return {
    query: withoutParameters(querystring, ['cart_key', ...(isOwnQuery ? keyPair : [])]),
    authorization: isOwnHeader ? undefined : req.headers.authorization,
  };
}

/**
 * Sends a request to the upstream, and streams its answer to the client. @throws ServiceError until the answer begins
 */
async function pass(
  ctx: GatewayContext,
  pool: Pool,
  { path, headers }: { readonly path: string; readonly headers: Record<string, string | string[]> },
  { limits, url }: Pick<UpstreamDeps, 'limits' | 'url'>,
): Promise<void> {
  const left = new AbortController();
  const leave = () => left.abort();
  ctx.res.once('close', leave);
  const signal = AbortSignal.any([left.signal, AbortSignal.timeout(limits.wholeMs)]);
  try {
    const body = bodyOf(ctx.req, limits.requestBytes);
    const method = ctx.method as Dispatcher.HttpMethod;
    const answer = await pool.request({ path, method, headers, body, signal }).catch(notAnswered);
    if (Number(answer.headers['content-length'] ?? 0) > limits.answerBytes) {
      answer.body.destroy();
      throw unavailable('an answer of UPSTREAM_URL is too large');
    }
    begin(ctx, answer, url);
    // A failure ends the connection, so that the client does not take a part for the whole.
    await pipeline(answer.body, ctx.res).catch(() => ctx.res.destroy());
  } finally {
    ctx.res.off('close', leave);
  }
}

/** Returns the body of a request up to a limit; null without one. @throws ServiceError `service_request_too_large` */
function bodyOf(request: IncomingMessage, mostBytes: number): Readable | null {
  const { 'content-length': length, 'transfer-encoding': chunked } = request.headers;
  const tooLarge = () => refusal('service_request_too_large', { maximum_bytes: mostBytes });
  if (Number(length ?? 0) > mostBytes) throw tooLarge();
  if (length === undefined && chunked === undefined) return null;
  let bytes = 0;
  // A separate stream: if it fails, the request can still be answered.
  return request.pipe(
    new Transform({
      transform(piece: Buffer, _encoding, done) {
        bytes += piece.length;
        if (bytes > mostBytes) done(tooLarge());
        else done(null, piece);
      },
    }),
  );
}

/** @throws ServiceError for a request that got no answer */
function notAnswered(error: unknown): never {
  const { code = '', name = '' } = error as { code?: string; name?: string };
  if (code.startsWith('service_')) throw error;
  if (code.endsWith('_TIMEOUT') || name === 'TimeoutError')
    throw refusal('service_upstream_timeout', {}, { cause: error });
  throw unavailable(error);
}

/** Writes status and headers. Headers that the gateway has set stay. */
function begin(ctx: GatewayContext, { statusCode, headers }: Dispatcher.ResponseData, url: string): void {
  const { res } = ctx;
  ctx.respond = false;
  res.statusCode = statusCode;
  for (const [name, value] of returnedHeaders(headers)) {
    if (name === 'vary') ctx.vary(String(value));
    else if (!res.hasHeader(name)) res.setHeader(name, value);
  }
  const location = String(headers.location ?? '');
  if (location.startsWith(`${url}/`)) res.setHeader('location', location.slice(url.length));
  const exposed = headers['access-control-expose-headers'];
  if (res.hasHeader('Access-Control-Allow-Origin') && exposed !== undefined) {
    const ours = res.getHeader('Access-Control-Expose-Headers');
    res.setHeader('Access-Control-Expose-Headers', [ours, exposed].flat().filter(Boolean).join(', '));
  }
}
