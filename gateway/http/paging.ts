/** Where a page stands in its list. `page` counts from 1. */
export interface Paging {
  readonly page: number;
  readonly totalPages: number;
  readonly total: number;
}

/** Entries of a page when nothing is said (docs/reference/catalogue.md#paging). */
export const usualPerPage = 10;

/** Pages of a list; none for an empty one. */
export function pagesOf(total: number, perPage: number): number {
  return Math.ceil(total / perPage);
}

/**
 * The declared parameters of a query as they were sent, the page left out: whatever else was sent is nobody's business.
 */
function kept(query: string, declared: ReadonlySet<string>): URLSearchParams {
  const pairs = [...new URLSearchParams(query)].filter(([name]) => {
    const base = name.split('[', 1)[0] ?? '';
    return declared.has(base) && base !== 'page';
  });
  return new URLSearchParams(pairs);
}

/** What stands before and after a page: the number of another page, or with an offset another offset. */
interface Neighbours {
  readonly parameter: 'page' | 'offset';
  readonly before: number | null;
  readonly after: number | null;
}

function neighboursOf({ page, totalPages, total }: Paging, sent: URLSearchParams): Neighbours {
  const offset = sent.get('offset') || null;
  if (offset !== null) {
    // An offset takes the place of the page number, so that another number would be the same page.
    const [at, perPage] = [Number(offset), Number(sent.get('per_page') || usualPerPage)];
    const before = at > 0 && total > 0 ? Math.max(0, Math.min(at, total) - perPage) : null;
    return { parameter: 'offset', before, after: at + perPage < total ? at + perPage : null };
  }
  return {
    parameter: 'page',
    // A page past the end is followed by none, and the last one is before it.
    before: page > 1 && totalPages > 0 ? Math.min(page - 1, totalPages) : null,
    after: page < totalPages ? page + 1 : null,
  };
}

/**
 * Headers of a page (docs/reference/catalogue.md#paging): `X-WP-Total`, `X-WP-TotalPages`, and `Link` to the pages
 * before and after it.
 *
 * `address` is the list's own without a query, `query` what was sent, `declared` the names of the parameters that
 * count.
 */
export function pagingHeaders(
  paging: Paging,
  address: string,
  query: string,
  declared: ReadonlySet<string>,
): Record<string, string> {
  const parameters = kept(query, declared);
  const { parameter, before, after } = neighboursOf(paging, parameters);
  const link = (other: number, relation: string) => {
    parameters.set(parameter, String(other));
    return `<${address}?${parameters}>; rel="${relation}"`;
  };
  const links = [
    ...(before === null ? [] : [link(before, 'prev')]),
    ...(after === null ? [] : [link(after, 'next')]),
  ];
  return {
    'X-WP-Total': String(paging.total),
    'X-WP-TotalPages': String(paging.totalPages),
    ...(links.length > 0 && { Link: links.join(', ') }),
  };
}
