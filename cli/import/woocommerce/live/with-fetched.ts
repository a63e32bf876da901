import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Host } from '../../../host.ts';
import { progress } from '../../../output/progress.ts';
import { Notes } from '../../notes.ts';
import type { ShopSource } from '../folder.ts';
import { type RetryPolicy, type ShopAddress, ShopClient } from './client.ts';
import { ShopFetch } from './fetch-shop.ts';

/**
 * Fetches a live shop into a temporary folder that only the current user may read, calls `act` with the
 * folder, and then deletes the folder.
 *
 * @throws Problem if the shop cannot be read; `act` is then not called
 */
export async function withFetched<T>(
  host: Host,
  address: ShopAddress,
  act: (source: ShopSource) => Promise<T>,
  retries?: RetryPolicy,
): Promise<T> {
  const notes = new Notes();
  const client = new ShopClient(address, retries, notes);
  const folder = await mkdtemp(join(tmpdir(), 'cartwright-import-'));
  const bar = progress(host);
  try {
    const gaps = await new ShopFetch(client, folder, bar).run();
    bar.end();
    return await act({ folder, gaps, notes });
  } finally {
    bar.end();
    await rm(folder, { recursive: true, force: true });
  }
}
