import { join } from 'node:path';
import { importShop, runCli } from '#testing/import-shop.ts';
import { type RunningSystem, startSystem } from '#testing/system.ts';
import { cartCounts } from './cart-cases.ts';
import { Carts } from './carts.ts';
import type { SystemName, Target } from './case.ts';
import { Catalogue } from './catalogue.ts';
import { products as catalogueSizes } from './catalogue-cases.ts';
import { fillStore, Sessions } from './sessions.ts';
import { Shop } from './shop.ts';

/** Products of the shop with carts. */
const products = 1_000;

/** Settings for measurements. The load arrives through a renderer that forwards shoppers' addresses. */
export const production = { NODE_ENV: 'production', CHECK_REPLIES: 'false', TRUSTED_PROXIES: '127.0.0.1' };

/** Request data with its system. */
export interface RunningTarget extends Target {
  readonly system: RunningSystem;
}

/** Prints progress beside the table. */
export const say = (line: string) => process.stderr.write(`${line}\n`);

/** Starts and fills a system, and prints the time it took. */
async function filled(dataDir: string, what: string, fill: (system: RunningSystem) => Promise<unknown>) {
  const system = await startSystem({ dataDir, env: production });
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

function withProducts(folder: string, size: keyof typeof catalogueSizes): Promise<RunningSystem> {
  const count = String(catalogueSizes[size]);
  const seed = ({ dataDir }: RunningSystem) => runCli(dataDir, ['seed', '--products', count]);
  return filled(join(folder, size), `seeded ${count} products`, seed);
}

function withCarts(folder: string, size: keyof typeof cartCounts): Promise<RunningSystem> {
  const count = cartCounts[size];
  return filled(join(folder, size), `filled ${count} carts`, async ({ dataDir, redisUrl }) => {
    const ids = await importShop(dataDir, join(folder, `${size}-shop`), 10);
    await fillStore(redisUrl, ids, count);
  });
}

/** Starts and fills each system beside the shop in a folder. */
export const starts: Readonly<
  Record<Exclude<SystemName, 'shop'>, (folder: string) => Promise<RunningSystem>>
> = {
  small: (folder) => withProducts(folder, 'small'),
  large: (folder) => withProducts(folder, 'large'),
  few: (folder) => withCarts(folder, 'few'),
  many: (folder) => withCarts(folder, 'many'),
};

export async function targetOf(
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

/** Stores products and carts of the shop. */
export async function shopTarget(folder: string, system: RunningSystem, carts: number) {
  const ids = await importShop(system.dataDir, join(folder, 'shop'), products);
  const target = await targetOf(system, ids, carts);
  say(`filling ${carts} carts`);
  await target.carts.fill();
  return target;
}
