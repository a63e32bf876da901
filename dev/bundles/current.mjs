// Finds the bundle of the command line, which loads faster than the sources. This file is plain JavaScript,
// because dev/bootstrap.mjs runs on any Node.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Returns the path of the folder that contains manifest.json and one folder for each bundle. */
export function bundlesIn(root) {
  return join(root, 'node_modules/.cache/cartwright/cli');
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
 * Returns the path of the bundle's program. Returns null if there is no bundle, or if a source or package has changed
 * since the bundle was built.
 */
export function currentBundle(root, lock) {
  try {
    const manifest = JSON.parse(readFileSync(join(bundlesIn(root), 'manifest.json'), 'utf8'));
    if (manifest.lock !== lock) return null;
    for (const { path, mtimeMs, size } of manifest.sources) {
      const facts = factsOf(join(root, path));
      if (facts.mtimeMs !== mtimeMs || facts.size !== size) return null;
    }
    const program = join(bundlesIn(root), manifest.folder, 'main.mjs');
    return existsSync(program) ? program : null;
  } catch {
    return null;
  }
}
