import { chmodSync, lstatSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** The umask that gives others no access. */
const ownerOnly = 0o077;

/**
 * Makes a folder that only its owner can enter, and sets the umask for everything made later. An existing folder with
 * wider modes is restricted with all its contents.
 *
 * The umask applies to the whole process and its children, because engines would otherwise write files that all users
 * can read.
 */
export function keepPrivate(folder: string): void {
  process.umask(ownerOnly);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  tighten(folder);
}

/** Restricts a file or folder to its owner. Does not follow links, which may lead outside; skips files that vanish. */
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
