import { type Claim, most } from '#platform/testing/claims.ts';
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

/**
 * The systems that rows ask: the shop with carts; seeded catalogues and stores of carts in two sizes each, since the
 * same rows over both show what a size costs.
 */
export type SystemName = 'shop' | 'small' | 'large' | 'few' | 'many';

/** What a row's requests are made from. */
export interface Target {
  readonly shop: Shop;
  readonly carts: Carts;
  readonly catalogue: Catalogue;
  readonly sessions: Sessions;
}

/** A row of the table that is ours. */
export interface OwnCase {
  readonly name: string;
  /** Connections that send at once; those of the whole bench when not said. */
  readonly connections?: number;
  /** The system that is asked; the shop when not said. */
  readonly system?: SystemName;
  /** The address that is asked; the system's public one when not said. */
  url?(target: Target): string;
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

export const bareHttp = 'node:http';

/** A ratio to another row's cost; nothing to hold when that row was not run. */
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
