import type { IncomingMessage, ServerResponse } from 'node:http';
import { Encodings, encodingFor } from '../cache/encodings.ts';
import type { Entry, ResponseCache } from '../cache/response-cache.ts';
import { commonHeaders, jsonType, matchingTag, requestId, strictTransport } from '../http/answer.ts';
import { exposedHeaders, isAllowed } from '../http/cors.ts';
import { hasAuthorization } from '../http/credentials.ts';
import type { AnswerLabels, CacheOutcome, GatewayMetrics } from '../http/metrics.ts';
import { type Mounts, normalizedPath } from '../http/mounts.ts';
import type { TransportSecurity } from '../http/transport.ts';
import { headersByRoute, pageHeaders } from '../http/wordpress.ts';
import type { Answering } from '../overload/door.ts';
import type { Route } from './route.ts';

/** Dependencies of `CachedAnswers`. */
interface CachedDeps {
  readonly cache: Pick<ResponseCache, 'byTarget' | 'staleByTarget' | 'addEncoded'>;
  readonly metrics: GatewayMetrics;
  readonly transport: Pick<TransportSecurity, 'secure'>;
  readonly mounts: Mounts;
  readonly routes: readonly Route[];
  /** Origins that CORS allows; empty if CORS allows no origin. */
  readonly corsOrigins: readonly string[];
  /** Returns whether the process is stopping. */
  readonly closing: () => boolean;
}

/**
 * Headers and metric labels that are the same for all requests for a cached answer. In `headers`, each name is
 * followed by its value.
 */
interface Fixed {
  readonly headers: readonly string[];
  readonly labels: AnswerLabels;
  /** Whether the headers include `pageHeaders`, which the answers of a CoCart mount have. */
  readonly forPages: boolean;
}

/** An answer of the catalogue, and how caches may treat it. */
interface Written {
  readonly entry: Entry;
  readonly outcome: CacheOutcome;
  /** Whether only some callers may see the answer. */
  readonly isReserved?: boolean;
  /** `Cache-Control`; by default the usual value of the entry. */
  readonly cacheControl?: string;
  readonly id: string;
}

/** A request with its cached answer. `start` is the time of the request in milliseconds of the monotonic clock. */
interface FoundAnswer {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly entry: Entry;
  readonly start: number;
}

const exposed = ['Access-Control-Expose-Headers', exposedHeaders.join(',')];

/**
 * Writes the answers of the catalogue. Repeated reads are answered from the response cache before Koa, all others when
 * their route has made the answer.
 */
export class CachedAnswers {
  readonly #deps: CachedDeps;
  readonly #headersByRoute: ReturnType<typeof headersByRoute>;
  readonly #encodings: Encodings;
  readonly #fixed = new WeakMap<Entry, Fixed>();
  /** The answers that were found in this turn of the event loop and are not sent yet. */
  #found: FoundAnswer[] = [];

  constructor(deps: CachedDeps) {
    this.#deps = deps;
    this.#headersByRoute = headersByRoute(deps.routes);
    this.#encodings = new Encodings(deps.cache);
  }

  /** Returns a request listener that sends cached answers. `next` answers all other requests. */
  before(next: Answering): Answering {
    return async (request, response) => {
      const start = performance.now();
      const entry = this.#entryFor(request);
      if (!entry) {
        // The answers that were found must not wait for requests that take longer.
        this.#sendFound();
        await next(request, response);
        return;
      }
      this.#found.push({ request, response, entry, start });
      if (this.#found.length === 1) setImmediate(() => this.#sendFound());
    };
  }

  /**
   * Sends the cached answer to a request that is refused otherwise, while the cache may lack changes. Returns false if
   * no such answer may be sent.
   */
  sendStale(request: IncomingMessage, response: ServerResponse): boolean {
    const entry = this.#entryFor(request, 'staleByTarget');
    if (entry) this.#answer({ request, response, entry, start: performance.now() });
    return entry !== undefined;
  }

  /**
   * Sends the answers that were found in this turn of the event loop. A client on this machine, such as a proxy, then
   * wakes up once for all answers, because the answers are sent without a pause.
   */
  #sendFound(): void {
    const found = this.#found;
    this.#found = [];
    for (const answer of found) {
      try {
        this.#answer(answer);
      } catch (error) {
        // The other answers are still sent.
        answer.response.destroy(error as Error);
      }
    }
  }

