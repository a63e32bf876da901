import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Host } from '../../../host.ts';
import { progress } from '../../../output/progress.ts';
import type { Report } from '../../report.ts';
import { importWooCommerce } from '../import.ts';
import { type Patience, type ShopAddress, ShopClient } from './client.ts';
import { ShopFetch } from './fetch-shop.ts';

/**
 * Takes a live shop in: fetches it into a temporary folder that only this user may read, imports that and removes it.
 *
 * @throws Problem when the shop cannot be read whole; nothing was changed then
 */
export async function importLive(
  host: Host,
  address: ShopAddress,
  reset: boolean,
  patience?: Patience,
): Promise<Report> {
  const client = new ShopClient(address, patience);
  const folder = await mkdtemp(join(tmpdir(), 'cartwright-import-'));
  const bar = progress(host);
  try {
    await new ShopFetch(client, folder, bar).run();
    bar.end();
    return await importWooCommerce(host, folder, reset);
  } finally {
    bar.end();
    await rm(folder, { recursive: true, force: true });
  }
}
