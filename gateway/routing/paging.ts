import type { NeighbourPages } from '../views/shared/views.ts';
import { isMoment, momentText } from './date-time.ts';

/** The number of a page, counted from 1, with the number of pages and of entries in the list. */
interface Paging {
  readonly page: number;
  readonly totalPages: number;
  readonly total: number;
}

/** Number of entries on a page if the request has no `per_page` (docs/reference/catalogue.md#paging). */
export const usualPerPage = 10;

/** Returns the number of pages for `total` entries; 0 for an empty list. */
export function pagesOf(total: number, perPage: number): number {
  return Math.ceil(total / perPage);
}

/** Maximum number of characters of a `Link` header, because clients and proxies refuse long headers. */
const maxLinkLength = 6_000;

/**
 * Returns a parameter's value as text: `[1, 2]` → `1,2`. Returns null if a single text cannot represent the
 * value: for an object that is not a time, and for a list with such an object or with a comma inside a text.
 */
function textOf(value: unknown): string | null {
  if (Array.isArray(value)) {
    const texts = value.map(textOf);
    return texts.every((text) => text !== null && !text.includes(',')) ? texts.join(',') : null;
  }
  if (typeof value !== 'object' || value === null) return String(value);
  return isMoment(value) ? momentText(value) : null;
}

/**
 * Returns a parameter as pairs of name and text for a query, such as `['ids', '1,2']`. A nested object gives
 * one pair per member, such as `['attributes[0][slug]', 'red']`. An empty list gives no pair.
 */
function pairsOf(name: string, value: unknown): [name: string, text: string][] {
  if (value === undefined || (Array.isArray(value) && value.length === 0)) return [];
  const text = textOf(value);
  if (text !== null) return [[name, text]];
  return Object.entries(value as object).flatMap(([member, inner]) => pairsOf(`${name}[${member}]`, inner));
}

/** Returns the checked parameters of the request, except the page number, as a query. */
function otherParameters({ parameters, given }: Listed): URLSearchParams {
  const names = given.filter((name) => name !== 'page');
  return new URLSearchParams(names.flatMap((name) => pairsOf(name, parameters[name])));
}

/**
 * The previous and the next page of a list: page numbers, or offsets if the request has an offset. `before` or
 * `after` is null if the list has no such page.
 */
interface Neighbours {
  readonly parameter: 'page' | 'offset';
  readonly before: number | null;
  readonly after: number | null;
}

function neighboursOf({ page, totalPages, total }: Paging, { parameters }: Listed): Neighbours {
  const { offset, per_page: perPage = usualPerPage } = parameters;
  if (typeof offset === 'number' && typeof perPage === 'number') {
    // If the request has an offset, its page number has no effect.
    const before = offset > 0 && total > 0 ? Math.max(0, Math.min(offset, total) - perPage) : null;
    return { parameter: 'offset', before, after: offset + perPage < total ? offset + perPage : null };
  }
  return {
    parameter: 'page',
    // A page after the last page has the last page as previous page, and no next page.
    before: page > 1 && totalPages > 0 ? Math.min(page - 1, totalPages) : null,
    after: page < totalPages ? page + 1 : null,
  };
}

/** A request for a list. */
interface Listed {
  /** Address of the list, without a query. */
  readonly address: string;
  /** The checked parameters, with defaults. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** Names of the parameters that the client sent. */
  readonly given: readonly string[];
}

/**
 * Returns the addresses of the previous and the next page.
 *
 * The addresses contain only checked parameters, which are also in the cache key. Unchecked text of one
 * client could otherwise get into a cached answer for other clients.
 */
export function neighbourPages(paging: Paging, listed: Listed): NeighbourPages {
  const parameters = otherParameters(listed);
  const { parameter, before, after } = neighboursOf(paging, listed);
  const address = (number: number) => {
    parameters.set(parameter, String(number));
    return `${listed.address}?${parameters}`;
  };
  return {
    ...(before !== null && { prev: address(before) }),
    ...(after !== null && { next: address(after) }),
  };
}

/**
 * Returns the paging headers of a list (docs/reference/catalogue.md#paging): `X-WP-Total`, `X-WP-TotalPages`,
 * and `Link` with the previous and next page. A `Link` with more than 6,000 characters is left out.
 */
export function pagingHeaders(paging: Paging, listed: Listed): Record<string, string> {
  const links = Object.entries(neighbourPages(paging, listed))
    .map(([relation, address]) => `<${address}>; rel="${relation}"`)
    .join(', ');
  return {
    'X-WP-Total': String(paging.total),
    'X-WP-TotalPages': String(paging.totalPages),
    ...(links !== '' && links.length <= maxLinkLength && { Link: links }),
  };
}
