import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from '../commands.ts';
import { withLock } from '../lock.mjs';
import { root as repository } from '../settings.ts';
import { say } from '../terminal.ts';
import { buildsIn, currentBundles, lockHash } from './current.mjs';

/** Milliseconds between two marks that a bundle is in use. A build deletes bundles without a mark for a day. */
const markMs = 3_600_000;

/**
 * Returns the folder with the bundles of all programs, and keeps it while this process runs. Builds the bundles if a
 * source or package has changed. Returns null if the build fails; programs then run from the sources.
 */
export async function keepBundles(root: string = repository): Promise<string | null> {
  try {
    const folder = await builtBundles(root);
    const mark = () => utimes(folder, new Date(), new Date()).catch(() => undefined);
    setInterval(() => void mark(), markMs).unref();
    return folder;
  } catch (error) {
    const [reason] = (error instanceof Error ? error.message : String(error)).split('\n');
    say(`processes and commands run from the sources, because their bundles were not built: ${reason}`);
    return null;
  }
}

/** Returns the folder with the bundles. Of several systems that start at the same time, one builds them. */
async function builtBundles(root: string): Promise<string> {
  const lock = lockHash(root);
  const current = currentBundles(root, lock);
  if (current !== null) return current;
  return withLock(
    join(buildsIn(root), 'build.lock'),
    () => undefined,
    async () => {
      const built = currentBundles(root, lock);
      if (built !== null) return built;
      await run(process.execPath, [join(root, 'dev/bundles/build.ts'), root], { timeoutMs: 120_000 });
      const fresh = currentBundles(root, lock);
      if (fresh === null) throw new Error('a source was changed during the build');
      return fresh;
    },
  );
}
