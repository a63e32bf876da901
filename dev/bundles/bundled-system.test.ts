import { appendFile, cp, mkdtemp, readdir, realpath, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { readLoginParameters } from '#contracts/login-extensions.ts';
import { operatorOf } from '#testing/operator.ts';
import { type RunningSystem, startSystem } from '#testing/system.ts';
import { servedRoles } from '../roles.ts';
import { commandLine } from '../run-folder.ts';
import { root as repository } from '../settings.ts';
import { buildsIn } from './current.mjs';
import { keepBundles } from './keep.ts';

/**
 * A copy of the repository, which shares the packages. The copies of all tests have the same path and the same times of
 * files, so that the tests need only one build.
 */
let root: string;
let builds: string;
beforeAll(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'cartwright-bundled-')));
  builds = buildsIn(root);
});
beforeEach(async () => {
  const parts = ['cli', 'contracts', 'deploy', 'dev', 'gateway', 'platform', 'services', 'testing'];
  const files = ['package.json', 'package-lock.json'];
  for (const name of [...parts, 'examples/cart-extension', 'examples/login-extension', ...files])
    await cp(join(repository, name), join(root, name), { recursive: true, preserveTimestamps: true });
  await symlink(join(repository, 'node_modules'), join(root, 'node_modules'));
});
afterEach(async () => {
  for (const name of await readdir(root)) await rm(join(root, name), { recursive: true });
});
afterAll(async () => {
  for (const folder of [builds, deleted(), root]) await rm(folder, { recursive: true, force: true });
});

/** Returns the path that the bundles have while they are absent. */
const deleted = () => `${builds}-deleted`;

/** Returns for each process whether it runs from its `bundle` or from its `sources`. */
async function programsOf(system: RunningSystem): Promise<Record<string, string>> {
  const found = servedRoles.map(async ({ name, entry }) => {
    const command = commandLine(await system.pid(`${name}-1`));
    const bundle = join(builds, '.*', entry.replace(/\.ts$/, '\\.mjs'));
    if (new RegExp(bundle).test(command)) return [name, 'bundle'];
    return [name, command.includes(join(root, entry)) ? 'sources' : command];
  });
  return Object.fromEntries(await Promise.all(found));
}

const all = (program: string) => Object.fromEntries(servedRoles.map(({ name }) => [name, program]));

test('a system runs from the bundles of its root, beside extensions that import its sources', async () => {
  const env = {
    SHOP: 'off',
    CART_EXTENSIONS: join(root, 'examples/cart-extension/gift-message.ts'),
    LOGIN_EXTENSIONS: `audit,${join(root, 'examples/login-extension/invitation.ts')}`,
    LOGIN_EXTENSION_SETTINGS: '{"invitation": {"codes": ["spring-2026"]}}',
  };
  await using system = await startSystem({ root, env });
  expect(await programsOf(system)).toEqual(all('bundle'));
  await using operator = await operatorOf(system);
  const { extensions } = await operator.ask(readLoginParameters, {});
  expect(extensions).toEqual(['audit', 'invitation']);
  // A replica starts again even if its bundle was deleted.
  await rm(deleted(), { recursive: true, force: true });
  await rename(builds, deleted());
  process.kill(await system.pid('cart-1'), 'SIGKILL');
  const restarted = { ...all('bundle'), cart: 'sources' };
  await vi.waitFor(async () => expect(await programsOf(system)).toEqual(restarted), { timeout: 30_000 });
  await vi.waitFor(async () => expect((await fetch(`${system.httpUrl}/health/ready`)).status).toBe(200), {
    timeout: 30_000,
  });
  // The replica without a bundle has made the folder again, for its compiled code.
  await rm(builds, { recursive: true, force: true });
  await rename(deleted(), builds);
});

test('when a source has changed and the build fails, a system runs from the sources', async () => {
  expect(await keepBundles(root)).not.toBeNull();
  await appendFile(join(root, 'services/cart/main.ts'), '// a change\n');
  await writeFile(join(root, 'dev/bundles/bundle.ts'), "throw new Error('no build');");
  await using system = await startSystem({ root, env: { SHOP: 'off' } });
  expect(await programsOf(system)).toEqual(all('sources'));
});
