import { type Claim, most } from '#testing/claims.ts';
import type { Carts } from './carts.ts';
import type { Catalogue } from './catalogue.ts';
import type { FloorName } from './floors/floors.ts';
import type { Request } from './load/job.ts';
import type { Sessions } from './sessions.ts';
import type { Shop } from './shop.ts';

/** Figures of one row: medians over the runs. Times are milliseconds. */
export interface Figures {
  readonly rate: number;
  readonly p50: number;
  readonly p99: number;
  readonly bytes: number;
  /** CPU time per request: of all processes, and of each by name. */
  readonly cpu: number;
  readonly cpuBy: ReadonlyMap<string, number>;
  readonly generatorCpu: number;
}

/** A reference row: the lowest possible cost of its shape. */
interface FloorCase {
  readonly name: string;
  readonly floor: FloorName;
}

/**
 * The systems under load: the shop with carts; seeded catalogues and cart stores in two sizes each, to show the effect
 * of size.
 */
export type SystemName = 'shop' | 'small' | 'large' | 'few' | 'many';

/** Data for the requests of a row. */
export interface Target {
  readonly shop: Shop;
  readonly carts: Carts;
  readonly catalogue: Catalogue;
  readonly sessions: Sessions;
}

/** A row that measures this system. */
export interface OwnCase {
  readonly name: string;
  /** Number of parallel connections; by default that of the whole bench. */
  readonly connections?: number;
  /** The system; by default the shop. */
  readonly system?: SystemName;
  /** The floor of its shape, for the ratio in the table. */
  readonly over: FloorName;
  /** The address; by default the system's public one. */
  url?(target: Target): string;
  /** Requests to pick from at random. Called before each run with another `seed`. */
  requests(target: Target, seed: number): Promise<readonly Request[]>;
  /** Limits for the figures; `of` returns the figures of another row of the same run, if it ran. */
  limits(figures: Figures, of: (name: string) => Figures | undefined): Claim[];
}

export type Case = FloorCase | OwnCase;

const floorRequest: Request = { method: 'GET', path: '/' };

/** The requests of a row. A floor has one answer for all. */
export async function requestsOf(row: Case, target: Target, seed: number): Promise<readonly Request[]> {
  return 'floor' in row ? [floorRequest] : row.requests(target, seed);
}

export const bareHttp = 'node:http';

/** A limit relative to another row's cost; none when that row did not run. */
export function atMostTimes(
  figures: Figures,
  other: Figures | undefined,
  name: string,
  times: number,
  figure: 'cpu' | 'p50' = 'cpu',
): Claim[] {
  const what = figure === 'cpu' ? `times ${name}` : `${figure}, times ${name}`;
  return other ? [most(what, figures[figure] / other[figure], times)] : [];
}
