import { useEffect, useRef, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { type Facets, products } from '../api.ts';
import { withAllTerms } from '../facets.ts';
import {
  addressOf,
  facetParameters,
  type ListQuery,
  orders,
  pageParameters,
  parseList,
} from '../list-query.ts';
import { Filters } from '../parts/filters.tsx';
import { Failure, useLoaded } from '../parts/loaded.tsx';
import { PageTitle } from '../parts/page-title.tsx';
import { Pager } from '../parts/pager.tsx';
import { EmptyTiles, ProductTile } from '../parts/product-tile.tsx';
import { text } from '../texts.ts';

async function readFacets(query: ListQuery): Promise<Facets> {
  const { all, categories } = facetParameters(query);
  const [facets, unchosen, whole] = await Promise.all([
    products.facets(all),
    query.category ? products.facets(categories) : null,
    products.facets({}),
  ]);
  return withAllTerms({ ...facets, categories: (unchosen ?? facets).categories }, whole);
}

export function ListPage() {
  const { url, route } = useLocation();
  const query = parseList(new URL(url, location.origin).search);
  const filters = JSON.stringify(facetParameters(query).all);
  const page = useLoaded(url, () => products.list(pageParameters(query)));
  const facets = useLoaded(filters, () => readFacets(query));
  const [open, setOpen] = useState(false);
  const results = useRef<HTMLHeadingElement>(null);
  const shownPage = useRef(query.page);
  useEffect(() => {
    if (shownPage.current === query.page) return;
    shownPage.current = query.page;
    scrollTo({ top: 0 });
    results.current?.focus({ preventScroll: true });
  }, [query.page]);
  const title = facets.value?.categories.find(({ slug }) => slug === query.category)?.name;
  const list = page.value;
  return (
    <div class="list-page">
      <PageTitle>
        {query.search
          ? text('list.results', { search: query.search })
          : query.category
            ? (title ?? text('list.products'))
            : text('list.all')}
      </PageTitle>
      <button
        class="filters-button"
        type="button"
        aria-expanded={open}
        aria-controls="filters"
        onClick={() => setOpen(!open)}
      >
        {text('filter.title')}
      </button>
      <div id="filters" class={open ? 'open' : ''}>
        {facets.value && <Filters query={query} facets={facets.value} />}
      </div>
      <section aria-labelledby="results" aria-busy={page.stale}>
        <div class="results-bar">
          <h2 id="results" ref={results} tabIndex={-1}>
            <span role="status">
              {list ? text('list.count', { count: list.total_products }) : text('list.products')}
            </span>
          </h2>
          <label>
            {text('sort.by')}{' '}
            <select
              value={query.order}
              onChange={(event) => route(addressOf(query, { order: event.currentTarget.value }))}
            >
              {orders.map(([value, label]) => (
                <option key={value} value={value}>
                  {text(label)}
                </option>
              ))}
            </select>
          </label>
        </div>
        {page.failure !== null && <Failure loaded={page} />}
        {!list && page.failure === null && <EmptyTiles count={12} />}
        {list?.total_products === 0 && <p>{text('list.none')}</p>}
        {list && (
          <ul class="tiles" key={list.products.map(({ id }) => id).join()}>
            {list.products.map((product, index) => (
              <ProductTile key={product.id} product={product} isFirst={index < 4} />
            ))}
          </ul>
        )}
        {list && <Pager key={list.products[0]?.id} query={query} pages={list.total_pages} />}
      </section>
    </div>
  );
}
