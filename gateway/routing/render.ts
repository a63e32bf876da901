import { isOfProducts, serializedProducts } from '../cache/serialized-products.ts';
import { present } from '../dialects/shared/dialect.ts';
import type { PartsOf, ViewOf } from '../dialects/shared/views.ts';
import { pickFields, readFields } from '../http/fields.ts';
import type { Mount } from '../http/mounts.ts';
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
