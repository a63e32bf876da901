import { type Claim, most } from '#platform/testing/claims.ts';
import type { Catalogue } from './catalogue.ts';
import type { FloorName } from './floors/floors.ts';
import type { Request } from './load/job.ts';
import type { Shop } from './shop.ts';

/** Figures of one row: medians over the runs. Times are milliseconds. */
export interface Figures {
  readonly rate: number;
  readonly p50: number;
  readonly p99: number;
  readonly bytes: number;
  /** Processor time a request, of all processes together and of each by name. */
  readonly cpu: number;
  readonly cpuBy: ReadonlyMap<string, number>;
  readonly generatorCpu: number;
}

/** A row of the table that is a floor: the least that its shape can cost. */
interface FloorCase {
  readonly name: string;
  readonly floor: FloorName;
}

/** Sizes of the seeded catalogues: the same rows over both show what a size costs. */
export type Size = 'small' | 'large';

/** What a row's requests are made from. */
export interface Target {
  readonly shop: Shop;
  readonly catalogue: Catalogue;
}

/** A row of the table that is ours. */
interface OwnCase {
  readonly name: string;
  /** Connections that send at once; those of the whole bench when not said. */
  readonly connections?: number;
  /** The system that is asked: the one with carts, or one that holds a seeded catalogue of a size. */
  readonly catalogue?: Size;
  /** What is sent, picked from at random. Called before each run; `seed` differs from run to run. */
  requests(target: Target, seed: number): Promise<readonly Request[]>;
  /** What the figures must keep; `of` gives those of another row of the same run, where it was run. */
  limits(figures: Figures, of: (name: string) => Figures | undefined): Claim[];
}

export type Case = FloorCase | OwnCase;

const floorRequest: Request = { method: 'GET', path: '/' };

/** The requests of a row. A floor has one answer for all. */
export async function requestsOf(row: Case, target: Target, seed: number): Promise<readonly Request[]> {
  return 'floor' in row ? [floorRequest] : row.requests(target, seed);
}

/** How many products each size has, as the table names it. */
export const sizes: Readonly<Record<Size, number>> = { small: 1_000, large: 100_000 };

export const bareHttp = 'node:http';
const bareKoa = 'Koa';
const cached = 'product by id, cached';

/** A ratio to another row's cost; nothing to hold when that row was not run. */
function atMostTimes(figures: Figures, other: Figures | undefined, name: string, times: number): Claim[] {
  return other ? [most(`times ${name}`, figures.cpu / other.cpu, times)] : [];
}

/** Rows over a seeded catalogue, of which the large one may cost at most one and a half times the small one. */
const ofCatalogues: readonly Omit<OwnCase, 'catalogue'>[] = [
  {
    name: 'list of 10, cached',
    requests: ({ catalogue }) => catalogue.cachedLists(),
    limits: (figures) => [most('CPU-ms', figures.cpu, 0.1)],
  },
  {
    name: 'list of 10, uncached',
    requests: ({ catalogue }) => catalogue.uncachedLists(),
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

/** The rows over one of the catalogues. The large one's are held against the small one's of the same run. */
function overCatalogue(size: Size): OwnCase[] {
  const titled = (name: string, which: Size) => `${name}, ${sizes[which]}`;
  return ofCatalogues.map((row) => ({
    ...row,
    name: titled(row.name, size),
    catalogue: size,
    limits: (figures, of) => [
      ...row.limits(figures, of),
      // Pages cost the same wherever they are; a search in more products may cost more.
      ...(size === 'large' && row.name.startsWith('any page')
        ? atMostTimes(figures, of(titled(row.name, 'small')), 'small', 1.5)
        : []),
    ],
  }));
}

/** All rows, in the order of the table. Later steps add theirs. */
export const cases: readonly Case[] = [
  { name: bareHttp, floor: 'node-http' },
  { name: bareKoa, floor: 'koa' },
  { name: 'node:http + Redis read', floor: 'redis-read' },
  { name: 'node:http + Redis write, fsync', floor: 'redis-write' },
  { name: 'node:http + NATS round trip', floor: 'nats' },
  {
    name: cached,
    requests: ({ shop }) => shop.cachedRequests(),
    limits: (figures, of) => [
      most('CPU-ms', figures.cpu, 0.06),
      ...atMostTimes(figures, of(bareKoa), bareKoa, 2),
    ],
  },
  {
    name: 'product by id, 304',
    requests: ({ shop }) => shop.conditionalRequests(),
    limits: (figures, of) => atMostTimes(figures, of(cached), 'cached', 1),
  },
  {
    name: 'product by id, uncached',
    requests: async ({ shop }) => shop.productRequests('?_skip_cache=1'),
    limits: (figures) => [most('CPU-ms', figures.cpu, 1)],
  },
  {
    name: 'cart of 3 lines, read',
    requests: async ({ shop }) => shop.cartReads(),
    limits: (figures) => [most('CPU-ms', figures.cpu, 0.8)],
  },
  {
    name: 'add-item, 3 lines, tax',
    requests: async ({ shop }, seed) => shop.addItems(seed),
    limits: (figures) => [most('CPU-ms', figures.cpu, 1), most('p99 ms', figures.p99, 25)],
  },
  ...overCatalogue('small'),
  ...overCatalogue('large'),
];
