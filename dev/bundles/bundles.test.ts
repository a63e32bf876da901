import {
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rm,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { run } from '../commands.ts';
import { root as repository } from '../settings.ts';
import { programs, programsOfImage } from './bundle.ts';
import { buildsIn, bundleOf, currentBundles, lockHash } from './current.mjs';
import { keepBundles } from './keep.ts';

// The folder of a small project with the real bootstrap.mjs. The project's command prints `bundle` if it runs from the
// bundle, and `sources` if it runs from the source files.
let project: string;
beforeEach(async () => {
  project = await realpath(await mkdtemp(join(tmpdir(), 'cartwright-bundle-')));
  for (const path of ['dev/bootstrap.mjs', 'dev/lock.mjs', 'dev/bundles/current.mjs']) {
    await cp(join(repository, path), join(project, path));
  }
  await write('package.json', '{"type": "module", "version": "7"}');
  await write('package-lock.json', '{}');
  for (const path of [...programs, ...programsOfImage]) await write(path, "await import('node:fs');");
  await write(
    'cli/main.ts',
    `import manifest from '../package.json' with { type: 'json' };
    const { word } = await import('./word.ts');
    const from: string = process.argv[1]?.includes('node_modules') ? 'bundle' : 'sources';
    console.log(from, manifest.version, word, process.argv.slice(2).join());`,
  );
  await write('cli/word.ts', "export const word: string = 'old';");
  await mkdir(buildsIn(project), { recursive: true });
  await write('node_modules/.cache/cartwright/installed', lockHash(project));
});
afterEach(() => rm(project, { recursive: true }));

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(project, path)), { recursive: true });
  await writeFile(join(project, path), text);
}

const build = (...args: readonly string[]) =>
  run(process.execPath, [join(repository, 'dev/bundles/build.ts'), project, ...args]);
const cli = async () => {
  const args = [join(project, 'dev/bootstrap.mjs'), 'cli', 'a', 'b'];
  return (await run(process.execPath, args, { env: { NODE_COMPILE_CACHE: '' } })).trim();
};
const current = () => currentBundles(project, lockHash(project));

test('a command runs from the bundle while no source has changed', async () => {
  expect(await cli()).toBe('sources 7 old a,b');
  await build();
  expect(await cli()).toBe('bundle 7 old a,b');
  await write('cli/word.ts', "export const word: string = 'new';");
  expect(await cli()).toBe('sources 7 new a,b');
  await build();
  expect(await cli()).toBe('bundle 7 new a,b');
});

test('bundles are current only with the times and sizes of all sources, the same packages and their files', async () => {
  await build();
  expect(current()).not.toBeNull();
  expect(currentBundles(project, 'of other packages')).toBeNull();
  const service = join(project, 'services/cart/main.ts');
  await utimes(service, 1, 1);
  expect(current()).toBeNull();
  await build();
  expect(current()).not.toBeNull();
  await writeFile(service, "await import('node:path');");
  await utimes(service, 1, 1);
  expect(current()).toBeNull();
  await rm(service);
  expect(current()).toBeNull();
  await write('services/cart/main.ts', '');
  await build();
  await rm(current() ?? '', { recursive: true });
  expect(current()).toBeNull();
});

test('concurrent builds leave whole bundles; replaced ones stay for the processes that still run', async () => {
  await Promise.all([build(), build()]);
  expect(await cli()).toBe('bundle 7 old a,b');
  const folders = async () => (await readdir(buildsIn(project))).filter((name) => name !== 'manifest.json');
  const both = await folders();
  expect(both).toHaveLength(2);
  for (const name of both) await utimes(join(buildsIn(project), name), 1, 1);
  await build();
  // The build keeps the bundles that were current until now, and deletes the other old ones.
  expect(await folders()).toHaveLength(2);
  expect(await cli()).toBe('bundle 7 old a,b');
});

test('two roots that share their packages have bundles of their own', async () => {
  const other = await realpath(await mkdtemp(join(tmpdir(), 'cartwright-bundle-')));
  try {
    await cp(project, other, { recursive: true, filter: (path) => !path.endsWith('/node_modules') });
    await symlink(join(project, 'node_modules'), join(other, 'node_modules'));
    await run(process.execPath, [join(repository, 'dev/bundles/build.ts'), other]);
    expect(current()).toBeNull();
    await build();
    const folders = [current(), currentBundles(other, lockHash(other))];
    expect(folders).toEqual([expect.any(String), expect.any(String)]);
    expect(await realpath(folders[0] ?? '')).not.toBe(await realpath(folders[1] ?? ''));
    await rm(other, { recursive: true });
    await build();
    // The builds of a root are deleted after the root.
    expect(await readdir(dirname(buildsIn(project)))).toEqual([basename(buildsIn(project))]);
  } finally {
    await rm(other, { recursive: true, force: true });
  }
});

test('a bundled program finds the files of its sources, later parts, and bundles of other programs', async () => {
  await write('services/auth/part/text.txt', 'the text');
  await write(
    'services/auth/part/paths.ts',
    `import { readFileSync } from 'node:fs';
    export const text: string = readFileSync(new URL('./text.txt', import.meta.url), 'utf8');
    export const folder: string = import.meta.dirname;
    export const file: string = import.meta.filename;
    export const hashing: string = new URL('../passwords/hashing.ts', import.meta.url).href;
    export const character: string = '…';`,
  );
  await write(
    'services/auth/main.ts',
    "console.log(JSON.stringify({ ...(await import('./part/paths.ts')) }));",
  );
  await build();
  const bundle = bundleOf(current() ?? '', 'services/auth/main.ts');
  const printed = JSON.parse(await run(process.execPath, [bundle]));
  const hashing = pathToFileURL(bundleOf(current() ?? '', 'services/auth/passwords/hashing.ts')).href;
  const source = { text: 'the text', folder: join(project, 'services/auth/part'), character: '…' };
  expect(printed).toEqual({ ...source, hashing, file: expect.stringContaining(dirname(bundle)) });
  expect(await readFile(printed.file, 'utf8')).toMatch(/^[\x20-\x7e\s]+$/);
});

test('bundles for an image are written into the given folder without a manifest', async () => {
  await build(join(project, 'image'));
  const printed = await run(process.execPath, [bundleOf(join(project, 'image'), 'cli/main.ts'), 'a']);
  expect(printed).toBe('sources 7 old a\n');
  expect(current()).toBeNull();
});

test('when bundles cannot be built, one line says so, and programs run from the sources', async () => {
  const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  expect(await keepBundles(project)).toBeNull();
  expect(said.mock.calls).toEqual([[expect.stringMatching(/^processes and commands run from [^\n]*\n$/)]]);
});

test('of several starts at the same time, one builds the bundles', async () => {
  await symlink(join(repository, 'node_modules/rolldown'), join(project, 'node_modules/rolldown'));
  for (const path of ['bundles/build.ts', 'bundles/bundle.ts', 'roles.ts'])
    await cp(join(repository, 'dev', path), join(project, 'dev', path));
  const folders = await Promise.all([keepBundles(project), keepBundles(project), keepBundles(project)]);
  expect(folders).toEqual([current(), current(), current()]);
  expect((await readdir(buildsIn(project))).filter((name) => name.startsWith('build-'))).toHaveLength(1);
});
