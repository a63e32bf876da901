import type { Around } from '../dialects/shared/views.ts';
import { isMoment, momentText } from './moment.ts';

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

/** The longest `Link` that is sent: clients and proxies refuse answers with long headers. */
const longestLink = 6_000;

/** A value of a parameter as text; null for one that takes several names. */
function textOf(value: unknown): string | null {
  if (Array.isArray(value)) {
    const texts = value.map(textOf);
    return texts.every((text) => text !== null && !text.includes(',')) ? texts.join(',') : null;
  }
  if (typeof value !== 'object' || value === null) return String(value);
  return isMoment(value) ? momentText(value) : null;
}

/** The parameters that give this value again: a text, a list, or members of records. */
function pairsOf(name: string, value: unknown): [name: string, text: string][] {
  if (value === undefined || (Array.isArray(value) && value.length === 0)) return [];
  const text = textOf(value);
  if (text !== null) return [[name, text]];
  return Object.entries(value as object).flatMap(([member, inner]) => pairsOf(`${name}[${member}]`, inner));
}

/** The parameters that were given, as they hold. The page is left out. */
function kept({ parameters, given }: Listed): URLSearchParams {
  const names = given.filter((name) => name !== 'page');
  return new URLSearchParams(names.flatMap((name) => pairsOf(name, parameters[name])));
}

/** What stands before and after a page: the number of another page, or with an offset another offset. */
interface Neighbours {
  readonly parameter: 'page' | 'offset';
  readonly before: number | null;
  readonly after: number | null;
}

function neighboursOf({ page, totalPages, total }: Paging, { parameters }: Listed): Neighbours {
  const { offset: at, per_page: perPage = usualPerPage } = parameters;
  if (typeof at === 'number' && typeof perPage === 'number') {
    // An offset takes the place of the page number, so that another number would be the same page.
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

/** A list that was asked for. */
export interface Listed {
  /** Where the list is, without a query. */
  readonly address: string;
  /** The declared parameters as they hold, and the names of those that were given. */
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly given: readonly string[];
}

/**
 * Addresses of the pages before and after a page.
 *
 * They are made from the checked parameters alone. The key of the kept answer has all of them, so that nobody can put
 * anything into an answer that others get.
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
 * Headers of a page (docs/reference/catalogue.md#paging): `X-WP-Total`, `X-WP-TotalPages`, and `Link` to the pages
 * before and after it. A `Link` that clients might refuse for its length is left out.
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
