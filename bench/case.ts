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

/** A row that measures a floor: a minimal server with the lowest possible cost for a kind of request. */
interface FloorCase {
  readonly name: string;
  readonly floor: FloorName;
}

/**
 * The systems under load: the shop with carts; seeded catalogues and cart stores in two sizes each, to show the effect
 * of size.
 */
export type SystemName = 'shop' | 'small' | 'large' | 'few' | 'many';

/** The objects that create the requests of rows. */
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
  /** The system that gets the requests; by default the shop. */
  readonly system?: SystemName;
  /** The floor for the same kind of request, for the ratio in the table. */
  readonly over: FloorName;
  /** Returns the URL that gets the requests; by default the public URL of the system. */
  url?(target: Target): string;
  /** Returns requests, from which the load picks at random. Called before each run with another `seed`. */
  requests(target: Target, seed: number): Promise<readonly Request[]>;
  /** Returns the limits for the figures. `of` returns the figures of another row, if that row ran too. */
  limits(figures: Figures, of: (name: string) => Figures | undefined): Claim[];
}

export type Case = FloorCase | OwnCase;

const floorRequest: Request = { method: 'GET', path: '/' };

/** Returns the requests of a row. A floor gets only one request, because it always answers the same. */
export async function requestsOf(row: Case, target: Target, seed: number): Promise<readonly Request[]> {
  return 'floor' in row ? [floorRequest] : row.requests(target, seed);
}

export const bareHttp = 'node:http';

/** Returns a limit relative to another row's cost; none if that row did not run. */
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
