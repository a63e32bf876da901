import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { environment, root } from '../../dev/settings.ts';
import { type ShopChanges, writeShop } from './shop.ts';

const run = promisify(execFile);

/** Output of a command of the CLI, run against the system of a data folder. @throws Error with what it wrote */
export async function runCli(dataDir: string, args: readonly string[]): Promise<string> {
  const env = { ...environment, DATA_DIR: dataDir };
  const bootstrap = join(root, 'dev/bootstrap.mjs');
  const { stdout } = await run(process.execPath, [bootstrap, 'cli', ...args], { env, cwd: root });
  return stdout;
}

/** Imports a made-up shop of `count` products into a running system. Gives the products' ids. */
export async function importShop(
  dataDir: string,
  folder: string,
  count: number,
  changes: ShopChanges = {},
): Promise<number[]> {
  const ids = await writeShop(folder, count, changes);
  await runCli(dataDir, ['import', 'woocommerce', '--from', folder]);
  return ids;
}
