import { chmodSync, lstatSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** What files and folders made from now on, by this process and its children, do not grant: anything to others. */
const ownerOnly = 0o077;

/**
 * Makes a folder that only its owner can enter, and keeps all that is made in it from now on from others. A folder that
 * is there with wider modes is tightened, with everything in it. The owner's own rights stay as they are.
 *
 * The umask is that of the whole process, and its children inherit it: engines would else write files that others read.
 */
export function keepPrivate(folder: string): void {
  process.umask(ownerOnly);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  tighten(folder);
}

/** Links are not followed: they may lead out of the folder. A file that ends meanwhile needs no mode. */
function tighten(path: string): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found || found.isSymbolicLink()) return;
  try {
    if ((found.mode & ownerOnly) !== 0) chmodSync(path, found.mode & 0o7777 & ~ownerOnly);
    if (found.isDirectory()) for (const name of readdirSync(path)) tighten(join(path, name));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}
