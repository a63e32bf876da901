import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Dispatcher, Pool } from 'undici';
import { isConsumerKey } from '#contracts/api-keys.ts';
import { countOtherLogin } from '#contracts/login.ts';
import type { Caller } from '#platform/bus/caller.ts';
import { refusal, unavailable } from '#platform/errors/errors.ts';
import { networkOf } from '#platform/util/networks.ts';
import type { Identities } from '../caller/caller.ts';
import { credentialForm, credentialsInQuery, isAmbiguous, isForeignBasic } from '../http/credentials.ts';
import type { Mounts } from '../http/mounts.ts';
import type { GatewayContext, GatewayMiddleware } from '../http/request-state.ts';
import type { TransportSecurity } from '../http/transport.ts';
import {
  bringsLoginCookie,
  forwardedHeaders,
  isPlainPath,
  mayHavePassword,
  returnedHeaders,
} from './forwarding.ts';
import { isOwnToken, OwnCredentials } from './own-credentials.ts';
import { Places } from './places.ts';
import { linkedBody, RestLinks } from './rest-links.ts';

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
  /** Number of bytes of a request's body that are read before the request takes a place. */
  readonly readFirstBytes: number;
  readonly answerBytes: number;
  /** Maximum size of a JSON answer whose links are replaced, also after decompression. Larger ones are streamed. */
  readonly linkedBytes: number;
  /** Maximum number of connections to WordPress. Also the maximum number of forwarded requests in progress. */
  readonly connections: number;
  /** Number of requests in progress that each network can have while others need places (`Places`). */
  readonly ofNetwork: number;
  /** Maximum number of milliseconds that a request waits for a place. */
  readonly placeWaitMs: number;
}

export const upstreamLimits: UpstreamLimits = {
  silenceMs: 10_000,
  wholeMs: 60_000,
  payment: { silenceMs: 90_000, wholeMs: 120_000 },
  requestBytes: 8 * 1_048_576,
  readFirstBytes: 65_536,
  answerBytes: 32 * 1_048_576,
  linkedBytes: 2 * 1_048_576,
  connections: 64,
  ofNetwork: 8,
  placeWaitMs: 5_000,
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
  /** Origins that CORS allows. */
  readonly corsOrigins: readonly string[];
  readonly caller: Pick<Caller, 'request'>;
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

/** A request as WordPress gets it. */
interface Forwarded {
  readonly path: string;
  readonly headers: Record<string, string | string[]>;
  readonly body: Body;
  /** Aborts when the client leaves. */
  readonly left: AbortSignal;
  /** Called with the status of the answer before the client gets it. */
  readonly answered: (status: number) => Promise<void>;
}

/** The middleware that forwards requests, and a function that closes its connections. */
interface Upstream {
  readonly middleware: GatewayMiddleware;
  close(): Promise<void>;
}

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
const root = '/wp-json/';
/** Milliseconds in which the auth service must count a failed login. */
const countDeadlineMs = 1_300;

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
  const publicHost = new URL(deps.publicUrl).host;
  const { ofNetwork, placeWaitMs: waitMs } = deps.limits;
  const places = new Places({ most: connections, ofNetwork, waitMs });
  const isInside = (path: string) => deps.namespaces.some((one) => `${path}/`.startsWith(`${root}${one}/`));
  const isForwarded = ({ path, method }: GatewayContext) => {
    if (!isInside(path) || !methods.includes(method)) return false;
    const { mount, inside } = deps.mounts.of(path);
    return inside === null || mount.prefix === '';
  };

  const headersFor = (ctx: GatewayContext, headers: IncomingHttpHeaders) =>
    forwardedHeaders(headers, {
      authorization: headers.authorization,
      // The gateway reads the answer, and can decompress only this form.
      'accept-encoding': ctx.acceptsEncodings('gzip', 'identity') === 'gzip' ? 'gzip' : undefined,
      'x-forwarded-for': deps.transport.clientAddress(ctx.req),
      'x-forwarded-proto': deps.transport.secure(ctx.req) ? 'https' : 'http',
      'x-forwarded-host': publicHost,
    });
  const serve = async (ctx: GatewayContext, left: AbortSignal) => {
    const address = deps.transport.clientAddress(ctx.req);
    const { query, headers } = await withoutOwnCredentials(ctx, deps, own);
    const body = await Body.read(ctx.req, deps.limits);
    const count = (failed: boolean) => countLogin(deps.caller, { address, failed }, ctx.state.requestId);
    const hasPassword = bringsPassword(ctx, body);
    if (hasPassword) await count(false);
    const giveBack = await places.take(networkOf(address), left);
    try {
      await forward(ctx, wordPress, {
        ...{ body, left, path: `${base}${ctx.path}${query === '' ? '' : `?${query}`}` },
        headers: headersFor(ctx, headers),
        async answered(status) {
          // WordPress's answer is sent even if the failure cannot be counted.
          if (hasPassword && (status === 401 || status === 403)) await count(true).catch(() => undefined);
        },
      });
    } finally {
      giveBack();
    }
  };

  return {
    async middleware(ctx, next) {
      if (!isForwarded(ctx)) return next();
      ctx.state.route = '/upstream';
      if (!isPlainPath(ctx.path) || /[^\x21-\x7e]/.test(ctx.querystring)) throw refusal('rest_no_route', {});
      const left = new AbortController();
      const leave = () => left.abort();
      ctx.res.once('close', leave);
      if (ctx.res.closed) leave();
      try {
        await serve(ctx, left.signal);
      } catch (error) {
        // Nobody gets an answer, so nothing has failed.
        const hasLeft = left.signal.aborted || ctx.req.errored !== null;
        throw hasLeft ? Object.assign(new Error(), { type: 'request.aborted' }) : error;
      } finally {
        ctx.res.off('close', leave);
      }
    },
    close: () => wordPress.pool.destroy(),
  };
}

