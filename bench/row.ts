import { type LimitCheck, most } from '#testing/limit-checks.ts';
import type { Carts } from './carts.ts';
import type { Catalogue } from './catalogue.ts';
import type { FloorName } from './floors/floors.ts';
import type { Request } from './load/job.ts';
import type { Sessions } from './sessions.ts';
import type { Shop } from './shop.ts';

/** Figures of one row of the table, each the median over the runs. Times are in milliseconds. */
export interface Figures {
  readonly rate: number;
  readonly p50: number;
  readonly p99: number;
  readonly bytes: number;
  /** CPU time per request: `cpu` for all processes together, `cpuBy` for each process by name. */
  readonly cpu: number;
  readonly cpuBy: ReadonlyMap<string, number>;
  readonly generatorCpu: number;
}

/** A row that measures a floor: a minimal server with the lowest possible cost for a kind of request. */
interface FloorRow {
  readonly name: string;
  readonly floor: FloorName;
}

/**
 * Names of the systems under load. `small` and `large` have a seeded catalogue of 1,000 and 100,000 products;
 * `few` and `many` have 1,000 and 100,000 carts.
 */
export type SystemName = 'shop' | 'small' | 'large' | 'few' | 'many';

/** The objects that create requests for a system. */
export interface Target {
  readonly shop: Shop;
  readonly carts: Carts;
  readonly catalogue: Catalogue;
  readonly sessions: Sessions;
}

/** A row that measures Cartwright. */
export interface OwnRow {
  readonly name: string;
  /** Number of parallel connections; by default the number in `bench/run-rows.ts`. */
  readonly connections?: number;
  /** Name of the system that gets the requests; `shop` by default. */
  readonly system?: SystemName;
  /** The minimal server (floor) with which the table compares the cost of this row. */
  readonly over: FloorName;
  /** Returns the URL to which requests are sent; by default the public URL of the system. */
  url?(target: Target): string;
  /**
   * Returns requests, from which the load generator picks at random. Each run calls this function with another `seed`.
   */
  requests(target: Target, seed: number): Promise<readonly Request[]>;
  /** Returns the limits for the figures. `of` returns the figures of another row; undefined if that row did not run. */
  limits(figures: Figures, of: (name: string) => Figures | undefined): LimitCheck[];
}

export type Row = FloorRow | OwnRow;

const floorRequest: Request = { method: 'GET', path: '/' };

/** Returns the requests of a row. A floor needs only one request, because a floor always gives the same answer. */
export async function requestsOf(row: Row, target: Target, seed: number): Promise<readonly Request[]> {
  return 'floor' in row ? [floorRequest] : row.requests(target, seed);
}

export const bareHttp = 'node:http';

/** Returns a limit relative to the figures of another row; no limit if that row did not run. */
export function atMostTimes(
  figures: Figures,
  other: Figures | undefined,
  name: string,
  times: number,
  figure: 'cpu' | 'p50' = 'cpu',
): LimitCheck[] {
  const what = figure === 'cpu' ? `times ${name}` : `${figure}, times ${name}`;
  return other ? [most(what, figures[figure] / other[figure], times)] : [];
}
