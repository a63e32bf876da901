import type { Core } from './core.ts';
import { CartwrightError } from './error.ts';
import type { Answer, AnswerOf, Input, InputArgument, Route } from './types.ts';

/** The routes whose answers come page by page. */
export type PagedRoute = {
  [R in Route]: Input<R> extends { readonly query?: infer Query }
    ? 'page' extends keyof NonNullable<Query>
      ? R
      : never
    : never;
}[Route];

/** Returns the number of the page after this one, or null on the last page. */
function nextPage(page: number, { headers }: Answer<unknown>): number | null {
  const links = headers.get('Link');
  if (links !== null) return /rel="?next"?/.test(links) ? page + 1 : null;
  return page < Number(headers.get('X-WP-TotalPages') ?? 1) ? page + 1 : null;
}

/** Yields the answers of a list page by page, from the `page` of the query on. @throws CartwrightError */
export async function* pages<R extends PagedRoute>(
  core: Core,
  route: R,
  ...[input]: InputArgument<R>
): AsyncGenerator<AnswerOf<R>, void, undefined> {
  const given = (input ?? {}) as { query?: { page?: number } };
  const first = given.query?.page ?? 1;
  for (let page: number | null = first; page !== null; ) {
    const asked = { ...given, query: { ...given.query, page } };
    let answer: Answer<AnswerOf<R>>;
    try {
      answer = await core.send(route, ...([asked] as unknown as InputArgument<R>));
    } catch (error) {
      // The list has become shorter since the page before.
      const ended =
        error instanceof CartwrightError && error.is('service_products_invalid_page_number') && page > first;
      if (ended) return;
      throw error;
    }
    yield answer.data;
    page = nextPage(page, answer);
  }
}
