import { existsSync } from 'node:fs';
import { readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from './base/commands.ts';
import { withLock } from './base/lock.mjs';
import { root } from './base/settings.ts';
import { explain, say } from './base/terminal.ts';

const source = join(root, 'examples/storefront');
const built = join(source, 'dist');
/** The files and folders from which the storefront is built, relative to the storefront's folder. */
const inputs = [
  ...['index.html', 'vite.config.ts', 'tsconfig.json', 'src'],
  ...['../../clients/typescript/src', '../../gateway/openapi/service.json'],
];

/**
 * Returns when a file was changed, in Unix milliseconds. For a folder, returns when its newest file was changed.
 * Returns 0 if the path does not exist.
 */
async function changedAt(path: string): Promise<number> {
  if (!existsSync(path)) return 0;
  const found = await stat(path);
  if (!found.isDirectory()) return found.mtimeMs;
  const below = await readdir(path);
  return Math.max(found.mtimeMs, ...(await Promise.all(below.map((name) => changedAt(join(path, name))))));
}

async function isCurrent(): Promise<boolean> {
  const madeAt = await changedAt(join(built, 'index.html'));
  if (madeAt === 0) return false;
  const times = await Promise.all(inputs.map((name) => changedAt(join(source, name))));
  return Math.max(...times) <= madeAt;
}

/** Builds the example storefront if a source is newer than the built files. */
async function build(): Promise<void> {
  if (await isCurrent()) return;
  await withLock(
    join(source, 'dist.lock'),
    () => undefined,
    async () => {
      if (await isCurrent()) return;
      const fresh = join(source, 'dist.tmp');
      const vite = join(root, 'node_modules/vite/bin/vite.js');
      await run(process.execPath, [vite, 'build', source, '--outDir', fresh, '--emptyOutDir'], {
        timeoutMs: 120_000,
      });
      await rm(built, { recursive: true, force: true });
      await rename(fresh, built);
    },
  );
}

/**
 * Returns the value of the gateway's setting SHOP. Without a given value, builds the example storefront and returns its
 * folder. Returns `off` if the build fails, because a system works without the example.
 */
export async function shopSetting(given: string | undefined): Promise<string> {
  if (given !== undefined) return given;
  try {
    await build();
    return built;
  } catch (error) {
    say(`the storefront at /shop is not there: ${explain(error)}`);
    return 'off';
  }
}
