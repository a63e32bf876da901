import { type Claim, most } from '#platform/testing/claims.ts';
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

/** A row of the table that is ours. */
interface OwnCase {
  readonly name: string;
  /** What is sent, picked from at random. Called before each run; `seed` differs from run to run. */
  requests(shop: Shop, seed: number): Promise<readonly Request[]>;
  /** What the figures must keep; `of` gives those of another row of the same run, where it was run. */
  limits(figures: Figures, of: (name: string) => Figures | undefined): Claim[];
}

export type Case = FloorCase | OwnCase;

const floorRequest: Request = { method: 'GET', path: '/' };

/** The requests of a row. A floor has one answer for all. */
export async function requestsOf(row: Case, shop: Shop, seed: number): Promise<readonly Request[]> {
  return 'floor' in row ? [floorRequest] : row.requests(shop, seed);
}

export const bareHttp = 'node:http';
const bareKoa = 'Koa';
const cached = 'product by id, cached';

/** A ratio to another row's cost; nothing to hold when that row was not run. */
function atMostTimes(figures: Figures, other: Figures | undefined, name: string, times: number): Claim[] {
  return other ? [most(`times ${name}`, figures.cpu / other.cpu, times)] : [];
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
    requests: (shop) => shop.cachedRequests(),
    limits: (figures, of) => [
      most('CPU-ms', figures.cpu, 0.06),
      ...atMostTimes(figures, of(bareKoa), bareKoa, 2),
    ],
  },
  {
    name: 'product by id, 304',
    requests: (shop) => shop.conditionalRequests(),
    limits: (figures, of) => atMostTimes(figures, of(cached), 'cached', 1),
  },
  {
    name: 'product by id, uncached',
    requests: async (shop) => shop.productRequests('?_skip_cache=1'),
    limits: (figures) => [most('CPU-ms', figures.cpu, 1)],
  },
  {
    name: 'cart of 3 lines, read',
    requests: async (shop) => shop.cartReads(),
    limits: (figures) => [most('CPU-ms', figures.cpu, 0.8)],
  },
  {
    name: 'add-item, 3 lines, tax',
    requests: async (shop, seed) => shop.addItems(seed),
    limits: (figures) => [most('CPU-ms', figures.cpu, 1), most('p99 ms', figures.p99, 25)],
  },
];
