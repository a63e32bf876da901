// Builds the bundle of the command line: `node dev/cli-bundle/build.ts ROOT`. dev/bootstrap.mjs runs the bundle as long
// as no source has changed.
import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { rolldown } from 'rolldown';
import { bundlesIn, factsOf, lockHash, type Manifest, type SourceFacts } from './current.mjs';

/**
 * Milliseconds until a replaced bundle is deleted: one day, because a running command may still load parts of the
 * replaced bundle.
 */
const keptMs = 86_400_000;

/**
 * Writes the bundle into a folder. Returns the size and modification time that each source file had before the build
 * read the file. So a file that changes during the build makes the bundle outdated.
 */
async function bundle(root: string, folder: string): Promise<Manifest['sources']> {
  // This file and package.json also count as sources, because both files determine the content of the bundle.
  const sources = new Map<string, SourceFacts>();
  for (const path of [import.meta.filename, join(root, 'package.json')]) sources.set(path, factsOf(path));
  const build = await rolldown({
    input: join(root, 'cli/main.ts'),
    cwd: root,
    platform: 'node',
    logLevel: 'silent',
    plugins: [
      {
        name: 'sources',
        load(path) {
          const isOwn = !path.startsWith('\0') && !path.startsWith(join(root, 'node_modules/'));
          if (isOwn) sources.set(path, factsOf(path));
        },
      },
    ],
  });
  // The files end with `.mjs`, so Node need not search for a package.json that names the module format.
  await build.write({ dir: folder, entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' });
  await build.close();
  return [...sources].map(([path, facts]) => ({ path: relative(root, path), ...facts }));
}

/**
 * Writes manifest.json, which makes a bundle the current bundle. Concurrent builds do not disturb each other,
 * because each build has its own folder.
 */
async function publish(bundles: string, manifest: Manifest): Promise<void> {
  const path = join(bundles, 'manifest.json');
  const former = await readFile(path, 'utf8').then(
    (text) => (JSON.parse(text) as Manifest).folder,
    () => null,
  );
  const fresh = join(bundles, manifest.folder, 'manifest.json');
  await writeFile(fresh, JSON.stringify(manifest));
  await rename(fresh, path);
  const now = new Date();
  if (former !== null) await utimes(join(bundles, former), now, now).catch(() => undefined);
}

/** Deletes bundles that were replaced more than a day ago. */
async function sweep(bundles: string, current: string): Promise<void> {
  for (const entry of await readdir(bundles, { withFileTypes: true })) {
    if (!entry.isDirectory() || entry.name === current) continue;
    const path = join(bundles, entry.name);
    const replacedAt = await stat(path).then(
      ({ mtimeMs }) => mtimeMs,
      () => Number.NaN,
    );
    if (Date.now() - replacedAt > keptMs) await rm(path, { recursive: true, force: true });
  }
}

const root = await realpath(process.argv[2] ?? '');
const bundles = bundlesIn(root);
const lock = lockHash(root);
await mkdir(bundles, { recursive: true });
const folder = await mkdtemp(join(bundles, 'build-'));
const sources = await bundle(root, folder);
await publish(bundles, { folder: basename(folder), lock, sources });
await sweep(bundles, basename(folder));
