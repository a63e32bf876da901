import type { Core } from './core.ts';
import { CartwrightError } from './error.ts';
import type { Answer, AnswerOf, Input, InputArgument, Route } from './types.ts';

/** The routes that have a `page` parameter. */
export type PagedRoute = {
  [R in Route]: Input<R> extends { readonly query?: infer Query }
    ? 'page' extends keyof NonNullable<Query>
      ? R
      : never
    : never;
}[Route];

/** Returns the number of the next page; null if the answer is the last page. */
function nextPage(page: number, { headers }: Answer<unknown>): number | null {
  const links = headers.get('Link');
  if (links !== null) return /rel="?next"?/.test(links) ? page + 1 : null;
  return page < Number(headers.get('X-WP-TotalPages') ?? 1) ? page + 1 : null;
}

/**
 * Yields the pages of a list, beginning with the `page` of the query. @throws CartwrightError for a refusal or a
 * failure
 */
export async function* pages<R extends PagedRoute>(
  core: Core,
  route: R,
  ...[input]: InputArgument<R>
): AsyncGenerator<AnswerOf<R>, void, undefined> {
  const firstInput = (input ?? {}) as { query?: { page?: number } };
  const first = firstInput.query?.page ?? 1;
  for (let page: number | null = first; page !== null; ) {
    const pageInput = { ...firstInput, query: { ...firstInput.query, page } };
    let answer: Answer<AnswerOf<R>>;
    try {
      answer = await core.send(route, ...([pageInput] as unknown as InputArgument<R>));
    } catch (error) {
      // This page no longer exists, because the list has become shorter since the previous page was read.
      const isPastEnd =
        error instanceof CartwrightError && error.is('service_products_invalid_page_number') && page > first;
      if (isPastEnd) return;
      throw error;
    }
    yield answer.data;
    page = nextPage(page, answer);
  }
}
