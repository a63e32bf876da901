import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { environment, root } from '../dev/base/settings.ts';
import { type ShopChanges, writeShop } from './shop.ts';
import { type RunningSystem, startSystem } from './system.ts';

const run = promisify(execFile);

/**
 * Runs a command of the CLI on the system of a data folder, and returns its output. `from` is the folder with the CLI,
 * `input` the standard input.
 *
 * @throws Error with the output if the command fails
 */
export async function runCli(
  dataDir: string,
  args: readonly string[],
  from = root,
  input = '',
): Promise<string> {
  const env = { ...environment, DATA_DIR: dataDir };
  const bootstrap = join(from, 'dev/bootstrap.mjs');
  const running = run(process.execPath, [bootstrap, 'cli', ...args], { env, cwd: from });
  running.child.stdin?.end(input);
  return (await running).stdout;
}

/** Imports a synthetic shop with `count` products into a running system. Returns the ids of the products. */
export async function importShop(
  dataDir: string,
  folder: string,
  count: number,
  changes: ShopChanges = {},
  from = root,
): Promise<number[]> {
  const ids = await writeShop(folder, count, changes);
  await runCli(dataDir, ['import', 'woocommerce', '--from', folder], from);
  return ids;
}

/** Starts a system with `count` products. Returns the system and the ids of its products. */
export async function startShop(
  count: number,
  env: Readonly<Record<string, string>>,
): Promise<{ readonly system: RunningSystem; readonly products: readonly number[] }> {
  const system = await startSystem({ env });
  const folder = await mkdtemp(join(tmpdir(), 'cartwright-shop-'));
  try {
    return { system, products: await importShop(system.dataDir, folder, count) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
