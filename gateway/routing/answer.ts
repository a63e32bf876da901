import { Parts } from '#contracts/product-replies.ts';
import { type Entry, entryOf } from '../cache/response-cache.ts';
import { serializedProducts } from '../cache/serialized-products.ts';
import type { CacheOutcome } from '../http/metrics.ts';
import { present } from '../views/shared/dialect.ts';
import type { PartsOf, PlainView, View, ViewOf } from '../views/shared/views.ts';
import { neighbourPages, pagingHeaders } from './paging.ts';
import { canonical, type Request } from './request.ts';
import type { Answer, Route } from './route.ts';

/** Returns the body of a view in the dialect of the mount, with the members that the client has chosen, or with `fields`. */
export function presented(view: PlainView, request: Request, fields = request.fields): unknown {
  const { mount } = request;
  return present(view, mount.dialect, mount.links, fields);
}

/** Returns whether a view is made of products or variations, which are bytes already. */
function isOfProducts(view: View): view is ViewOf<keyof PartsOf> {
  return view.data instanceof Parts;
}

/** Returns the body of an answer: a value to write as JSON, or `ReadyJson` for bytes of JSON. */
export function bodyOf(
  { view, paging }: Answer,
  route: Route,
  request: Request,
  fields = request.fields,
): unknown {
  if ('body' in view) return view.body;
  if (!isOfProducts(view)) return presented(view, request, fields);
  return serializedProducts(withNeighbours(view, paging, route, request), fields, request.mount);
}

/**
 * Returns the headers of an answer: the headers that the handler set, `Location` for a new resource, and the
 * paging headers of a list.
 */
export function headersOf(
  { headers, location, paging }: Answer,
  route: Route,
  request: Request,
): Readonly<Record<string, string>> {
  return {
    ...headers,
    ...(location !== undefined && { Location: request.mount.links.resource(location) }),
    ...(paging && pagingHeaders(paging, listed(route, request))),
  };
}

/** Returns the view of the answer. A page of products also gets the addresses of the previous and the next page. */
function withNeighbours(
  view: ViewOf<keyof PartsOf>,
  paging: Answer['paging'],
  route: Route,
  request: Request,
): ViewOf<keyof PartsOf> {
  if (view.name !== 'productsV2' || !paging) return view;
  const { name, data } = view;
  return { name, data: data.with({ neighbourPages: neighbourPages(paging, listed(route, request)) }) };
}

/** Returns the address of the list that the client requested, and its parameters. */
function listed(route: Route, request: Request) {
  const { params, query: parameters, mount } = request;
  const path = route.path
    .slice(1)
    .replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
  return { address: mount.links.resource(path), parameters, given: givenIn(route, request) };
}

/**
 * Returns the names of the query parameters that the client sent, for the links to other pages of a list. Empty for
 * answers without pages.
 */
export function givenIn({ schemas }: Route, { dialect, sent }: Request): readonly string[] {
  if (!('page' in schemas.query.shape)) return [];
  const { shape } = dialect.unknownFilters === 'ignored' ? schemas.lenientQuery : schemas.query;
  return Object.keys(shape).filter((name) => sent.query(name) !== undefined);
}

/** A cached answer, or a new one that the cache may have stored, and where it comes from. */
interface Found {
  readonly entry: Entry;
  readonly outcome: CacheOutcome;
}

/**
 * Returns whether only some callers may see the answer to a catalogue read. It may differ from the answer to a guest: a
 * customer role may have its own prices and products, and managers also see drafts. No cache may store it.
 */
export function isReserved({ claim }: Request): boolean {
  if (!claim) return false;
  return claim.audience !== 'public' || claim.manages === 'read' || claim.manages === 'read_write';
}

/** Returns the key of a catalogue read in the response cache; null if the cache must not be used. */
export function cacheKeyOf(route: Route, request: Request): string | null {
  const isSkipped = ['true', '1'].includes(String(request.sent.query('_skip_cache')));
  if (isSkipped || isReserved(request)) return null;
  const { params, query, body, mount } = request;
  const parameters = canonical([{ params, query, body }, givenIn(route, request)]);
  return `public ${mount.dialect.name} ${mount.prefix} ${route.path} ${parameters}`;
}

/**
 * Returns the answer of a catalogue read from the response cache, or a new answer by `make`. Equal requests share it.
 *
 * @throws ServiceError the errors of the route
 */
export async function cachedAnswer(
  key: string | null,
  route: Route,
  request: Request,
  make: () => Promise<Answer>,
): Promise<Found> {
  const { cache, metrics } = request.deps;
  const entry = async () => {
    const answer = await make();
    const { expiresAt: holdsUntil = null, products = [], asOf = null } = answer;
    const headers = headersOf(answer, route, request);
    const body = bodyOf(answer, route, request);
    return entryOf({ body, headers, holdsUntil, products, asOf, route: route.path });
  };
  if (key === null) {
    metrics.cached('SKIP');
    return { entry: await entry(), outcome: 'SKIP' };
  }
  const found = await cache.getOrMake(key, entry);
  const outcome = found.hit ? 'HIT' : 'MISS';
  metrics.cached(outcome);
  return { entry: found.entry, outcome };
}
