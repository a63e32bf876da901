import { most } from '#testing/limit-checks.ts';
import { atMostTimes, type OwnRow } from './row.ts';

/** Number of products in the systems `small` and `large`, which have a seeded catalogue. */
export const products = { small: 1_000, large: 100_000 } as const;
type CatalogueSize = keyof typeof products;

/** Rows that are measured with the small and with the large seeded catalogue. */
const ofCatalogues: readonly Omit<OwnRow, 'system' | 'over'>[] = [
  {
    name: 'list of 10, cached',
    requests: ({ catalogue }) => catalogue.cachedLists(),
    limits: (figures) => [most('CPU-ms', figures.cpu, 0.1)],
  },
  {
    name: 'list of 10 for a browser, cached',
    requests: ({ catalogue }) => catalogue.cachedLists({ 'accept-encoding': 'gzip, deflate, br, zstd' }),
    limits: (figures) => [most('CPU-ms', figures.cpu, 0.1)],
  },
  {
    name: 'list of 10, uncached',
    requests: ({ catalogue }) => catalogue.uncachedLists(),
    limits: (figures) => [most('CPU-ms', figures.cpu, 3)],
  },
  {
    name: 'list of 10 with reviews, uncached',
    requests: ({ catalogue }) => catalogue.uncachedLists('&show_reviews=true'),
    limits: (figures) => [most('CPU-ms', figures.cpu, 3)],
  },
  {
    name: 'list of 10 with some members, uncached',
    requests: ({ catalogue }) => catalogue.uncachedLists('&_fields=id,name,prices'),
    limits: (figures) => [most('CPU-ms', figures.cpu, 3)],
  },
  {
    name: 'category and price',
    requests: ({ catalogue }) => catalogue.filtered(),
    limits: (figures) => [most('CPU-ms', figures.cpu, 3)],
  },
  { name: 'search', requests: ({ catalogue }) => catalogue.searches(), limits: () => [] },
  {
    name: 'search that finds all',
    connections: 2,
    requests: ({ catalogue }) => catalogue.searchesForAll(),
    limits: (figures) => [most('p99 ms', figures.p99, 50)],
  },
  { name: 'variation list', requests: ({ catalogue }) => catalogue.variations(), limits: () => [] },
  {
    name: 'any page',
    connections: 2,
    requests: ({ catalogue }, seed) => catalogue.pages('orderby=date', seed),
    limits: (figures) => [most('p99 ms', figures.p99, 50)],
  },
  {
    name: 'any page of a category',
    connections: 2,
    requests: async ({ catalogue }, seed) =>
      catalogue.pages(`category=${await catalogue.fullestCategory()}`, seed),
    limits: (figures) => [most('p99 ms', figures.p99, 50)],
  },
  {
    name: 'any page of a price range',
    connections: 2,
    requests: ({ catalogue }, seed) => catalogue.pages('min_price=10&max_price=60', seed),
    limits: (figures) => [most('p99 ms', figures.p99, 50)],
  },
];

/**
 * Returns the rows for one seeded catalogue. A page of the large catalogue may cost at most 1.5 times a page
 * of the small catalogue.
 */
export function overCatalogue(size: CatalogueSize): OwnRow[] {
  const titled = (name: string, which: CatalogueSize) => `${name}, ${products[which]}`;
  return ofCatalogues.map((row) => ({
    ...row,
    name: titled(row.name, size),
    system: size,
    over: row.name.endsWith(', cached') ? 'node-http' : 'nats',
    limits: (figures, of) => [
      ...row.limits(figures, of),
      // Only rows about pages get this limit. A search finds more products in the large catalogue, so the
      // search may cost more.
      ...(size === 'large' && row.name.startsWith('any page')
        ? atMostTimes(figures, of(titled(row.name, 'small')), 'small', 1.5)
        : []),
    ],
  }));
}
