import { join } from 'node:path';
import { importShop, runCli } from '#testing/import-shop.ts';
import { type RunningSystem, startSystem } from '#testing/system.ts';
import { cartCounts } from './cart-rows.ts';
import { Carts } from './carts.ts';
import { Catalogue } from './catalogue.ts';
import { products as catalogueSizes } from './catalogue-rows.ts';
import { inspectedNode } from './inspector.ts';
import type { Options } from './options.ts';
import { PriceChanges } from './price-changes.ts';
import type { SystemName, Target } from './row.ts';
import { say } from './say.ts';
import { fillStore, Sessions } from './sessions.ts';
import { Shop } from './shop.ts';

/** Number of products of the shop. */
const products = 1_000;

/**
 * Settings of measured systems. The bench is a trusted proxy, because it sends the shoppers' addresses in
 * `X-Forwarded-For`.
 */
export const production = { NODE_ENV: 'production', CHECK_REPLIES: 'false', TRUSTED_PROXIES: '127.0.0.1' };

/** A running system, with the objects that create requests for it. */
export interface RunningTarget extends Target {
  readonly system: RunningSystem;
  readonly priceChanges: PriceChanges;
}

/** How a system is started. */
interface Start {
  /** The folder that contains the data folders of all systems. */
  readonly folder: string;
  /** The folder of the system's program; undefined for the working tree. */
  readonly root: string | undefined;
  readonly env: Readonly<Record<string, string>>;
}

/** Starts a system, fills it with `fill`, and prints how long the filling took. */
async function filled(
  { folder, root, env }: Start,
  name: OtherSystem,
  what: string,
  fill: (system: RunningSystem) => Promise<unknown>,
) {
  const system = await startSystem({ dataDir: join(folder, name), env, ...(root && { root }) });
  const begun = performance.now();
  try {
    await fill(system);
  } catch (error) {
    await system.stop();
    throw error;
  }
  say(`${what} in ${((performance.now() - begun) / 1_000).toFixed(1)} s`);
  return system;
}

function withProducts(start: Start, size: keyof typeof catalogueSizes) {
  const count = String(catalogueSizes[size]);
  return filled(start, size, `seeded ${count} products`, (system) =>
    runCli(system.dataDir, ['seed', '--products', count], system.root),
  );
}

function withCarts(start: Start, size: keyof typeof cartCounts) {
  const count = cartCounts[size];
  return filled(start, size, `filled ${count} carts`, async (system) => {
    const ids = await importShop(system.dataDir, join(start.folder, `${size}-shop`), 10, {}, system.root);
    await fillStore(system.redisUrl, ids, count);
  });
}

type OtherSystem = Exclude<SystemName, 'shop'>;

/** Functions that start and fill all systems except the shop. */
const starts: Readonly<Record<OtherSystem, (start: Start) => Promise<RunningSystem>>> = {
  small: (start) => withProducts(start, 'small'),
  large: (start) => withProducts(start, 'large'),
  few: (start) => withCarts(start, 'few'),
  many: (start) => withCarts(start, 'many'),
};

/** Returns the settings of measured systems. If the option `profile` is given, the systems can be profiled. */
const environmentFor = ({ profile }: Options) => ({ ...production, ...(profile ? inspectedNode : {}) });

/** Starts the system `shop`, which is empty at first. */
export function startShop(folder: string, options: Options, root?: string) {
  const dataDir = join(folder, 'data');
  // Another commit may lack a role, so only roles with several replicas are named.
  const replicas = Object.fromEntries(Object.entries(options.replicas).filter(([, count]) => count > 1));
  return startSystem({ dataDir, env: environmentFor(options), replicas, ...(root && { root }) });
}

/** Fills the shop. Starts and fills the other systems, which stop when `stack` is disposed. */
export async function targetsOf(
  shop: RunningSystem,
  folder: string,
  others: ReadonlySet<OtherSystem>,
  options: Options,
  stack: AsyncDisposableStack,
): Promise<Map<SystemName, RunningTarget>> {
  const targets = new Map<SystemName, RunningTarget>([
    ['shop', await shopTarget(folder, shop, options.carts)],
  ]);
  const start = { folder, root: shop.root, env: environmentFor(options) };
  for (const name of others) targets.set(name, await targetOf(stack.use(await starts[name](start)), [], 0));
  return targets;
}

async function targetOf(
  system: RunningSystem,
  productIds: readonly number[],
  carts: number,
): Promise<RunningTarget> {
  const catalogue = new Catalogue(system.httpUrl);
  return {
    ...{ system, catalogue },
    shop: new Shop(system.httpUrl, productIds),
    carts: new Carts(system.httpUrl, productIds, carts),
    sessions: await Sessions.of(system),
    priceChanges: await PriceChanges.of(system, catalogue),
  };
}

/** Fills the shop with products and carts. */
export async function shopTarget(folder: string, system: RunningSystem, carts: number) {
  const ids = await importShop(system.dataDir, join(folder, 'shop'), products, {}, system.root);
  const target = await targetOf(system, ids, carts);
  say(`filling ${carts} carts`);
  await target.carts.fill();
  return target;
}
