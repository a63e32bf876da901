import { chmodSync, lstatSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** The umask with which other users get no access to new files. */
const ownerOnly = 0o077;

/**
 * Makes a folder that only its owner can enter. In an existing folder, removes other users' access to the
 * folder and all its contents.
 *
 * Also sets the umask of the process and its children. Otherwise engines would write files that all users can
 * read.
 */
export function keepPrivate(folder: string): void {
  process.umask(ownerOnly);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  tighten(folder);
}

/**
 * Removes the access of other users to a file or folder. Does not follow links, because their targets may be elsewhere.
 * Skips files that have vanished.
 */
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
