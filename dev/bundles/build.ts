// Builds the bundles of all programs: `node dev/bundles/build.ts ROOT`. Programs run from their bundles as long as no
// source has changed. With a second path, the bundles are written into this folder and not published: an image of a
// container needs no manifest, because its sources never change.
import { existsSync } from 'node:fs';
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
import { basename, dirname, join, relative, resolve } from 'node:path';
import { bundle, programs, programsOfImage } from './bundle.ts';
import { buildsIn, factsOf, lockHash, type Manifest, type SourceFacts } from './current.mjs';

/**
 * Milliseconds until a bundle that nobody uses is deleted: one day, because a running command may still load parts of
 * a replaced bundle.
 */
const keptMs = 86_400_000;

/**
 * Writes the bundles of programs into a folder. Returns the size and time that each source file had before the build read
 * the file. So a file that changes during the build makes the bundles outdated.
 */
async function bundleAll(
  root: string,
  folder: string,
  entries: readonly string[],
): Promise<Manifest['sources']> {
  const sources = new Map<string, SourceFacts>();
  const onRead = (path: string) => {
    if (!sources.has(path)) sources.set(path, factsOf(path));
  };
  // These files also count as sources, because they determine the content of the bundles.
  for (const name of ['build.ts', 'bundle.ts', '../roles.ts']) onRead(join(import.meta.dirname, name));
  onRead(join(root, 'package.json'));
  await Promise.all(entries.map((entry) => bundle(entry, root, folder, onRead)));
  return [...sources].map(([path, facts]) => ({ path: relative(root, path), ...facts }));
}

/**
 * Writes manifest.json, which makes a build the current one. Concurrent builds do not disturb each other,
 * because each build has its own folder.
 */
async function publish(builds: string, manifest: Manifest): Promise<void> {
  const path = join(builds, 'manifest.json');
  const former = await readFile(path, 'utf8').then(
    (text) => (JSON.parse(text) as Manifest).folder,
    () => null,
  );
  const fresh = join(builds, manifest.folder, 'manifest.json');
  await writeFile(fresh, JSON.stringify(manifest));
  await rename(fresh, path);
  const now = new Date();
  if (former !== null) await utimes(join(builds, former), now, now).catch(() => undefined);
}

/** Deletes builds that nobody has used for a day, and all builds of roots that no longer exist. */
async function sweep(builds: string, current: string): Promise<void> {
  for (const name of await readdir(dirname(builds))) {
    const folder = join(dirname(builds), name);
    const manifest = await readFile(join(folder, 'manifest.json'), 'utf8').catch(() => null);
    const { root } = JSON.parse(manifest ?? '{}') as Partial<Manifest>;
    if (root !== undefined && !existsSync(root)) await rm(folder, { recursive: true, force: true });
  }
  for (const entry of await readdir(builds, { withFileTypes: true })) {
    if (!entry.isDirectory() || entry.name === current) continue;
    const path = join(builds, entry.name);
    const usedAt = await stat(path).then(
      ({ mtimeMs }) => mtimeMs,
      () => Number.NaN,
    );
    if (Date.now() - usedAt > keptMs) await rm(path, { recursive: true, force: true });
  }
}

const root = await realpath(process.argv[2] ?? '');
const target = process.argv[3];
if (target) {
  await bundleAll(root, resolve(target), [...programs, ...programsOfImage]);
} else {
  const builds = buildsIn(root);
  const lock = lockHash(root);
  await mkdir(builds, { recursive: true });
  const folder = await mkdtemp(join(builds, 'build-'));
  const sources = await bundleAll(root, folder, programs);
  await publish(builds, { root, folder: basename(folder), lock, sources });
  await sweep(builds, basename(folder));
}
