import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Host } from '../../../host.ts';
import { progress } from '../../../output/progress.ts';
import { type RetryPolicy, type ShopAddress, ShopClient } from './client.ts';
import { ShopFetch } from './fetch-shop.ts';

/**
 * Fetches a live shop into a temporary private folder, calls `act` with it, and removes it.
 *
 * @throws Problem when the shop cannot be read completely; nothing was changed then
 */
export async function withFetched<T>(
  host: Host,
  address: ShopAddress,
  act: (folder: string) => Promise<T>,
  patience?: RetryPolicy,
): Promise<T> {
  const client = new ShopClient(address, patience);
  const folder = await mkdtemp(join(tmpdir(), 'cartwright-import-'));
  const bar = progress(host);
  try {
    await new ShopFetch(client, folder, bar).run();
    bar.end();
    return await act(folder);
  } finally {
    bar.end();
    await rm(folder, { recursive: true, force: true });
  }
}