  #answer({ request, response, entry, start }: FoundAnswer): void {
    const id = requestId(request.headers['x-request-id']);
    const labels = this.write(request, response, { entry, outcome: 'HIT', id });
    const { metrics } = this.#deps;
    metrics.cached('HIT');
    const milliseconds = performance.now() - start;
    metrics.answered({ ...labels, method: request.method ?? '' }, response.statusCode, milliseconds);
  }

  /**
   * Returns the cached answer for a request. Undefined if Koa must answer, because no answer is cached, the request has
   * credentials, `Prefer` or `_envelope`, the method is not GET or HEAD, or the process is stopping.
   */
  #entryFor(request: IncomingMessage, read: 'byTarget' | 'staleByTarget' = 'byTarget'): Entry | undefined {
    const { method, url = '', headers } = request;
    if (method !== 'GET' && method !== 'HEAD') return undefined;
    const isPlain = !hasAuthorization(request) && headers.prefer === undefined && !url.includes('_envelope');
    return isPlain && !this.#deps.closing() ? this.#deps.cache[read](url) : undefined;
  }

  /**
   * Sends an answer with all its headers. Sends status 304 if the client already has it, and a compressed body if the
   * cache has one. Headers of the same name that are already set are replaced. Returns labels for metrics.
   */
  write(request: IncomingMessage, response: ServerResponse, answer: Written): AnswerLabels {
    const { entry, outcome, isReserved = false, cacheControl = cacheControlOf(entry), id } = answer;
    const target = request.url ?? '';
    const fixed = this.#fixedOf(entry, target);
    const headers = [
      ...fixed.headers,
      ...['CoCart-Cache', outcome, 'X-Request-Id', id, 'Cache-Control', cacheControl],
      ...this.#connectionHeaders(request, fixed.forPages),
    ];
    // A request with `_skip_cache` has the outcome `SKIP` and must get a body, so the status is never 304. A
    // reserved answer also has the outcome `SKIP`, but its status may be 304.
    const mayMatch = request.headers['if-none-match'] !== undefined && (outcome !== 'SKIP' || isReserved);
    const tag = mayMatch ? matchingTag(request, entry.etag) : null;
    if (tag !== null) {
      response.writeHead(304, [...headers, 'ETag', tag]).end();
      return fixed.labels;
    }
    const encoding = outcome === 'HIT' ? encodingFor(request.headers['accept-encoding']) : null;
    const encoded = encoding && this.#encodings.of(target, entry, encoding);
    const bytes = encoded ?? entry.bytes;
    headers.push('Content-Type', jsonType, 'Content-Length', String(bytes.length));
    if (encoded)
      headers.push('Content-Encoding', encoding, 'ETag', `${entry.etag.slice(0, -1)}-${encoding}"`);
    else headers.push('ETag', entry.etag);
    response.writeHead(200, headers);
    response.end(request.method === 'HEAD' ? undefined : bytes);
    return fixed.labels;
  }

  #connectionHeaders(request: IncomingMessage, forPages: boolean): string[] {
    const { transport, corsOrigins, closing } = this.#deps;
    const { origin } = request.headers;
    const headers = transport.secure(request) ? ['Strict-Transport-Security', strictTransport] : [];
    if (closing()) headers.push('Connection', 'close');
    if (origin === undefined || !isAllowed(origin, corsOrigins)) return headers;
    headers.push('Access-Control-Allow-Origin', origin, 'Access-Control-Allow-Credentials', 'true');
    return forPages ? headers : headers.concat(exposed);
  }

  #fixedOf(entry: Entry, target: string): Fixed {
    const known = this.#fixed.get(entry);
    if (known) return known;
    const [path = ''] = target.split('?', 1);
    const { mount } = this.#deps.mounts.of(normalizedPath(path));
    const forPages = mount.dialect.headers !== 'own';
    const allow = this.#headersByRoute.get(entry.route)?.allow ?? '';
    const headers = [
      ...commonHeaders,
      ...(forPages ? [...pageHeaders, ['Allow', allow]] : []),
      ...Object.entries(entryHeaders(entry)),
    ].flat();
    const labels = { route: entry.route, method: '', mount: mount.prefix || '/' };
    const fixed = { headers, labels, forPages };
    this.#fixed.set(entry, fixed);
    return fixed;
  }
}

/** Seconds for which a shared cache may store an answer. */
const sharedSeconds = 30;
/**
 * Seconds after the end of `sharedSeconds` in which a shared cache may still serve the old answer, while it requests a
 * new answer.
 */
const staleSeconds = 60;
const usualControl = `public, max-age=0, s-maxage=${sharedSeconds}, stale-while-revalidate=${staleSeconds}`;

/**
 * Returns `Cache-Control` for a cached answer. A shared cache must not serve the answer after `holdsUntil`,
 * for example because a sale begins at this time and changes prices.
 */
export function cacheControlOf({ holdsUntil, age }: Entry): string {
  // A shared cache must revalidate a stale answer at each request.
  if (age > 0) return 'public, max-age=0, s-maxage=0';
  const seconds = Math.floor((holdsUntil - Date.now()) / 1_000);
  if (seconds > sharedSeconds + staleSeconds) return usualControl;
  return `public, max-age=0, s-maxage=${Math.max(0, Math.min(seconds, sharedSeconds))}`;
}

/** Returns the headers of a cached answer that are the same for all clients. */
export function entryHeaders({ headers, age }: Entry): Record<string, string> {
  const stale = { Warning: '110 - "Response is Stale"', Age: String(Math.ceil(age / 1_000)) };
  return {
    ...Object.fromEntries(headers),
    ...(age > 0 && stale),
    Vary: 'Authorization, Origin, Accept-Encoding, Prefer',
  };
}
