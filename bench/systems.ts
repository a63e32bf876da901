import { join } from 'node:path';
import { importShop, runCli } from '#testing/import-shop.ts';
import { type RunningSystem, startSystem } from '#testing/system.ts';
import { cartCounts } from './cart-rows.ts';
import { Carts } from './carts.ts';
import { Catalogue } from './catalogue.ts';
import { products as catalogueSizes } from './catalogue-rows.ts';
import type { Options } from './options.ts';
import { profiledNode } from './profile.ts';
import type { SystemName, Target } from './row.ts';
import { fillStore, Sessions } from './sessions.ts';
import { Shop } from './shop.ts';

/** Number of products of the shop. */
const products = 1_000;

/**
 * Settings of measured systems. The bench sends requests as a renderer does, which forwards the shoppers' addresses.
 */
export const production = { NODE_ENV: 'production', CHECK_REPLIES: 'false', TRUSTED_PROXIES: '127.0.0.1' };

/** A running system, with the objects that create requests for it. */
export interface RunningTarget extends Target {
  readonly system: RunningSystem;
}

/** Prints a line about progress to standard error, because standard output has only the table. */
export const say = (line: string) => process.stderr.write(`${line}\n`);

/** The data folder of a system, and the folder of its program. `root` is undefined for the working tree. */
interface Place {
  readonly dataDir: string;
  readonly root: string | undefined;
}

/** Starts a system, fills it with `fill`, and prints how long the filling took. */
async function filled(
  { dataDir, root }: Place,
  what: string,
  fill: (system: RunningSystem) => Promise<unknown>,
) {
  const system = await startSystem({ dataDir, env: production, ...(root && { root }) });
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

function withProducts(folder: string, size: keyof typeof catalogueSizes, root?: string) {
  const count = String(catalogueSizes[size]);
  const place = { dataDir: join(folder, size), root };
  return filled(place, `seeded ${count} products`, (system) =>
    runCli(system.dataDir, ['seed', '--products', count], system.root),
  );
}

function withCarts(folder: string, size: keyof typeof cartCounts, root?: string) {
  const count = cartCounts[size];
  const place = { dataDir: join(folder, size), root };
  return filled(place, `filled ${count} carts`, async (system) => {
    const ids = await importShop(system.dataDir, join(folder, `${size}-shop`), 10, {}, system.root);
    await fillStore(system.redisUrl, ids, count);
  });
}

type OtherSystem = Exclude<SystemName, 'shop'>;

/** Functions that start and fill all systems except the shop, each with a folder for its data. */
const starts: Readonly<Record<OtherSystem, (folder: string, root?: string) => Promise<RunningSystem>>> = {
  small: (folder, root) => withProducts(folder, 'small', root),
  large: (folder, root) => withProducts(folder, 'large', root),
  few: (folder, root) => withCarts(folder, 'few', root),
  many: (folder, root) => withCarts(folder, 'many', root),
};

/** Starts the system `shop`, which is empty at first. */
export function startShop(folder: string, { replicas, profile }: Options, root?: string) {
  const env = { ...production, ...(profile ? profiledNode : {}) };
  const dataDir = join(folder, 'data');
  return startSystem({ dataDir, env, replicas: { cart: replicas }, ...(root && { root }) });
}

/** Fills the shop. Starts and fills the other systems, which stop when `stack` is disposed. */
export async function targetsOf(
  shop: RunningSystem,
  folder: string,
  { others, carts }: { readonly others: ReadonlySet<OtherSystem>; readonly carts: number },
  stack: AsyncDisposableStack,
): Promise<Map<SystemName, RunningTarget>> {
  const targets = new Map<SystemName, RunningTarget>([['shop', await shopTarget(folder, shop, carts)]]);
  for (const name of others)
    targets.set(name, await targetOf(stack.use(await starts[name](folder, shop.root)), [], 0));
  return targets;
}

async function targetOf(
  system: RunningSystem,
  productIds: readonly number[],
  carts: number,
): Promise<RunningTarget> {
  return {
    system,
    shop: new Shop(system.httpUrl, productIds),
    carts: new Carts(system.httpUrl, productIds, carts),
    catalogue: new Catalogue(system.httpUrl),
    sessions: await Sessions.of(system),
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
