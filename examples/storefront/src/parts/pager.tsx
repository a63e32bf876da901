import { addressOf, type ListQuery } from '../list-query.ts';
import { text } from '../texts.ts';

interface PagerProps {
  readonly query: ListQuery;
  readonly pages: number;
}

/** Shows links to the pages of a list. */
export function Pager({ query, pages }: PagerProps) {
  if (pages < 2) return null;
  const { page } = query;
  const shown = Array.from({ length: pages }, (_, index) => index + 1).filter(
    (one) => one === 1 || one === pages || Math.abs(one - page) < 2,
  );
  return (
    <nav class="pager" aria-label={text('list.pages')}>
      {page > 1 && (
        <a rel="prev" href={addressOf(query, { page: page - 1 })}>
          {text('list.previous')}
        </a>
      )}
      {shown.map((one) => (
        <a
          key={one}
          href={addressOf(query, { page: one })}
          aria-label={text('list.page', { page: one })}
          aria-current={one === page ? 'page' : undefined}
        >
          {one}
        </a>
      ))}
      {page < pages && (
        <a rel="next" href={addressOf(query, { page: page + 1 })}>
          {text('list.next')}
        </a>
      )}
    </nav>
  );
}
