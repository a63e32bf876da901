import { cp, mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { run } from '../commands.ts';
import { root as repository } from '../settings.ts';
import { bundlesIn, currentBundle, lockHash } from './current.mjs';

// The folder of a small project with the real bootstrap.mjs. The project's command prints `bundle` if it runs from the
// bundle, and `sources` if it runs from the source files.
let project: string;
beforeEach(async () => {
  project = await mkdtemp(join(tmpdir(), 'cartwright-bundle-'));
  for (const path of ['dev/bootstrap.mjs', 'dev/lock.mjs', 'dev/cli-bundle/current.mjs']) {
    await cp(join(repository, path), join(project, path));
  }
  await mkdir(join(project, 'cli'));
  await writeFile(join(project, 'package.json'), '{"type": "module", "version": "7"}');
  await writeFile(join(project, 'package-lock.json'), '{}');
  await writeFile(
    join(project, 'cli/main.ts'),
    `import manifest from '../package.json' with { type: 'json' };
    const { word } = await import('./word.ts');
    const from: string = import.meta.url.includes('node_modules') ? 'bundle' : 'sources';
    console.log(from, manifest.version, word, process.argv.slice(2).join());`,
  );
  await writeFile(join(project, 'cli/word.ts'), "export const word: string = 'old';");
  await mkdir(bundlesIn(project), { recursive: true });
  const installed = join(project, 'node_modules/.cache/cartwright/installed');
  await writeFile(installed, lockHash(project));
});
afterEach(() => rm(project, { recursive: true }));

const build = () => run(process.execPath, [join(repository, 'dev/cli-bundle/build.ts'), project]);
const cli = async () => {
  const args = [join(project, 'dev/bootstrap.mjs'), 'cli', 'a', 'b'];
  return (await run(process.execPath, args, { env: { NODE_COMPILE_CACHE: '' } })).trim();
};

test('a command runs from the bundle while no source has changed', async () => {
  expect(await cli()).toBe('sources 7 old a,b');
  await build();
  expect(await cli()).toBe('bundle 7 old a,b');
  await writeFile(join(project, 'cli/word.ts'), "export const word: string = 'new';");
  expect(await cli()).toBe('sources 7 new a,b');
  await build();
  expect(await cli()).toBe('bundle 7 new a,b');
});

test('a bundle is current only with the times and sizes of its sources, the same packages and all of its files', async () => {
  await build();
  const lock = lockHash(project);
  const program = currentBundle(project, lock);
  expect(program).not.toBeNull();
  expect(currentBundle(project, 'of other packages')).toBeNull();
  const word = join(project, 'cli/word.ts');
  await utimes(word, 1, 1);
  expect(currentBundle(project, lock)).toBeNull();
  await build();
  expect(currentBundle(project, lock)).not.toBeNull();
  await writeFile(word, "export const word: string = 'longer';");
  await utimes(word, 1, 1);
  expect(currentBundle(project, lock)).toBeNull();
  await rm(word);
  expect(currentBundle(project, lock)).toBeNull();
});

test('concurrent builds leave a whole bundle; a replaced one stays for the commands that still run', async () => {
  await Promise.all([build(), build()]);
  expect(await cli()).toBe('bundle 7 old a,b');
  const folders = async () => (await readdir(bundlesIn(project))).filter((name) => name !== 'manifest.json');
  const both = await folders();
  expect(both).toHaveLength(2);
  for (const name of both) await utimes(join(bundlesIn(project), name), 1, 1);
  await build();
  // Two folders remain: the new bundle, and the bundle that it replaced. The build deleted the third bundle.
  expect(await folders()).toHaveLength(2);
  expect(await cli()).toBe('bundle 7 old a,b');
});
