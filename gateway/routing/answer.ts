import type { Entry } from '../cache/response-cache.ts';
import { isOfProducts, serializedProducts } from '../cache/serialized-products.ts';
import { jsonType, matchingTag } from '../http/answer.ts';
import { pickFields, readFields } from '../http/fields.ts';
import type { CacheOutcome } from '../http/metrics.ts';
import type { Mount } from '../http/mounts.ts';
import type { GatewayContext } from '../http/request-state.ts';
import { present } from '../views/shared/dialect.ts';
import type { PartsOf, ViewOf } from '../views/shared/views.ts';
import { type Listed, neighbourPages, pagingHeaders } from './paging.ts';
import type { Answer, Prepared, Route } from './route.ts';

/** A request, its route and its checked parameters, from which `bodyOf` and `headersOf` make the answer. */
export interface Rendered {
  readonly route: Route;
  readonly prepared: Prepared;
  readonly request: { readonly mount: Mount };
}

/**
 * Returns the body of an answer: the view in the dialect of the mount, with only the requested fields. Returns
 * `ReadyJson` for a body that exists as bytes of JSON.
 */
export function bodyOf(answer: Pick<Answer, 'view' | 'paging'>, rendered: Rendered): unknown {
  const { mount } = rendered.request;
  const { prepared } = rendered;
  const { view, paging } = answer;
  if ('body' in view) return view.body;
  const fields = readFields(...prepared.fields);
  if (isOfProducts(view)) return serializedProducts(withNeighbours(view, paging, rendered), fields, mount);
  const body = present(view, mount.dialect, mount.links);
  // The handler of a batch has already selected the fields of each answer in the batch.
  if (!fields || view.name === 'batch' || view.name === 'batchRefused') return body;
  return pickFields(body, fields);
}

/**
 * Returns the headers of an answer: the headers that the handler set, `Location` for a new resource, and the
 * paging headers of a list.
 */
export function headersOf(
  answer: Answer,
  { route, prepared, request }: Rendered,
): Readonly<Record<string, string>> {
  const { paging, location } = answer;
  const headers = {
    ...answer.headers,
    ...(location !== undefined && { Location: request.mount.links.resource(location) }),
  };
  if (!paging) return headers;
  return { ...headers, ...pagingHeaders(paging, listed({ route, prepared, request })) };
}

/** Returns the view of the answer. A page of products also gets the addresses of the previous and the next page. */
function withNeighbours(
  view: ViewOf<keyof PartsOf>,
  paging: Answer['paging'],
  rendered: Rendered,
): ViewOf<keyof PartsOf> {
  if (view.name !== 'productsV2' || !paging) return view;
  const { name, data } = view;
  return { name, data: data.with({ neighbourPages: neighbourPages(paging, listed(rendered)) }) };
}

/** Returns the address and the parameters of the list that the client requested. */
function listed({ route, prepared, request }: Rendered): Listed {
  const { params, query: parameters } = prepared.declared;
  const address = request.mount.links.resource(pathOf(route, params));
  return { address, parameters, given: prepared.given };
}

/**
 * Returns the path of a request with the values of the path parameters, such as `v2/products/7`, without the
 * first slash.
 */
function pathOf({ path }: Route, params: Readonly<Record<string, unknown>>): string {
  return path.slice(1).replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
}

/** Seconds for which a shared cache may store an answer. */
const sharedSeconds = 30;
/**
 * Seconds after the end of `sharedSeconds` in which a shared cache may still serve the old answer, while it requests a
 * new answer.
 */
const staleSeconds = 60;
const cacheControl = `public, max-age=0, s-maxage=${sharedSeconds}, stale-while-revalidate=${staleSeconds}`;
const vary = 'Authorization, Origin, Accept-Encoding, Prefer';

/**
 * Returns `Cache-Control` for a cached answer. A shared cache must not serve the answer after `holdsUntil`,
 * for example because a sale begins at this time and changes prices.
 */
export function cacheControlOf({ holdsUntil, age }: Entry): string {
  // A shared cache must revalidate a stale answer at each request.
  if (age > 0) return 'public, max-age=0, s-maxage=0';
  const seconds = Math.floor((holdsUntil - Date.now()) / 1_000);
  if (seconds > sharedSeconds + staleSeconds) return cacheControl;
  return `public, max-age=0, s-maxage=${Math.max(0, Math.min(seconds, sharedSeconds))}`;
}

/** Returns the headers of a cached answer that are the same for all clients. */
export function entryHeaders({ headers, age }: Entry, outcome: CacheOutcome): Record<string, string> {
  const stale = { Warning: '110 - "Response is Stale"', Age: String(Math.ceil(age / 1_000)) };
  return {
    ...Object.fromEntries(headers),
    ...(age > 0 && stale),
    Vary: vary,
    'CoCart-Cache': outcome,
  };
}

/** An answer from the response cache, or a new answer that the cache may have stored. */
export interface CachedAnswer {
  readonly entry: Entry;
  readonly outcome: CacheOutcome;
  /** Whether only some callers may see the answer. No cache may store a reserved answer. */
  readonly reserved?: boolean;
}

const reservedControl = 'private, no-store';

/** Sends the bytes of a cached answer, or status 304 if the client already has these bytes. */
export function sendEntry(ctx: GatewayContext, { entry, outcome, reserved = false }: CachedAnswer): void {
  const { req, res } = ctx;
  for (const [name, value] of Object.entries(entryHeaders(entry, outcome))) res.setHeader(name, value);
  res.setHeader('Cache-Control', reserved ? reservedControl : cacheControlOf(entry));
  // A request with `_skip_cache` has the outcome `SKIP` and must get a body, so the status is never 304. A
  // reserved answer also has the outcome `SKIP`, but its status may be 304.
  const tag = outcome !== 'SKIP' || reserved ? matchingTag(req, entry.etag) : null;
  res.setHeader('ETag', tag ?? entry.etag);
  if (tag !== null) {
    ctx.status = 304;
    return;
  }
  res.setHeader('Content-Type', jsonType);
  ctx.body = entry.bytes;
}