/**
 * Returns the query and headers of a request, without credentials that this service issued.
 *
 * @throws ServiceError `service_https_required` for credentials over plain HTTP, `service_authentication_error` for
 * several `Authorization` headers, `service_foreign_origin` for a change with Basic credentials that a page of another
 * site has caused, and the errors of `OwnCredentials.removedFrom`
 */
async function withoutOwnCredentials(
  ctx: GatewayContext,
  { transport, corsOrigins }: UpstreamDeps,
  own: OwnCredentials,
): Promise<{ query: string; headers: IncomingHttpHeaders }> {
  const { req, querystring, state } = ctx;
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
  if (isAmbiguous(req)) throw refusal('service_authentication_error', {});
  if (!new Outcome(ctx).isHarmless && isForeignBasic(req, corsOrigins))
    throw refusal('service_foreign_origin', {});
  const { requestId, deadline } = state;
  const details = { requestId, deadline, address: transport.clientAddress(req) };
  return own.removedFrom({ headers: req.headers, query: querystring }, details);
}

/** Returns whether a request may log in with a password: in the header, the query or the body. */
function bringsPassword({ req, querystring }: GatewayContext, body: Body): boolean {
  const inHeader = credentialForm(req, '', 'ignored');
  const isPassword = inHeader.kind === 'secret' && !isConsumerKey(inHeader.identifier);
  return isPassword || mayHavePassword(querystring) || body.mayHavePassword;
}

/**
 * Counts a failed login at WordPress like a failed login at this service. With `failed` false, only looks at the limit.
 *
 * @throws ServiceError `service_rate_limited` over the limit, `service_unavailable`
 */
async function countLogin(
  caller: Pick<Caller, 'request'>,
  login: { readonly address: string; readonly failed: boolean },
  requestId: string,
): Promise<void> {
  const context = { requestId, deadline: Date.now() + countDeadlineMs, claim: null };
  await caller.request(countOtherLogin, login, context);
}

/**
 * Sends a request to WordPress, and sends the answer to the client. @throws ServiceError if the request
 * fails before the gateway sends the answer
 */
async function forward(ctx: GatewayContext, wordPress: WordPress, request: Forwarded): Promise<void> {
  const { limits, pool, unsent } = wordPress;
  const { path, headers, left, answered } = request;
  const outcome = new Outcome(ctx);
  const { silenceMs, wholeMs } = outcome.isPayment ? limits.payment : limits;
  try {
    const answer = await pool.request({
      ...{ path, headers, headersTimeout: silenceMs, bodyTimeout: silenceMs },
      method: ctx.method as Dispatcher.HttpMethod,
      body: request.body.content,
      signal: AbortSignal.any([left, AbortSignal.timeout(wholeMs)]),
    });
    if (Number(answer.headers['content-length'] ?? 0) > limits.answerBytes) {
      answer.body.destroy();
      throw new Error('an answer of UPSTREAM_URL is too large');
    }
    await answered(answer.statusCode);
    await answerWith(ctx, answer, wordPress, outcome);
  } catch (error) {
    throw outcome.unanswered(error, !unsent.has(error as Error));
  }
}

