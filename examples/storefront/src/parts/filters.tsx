import { useLocation } from 'preact-iso';
import type { Facets, Term } from '../api.ts';
import { addressOf, type ListQuery } from '../list-query.ts';
import { number, text } from '../texts.ts';

interface FiltersProps {
  readonly query: ListQuery;
  readonly facets: Facets;
}

/** Shows a checkbox for each term of a filter. A chosen term is shown even if no product in the list has it. */
function Terms(props: {
  readonly title: string;
  readonly name: string;
  readonly terms: readonly Term[];
  readonly chosen: readonly string[];
  readonly onChange: (slugs: readonly string[]) => void;
}) {
  const { title, name, terms, chosen, onChange } = props;
  const gone = chosen.filter((slug) => !terms.some((term) => term.slug === slug));
  const all = [...terms, ...gone.map((slug) => ({ slug, name: slug, count: 0 }))];
  if (all.length === 0) return null;
  const toggle = (slug: string) =>
    onChange(chosen.includes(slug) ? chosen.filter((one) => one !== slug) : [...chosen, slug]);
  return (
    <fieldset>
      <legend>{title}</legend>
      {all.map((term) => (
        <label key={term.slug}>
          <input
            type="checkbox"
            name={name}
            checked={chosen.includes(term.slug)}
            onChange={() => toggle(term.slug)}
          />
          {term.name} <span class="number">{number(term.count)}</span>
        </label>
      ))}
    </fieldset>
  );
}

type Category = Facets['categories'][number];

/** Returns categories in the order of their tree, each followed by its children. `depth` is the level in the tree. */
function inTree(
  categories: readonly Category[],
  parent = 0,
  depth = 0,
): { category: Category; depth: number }[] {
  const ids = new Set(categories.map(({ id }) => id));
  return categories
    .filter((one) => (depth === 0 ? !ids.has(one.parent) : one.parent === parent))
    .flatMap((category) => [{ category, depth }, ...inTree(categories, category.id, depth + 1)]);
}

export function Filters({ query, facets }: FiltersProps) {
  const { route } = useLocation();
  const change = (changes: Partial<ListQuery>) => route(addressOf(query, changes));
  const setPrices = (event: Event) => {
    const data = new FormData((event.currentTarget as HTMLElement).closest('form') ?? undefined);
    change({ minPrice: String(data.get('min') ?? ''), maxPrice: String(data.get('max') ?? '') });
  };
  const category = (slug: string, label: string, count: number | null, depth: number) => (
    <label key={slug} class={`depth-${Math.min(depth, 3)}`}>
      <input
        type="radio"
        name="category"
        checked={query.category === slug}
        onChange={() => change({ category: slug })}
      />
      {label} {count !== null && <span class="number">{number(count)}</span>}
    </label>
  );
  return (
    <form class="filters" aria-label={text('filter.title')} onSubmit={(event) => event.preventDefault()}>
      <fieldset>
        <legend>{text('filter.category')}</legend>
        {category('', text('filter.everything'), null, 0)}
        {inTree(facets.categories).map((one) =>
          category(one.category.slug, one.category.name, one.category.count, one.depth),
        )}
      </fieldset>
      <fieldset>
        <legend>{text('filter.offers')}</legend>
        <label>
          <input type="checkbox" checked={query.onSale} onChange={() => change({ onSale: !query.onSale })} />
          {text('filter.on_sale')}
        </label>
        <label>
          <input
            type="checkbox"
            checked={query.inStock}
            onChange={() => change({ inStock: !query.inStock })}
          />
          {text('filter.in_stock')}
        </label>
      </fieldset>
      <fieldset class="prices">
        <legend>{text('filter.price')}</legend>
        <label>
          {text('filter.from')}
          <input
            name="min"
            inputMode="decimal"
            maxLength={12}
            placeholder={facets.prices?.min_price}
            value={query.minPrice}
            onChange={setPrices}
          />
        </label>
        <label>
          {text('filter.to')}
          <input
            name="max"
            inputMode="decimal"
            maxLength={12}
            placeholder={facets.prices?.max_price}
            value={query.maxPrice}
            onChange={setPrices}
          />
        </label>
      </fieldset>
      <Terms
        title={text('filter.brand')}
        name="brand"
        terms={facets.brands}
        chosen={query.brand}
        onChange={(brand) => change({ brand })}
      />
      {facets.attributes.map(({ name, slug, terms }) => (
        <Terms
          key={slug}
          title={name}
          name={slug}
          terms={terms}
          chosen={query.attributes.get(slug) ?? []}
          onChange={(slugs) => change({ attributes: new Map([...query.attributes, [slug, slugs]]) })}
        />
      ))}
      <a class="reset" href="/shop/">
        {text('filter.clear')}
      </a>
    </form>
  );
}
