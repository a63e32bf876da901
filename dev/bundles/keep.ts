import { join } from 'node:path';
import { run } from '../commands.ts';
import { root } from '../settings.ts';
import { explain, say } from '../terminal.ts';
import { currentBundle, lockHash } from './current.mjs';

/**
 * Builds the bundle of the command line if there is no current bundle. If the build fails, commands run from the
 * sources.
 */
export async function keepBundle(): Promise<void> {
  try {
    if (currentBundle(root, lockHash(root)) !== null) return;
    await run(process.execPath, [join(root, 'dev/cli-bundle/build.ts'), root], { timeoutMs: 120_000 });
  } catch (error) {
    say(`commands start more slowly, because their bundle was not built: ${explain(error)}`);
  }
}
