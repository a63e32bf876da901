import type { Around } from '../dialects/shared/views.ts';
import { isMoment, momentText } from './date-time.ts';

/** A page of a list. `page` counts from 1. */
export interface Paging {
  readonly page: number;
  readonly totalPages: number;
  readonly total: number;
}

/** Default page size (docs/reference/catalogue.md#paging). */
export const usualPerPage = 10;

/** Returns the number of pages; 0 for an empty list. */
export function pagesOf(total: number, perPage: number): number {
  return Math.ceil(total / perPage);
}

/** Longest `Link` header. Clients and proxies refuse answers with long headers. */
const longestLink = 6_000;

/** Returns a parameter's value as text; null for a value with several entries. */
function textOf(value: unknown): string | null {
  if (Array.isArray(value)) {
    const texts = value.map(textOf);
    return texts.every((text) => text !== null && !text.includes(',')) ? texts.join(',') : null;
  }
  if (typeof value !== 'object' || value === null) return String(value);
  return isMoment(value) ? momentText(value) : null;
}

/** Returns the query pairs of a value: a text, a list, or members of records. */
function pairsOf(name: string, value: unknown): [name: string, text: string][] {
  if (value === undefined || (Array.isArray(value) && value.length === 0)) return [];
  const text = textOf(value);
  if (text !== null) return [[name, text]];
  return Object.entries(value as object).flatMap(([member, inner]) => pairsOf(`${name}[${member}]`, inner));
}

/** Returns the given parameters with their checked values, without the page. */
function kept({ parameters, given }: Listed): URLSearchParams {
  const names = given.filter((name) => name !== 'page');
  return new URLSearchParams(names.flatMap((name) => pairsOf(name, parameters[name])));
}

/** The neighbours of a page: page numbers, or offsets if the request has one. */
interface Neighbours {
  readonly parameter: 'page' | 'offset';
  readonly before: number | null;
  readonly after: number | null;
}

function neighboursOf({ page, totalPages, total }: Paging, { parameters }: Listed): Neighbours {
  const { offset: at, per_page: perPage = usualPerPage } = parameters;
  if (typeof at === 'number' && typeof perPage === 'number') {
    // An offset replaces the page number.
    const before = at > 0 && total > 0 ? Math.max(0, Math.min(at, total) - perPage) : null;
    return { parameter: 'offset', before, after: at + perPage < total ? at + perPage : null };
  }
  return {
    parameter: 'page',
    // Past the end there is no next page, and the previous page is the last one.
    before: page > 1 && totalPages > 0 ? Math.min(page - 1, totalPages) : null,
    after: page < totalPages ? page + 1 : null,
  };
}

/** A requested list. */
export interface Listed {
  /** Address of the list, without a query. */
  readonly address: string;
  /** The checked parameters, and the names of the given ones. */
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly given: readonly string[];
}

/**
 * Returns the addresses of the previous and next page.
 *
 * They contain only checked parameters, which are all in the cache key: so a client cannot insert text into the
 * answers of other clients.
 */
export function around(paging: Paging, listed: Listed): Around {
  const parameters = kept(listed);
  const { parameter, before, after } = neighboursOf(paging, listed);
  const address = (other: number) => {
    parameters.set(parameter, String(other));
    return `${listed.address}?${parameters}`;
  };
  return {
    ...(before !== null && { prev: address(before) }),
    ...(after !== null && { next: address(after) }),
  };
}

/**
 * Returns the headers of a page (docs/reference/catalogue.md#paging): `X-WP-Total`, `X-WP-TotalPages`, and
 * `Link` to its neighbours, unless that is too long for clients.
 */
export function pagingHeaders(paging: Paging, listed: Listed): Record<string, string> {
  const links = Object.entries(around(paging, listed))
    .map(([relation, address]) => `<${address}>; rel="${relation}"`)
    .join(', ');
  return {
    'X-WP-Total': String(paging.total),
    'X-WP-TotalPages': String(paging.totalPages),
    ...(links !== '' && links.length <= longestLink && { Link: links }),
  };
}
