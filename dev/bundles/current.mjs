// Finds the bundles of the programs, which load faster than the sources and need less memory. This file is plain
// JavaScript, because dev/bootstrap.mjs runs on any Node.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Returns the path of the folder with all builds: a folder for each build, and the manifest of the current one. Each
 * root has its own folder, because several roots may share one node_modules (bench/other-commit.ts).
 */
export function buildsIn(root) {
  const name = createHash('sha256').update(realpathSync(root)).digest('hex').slice(0, 12);
  return join(root, 'node_modules/.cache/cartwright/bundles', name);
}

/** Returns the hash of package-lock.json. If a package changes, this hash changes. */
export function lockHash(root) {
  return createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
}

/** Returns the size and modification time of a source file, which show whether the file has changed. */
export function factsOf(path) {
  const { mtimeMs, size } = statSync(path);
  return { mtimeMs, size };
}

/**
 * Returns the path of the folder with the bundles. Returns null if there are none, or if a source or package has
 * changed since they were built.
 */
export function currentBundles(root, lock) {
  try {
    const manifest = JSON.parse(readFileSync(join(buildsIn(root), 'manifest.json'), 'utf8'));
    if (manifest.lock !== lock) return null;
    for (const { path, mtimeMs, size } of manifest.sources) {
      const facts = factsOf(join(root, path));
      if (facts.mtimeMs !== mtimeMs || facts.size !== size) return null;
    }
    const folder = join(buildsIn(root), manifest.folder);
    return existsSync(folder) ? folder : null;
  } catch {
    return null;
  }
}

/** Returns the path of the bundle of a program, of which `entry` is the source relative to the root. */
export function bundleOf(folder, entry) {
  return join(folder, entry.replace(/\.ts$/, '.mjs'));
}

/** Returns the folder for V8's compiled code of the bundles. It is deleted together with them. */
export function compileCacheOf(folder) {
  return join(folder, 'compile-cache');
}