/** The body of a request, of which the beginning has been read. */
class Body {
  /** What WordPress gets; null without a body. */
  readonly content: Buffer | Readable | null;
  /** Whether the body may contain a password. A body that cannot be read here may. */
  readonly mayHavePassword: boolean;

  private constructor(content: Body['content'], mayContain: boolean) {
    this.content = content;
    this.mayHavePassword = mayContain;
  }

  /**
   * Reads a body of up to `readFirstBytes`, or the beginning of a larger one.
   *
   * @throws ServiceError `service_request_too_large` for a body of more than `requestBytes`
   */
  static async read(
    request: IncomingMessage,
    { requestBytes, readFirstBytes }: Pick<UpstreamLimits, 'requestBytes' | 'readFirstBytes'>,
  ): Promise<Body> {
    const {
      'content-length': length,
      'transfer-encoding': chunked,
      'content-encoding': coding,
    } = request.headers;
    const tooLarge = () => refusal('service_request_too_large', { maximum_bytes: requestBytes });
    if (Number(length ?? 0) > requestBytes) throw tooLarge();
    if (chunked === undefined && (length === undefined || length === '0')) return new Body(null, false);
    // The request itself stays whole when the reading ends, so that it can still be answered.
    const iterator: AsyncIterator<Buffer> = request.iterator({ destroyOnReturn: false });
    const chunks: Buffer[] = [];
    let bytes = 0;
    const next = async () => {
      const { done, value } = await iterator.next();
      if (done) return null;
      bytes += value.length;
      if (bytes > requestBytes) throw tooLarge();
      return value;
    };
    while (bytes <= readFirstBytes) {
      const chunk = await next();
      if (chunk === null) {
        const whole = Buffer.concat(chunks);
        return new Body(whole, coding !== undefined || mayHavePassword(whole.toString('latin1')));
      }
      chunks.push(chunk);
    }
    const content = async function* () {
      yield Buffer.concat(chunks);
      for (let chunk = await next(); chunk !== null; chunk = await next()) yield chunk;
    };
    return new Body(Readable.from(content(), { objectMode: false }), true);
  }
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
  writeHead(ctx, statusCode, { ...headers, ...links.headers(), ...length }, wordPress, outcome);
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
  { url }: WordPress,
  { isHarmless }: Outcome,
): void {
  const { res } = ctx;
  const { origin } = new URL(url);
  // `RestLinks` decides about links. No other header names the address of WordPress to clients.
  const isInner = (name: string, value: string | string[]) =>
    name !== 'link' && String(value).includes(origin);
  ctx.respond = false;
  res.statusCode = status;
  // With such a status, a proxy in front of WordPress says that it got no answer. Only 503 says that nothing was done.
  const isUnknown = !isHarmless && status >= 500 && status !== 503;
  for (const [name, value] of returnedHeaders(headers)) {
    if (name === 'vary') ctx.vary(String(value));
    else if (name === 'retry-after' && isUnknown) continue;
    else if (isInner(name, value)) continue;
    else if (!res.hasHeader(name)) res.setHeader(name, value);
  }
}

/** What a request does in WordPress if WordPress carries it out. */
type Effect = 'none' | 'change' | 'order';

/** The answer to a request that WordPress received but did not answer in time. */
const reads = ['GET', 'HEAD', 'OPTIONS'];
/** Paths of the Store API that place or pay an order. WordPress ignores case in paths. */
const checkout = /^\/wp-json\/wc\/store\/(?:v\d+\/)?checkout(?:\/|$)/i;
/** The path of several requests of the Store API in one, which may place an order too. */
const batch = /^\/wp-json\/wc\/store\/(?:v\d+\/)?batch(?:\/|$)/i;

/** A request to WordPress, as far as its outcome matters. The path can be decoded (`isPlainPath`). */
class Outcome {
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
    return refusal('service_upstream_timeout', this.#effect === 'change' ? {} : { reason: this.#effect }, {
      cause,
    });
  }
}
