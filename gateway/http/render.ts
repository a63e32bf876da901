import { present } from '../dialects/shared/dialect.ts';
import type { View } from '../dialects/shared/views.ts';
import { pickFields, pickListFields, readFields } from './fields.ts';
import type { Mount } from './mounts.ts';
import { around, type Listed, pagingHeaders } from './paging.ts';
import type { Answer, Prepared, Route } from './route.ts';

/** A request whose answer is to be written. */
export interface Rendered {
  readonly route: Route;
  readonly prepared: Prepared;
  readonly request: { readonly mount: Mount };
}

/** The body of an answer: the view in the mount's words, cut to the fields that were asked for. */
export function bodyOf(answer: Pick<Answer, 'view' | 'paging'>, rendered: Rendered): unknown {
  const { mount } = rendered.request;
  const { prepared } = rendered;
  const { view } = answer;
  const body = present(withAround(answer, rendered), mount.dialect, mount.links);
  const fields = readFields(...prepared.fields);
  // What was written already has been cut where it was written.
  if (!fields || view.name === 'batch' || view.name === 'batchRefused') return body;
  return view.name === 'productsV2'
    ? pickListFields(body as Record<string, unknown>, 'products', fields)
    : pickFields(body, fields);
}

/** Headers of an answer: the route's own, where something new is, and those of paging where it is a page of a list. */
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

/** A page of products with the addresses of the pages around it. */
function withAround({ view, paging }: Pick<Answer, 'view' | 'paging'>, rendered: Rendered): View {
  if (view.name !== 'productsV2' || !paging) return view;
  return { name: view.name, data: { ...view.data, around: around(paging, listed(rendered)) } };
}

/** The list that was asked for. */
function listed({ route, prepared, request }: Rendered): Listed {
  const { params, query: parameters } = prepared.declared;
  const address = request.mount.links.resource(pathOf(route, params));
  return { address, parameters, given: prepared.given };
}

/** The path of a route from the version on, with its parameters filled in. */
function pathOf({ path }: Route, params: Readonly<Record<string, unknown>>): string {
  return path.slice(1).replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
}
