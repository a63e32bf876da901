/** Where a page stands in its list. `page` counts from 1. */
export interface Paging {
  readonly page: number;
  readonly totalPages: number;
  readonly total: number;
}

/** Pages of a list; none for an empty one. */
export function pagesOf(total: number, perPage: number): number {
  return Math.ceil(total / perPage);
}

/** The declared parameters of a query as they were sent, the page left out: whatever else was sent is nobody's business. */
function kept(query: string, declared: ReadonlySet<string>): URLSearchParams {
  const pairs = [...new URLSearchParams(query)].filter(([name]) => {
    const base = name.split('[', 1)[0] ?? '';
    return declared.has(base) && base !== 'page';
  });
  return new URLSearchParams(pairs);
}

/**
 * Headers of a page (contract 1.2.1): `X-WP-Total`, `X-WP-TotalPages`, and `Link` to the pages before and after it.
 *
 * `address` is the list's own without a query, `query` what was sent, `declared` the names of the parameters that count.
 */
export function pagingHeaders(
  { page, totalPages, total }: Paging,
  address: string,
  query: string,
  declared: ReadonlySet<string>,
): Record<string, string> {
  const parameters = kept(query, declared);
  const link = (other: number, relation: string) => {
    parameters.set('page', String(other));
    return `<${address}?${parameters}>; rel="${relation}"`;
  };
  const links = [
    // A page past the end is followed by none, and the last one is before it.
    ...(page > 1 && totalPages > 0 ? [link(Math.min(page - 1, totalPages), 'prev')] : []),
    ...(page < totalPages ? [link(page + 1, 'next')] : []),
  ];
  return {
    'X-WP-Total': String(total),
    'X-WP-TotalPages': String(totalPages),
    ...(links.length > 0 && { Link: links.join(', ') }),
  };
}
