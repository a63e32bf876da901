import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SettingsError } from '#platform/service/settings.ts';
import { loadLoginExtensions } from './loader.ts';

let folder: string;
const logger = { info() {}, warn() {}, error() {} };
/** Only a logger and a clock, because the extensions of these tests use no other dependencies. */
const deps = { logger, now: () => 0 } as unknown as Parameters<typeof loadLoginExtensions>[2];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cartwright-extensions-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/**
 * Writes a module whose default export is an extension, and returns its path. The code in `members` may replace the
 * extension's default members, such as the name `one`.
 */
async function extensionModule(file: string, members: string): Promise<string> {
  const path = join(folder, file);
  const create = 'create: () => ({ service_login_permission_callback: () => true })';
  await writeFile(path, `export default { name: 'one', ${create}, ${members} };`);
  return path;
}

/**
 * Loads these modules. If this fails, checks that the error message has only one line, and returns the message. If
 * this succeeds, returns an empty text.
 */
async function loadError(...names: string[]): Promise<string> {
  try {
    await loadLoginExtensions(names, '', deps);
    return '';
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    expect(error.message).not.toContain('\n');
    expect(error.message).not.toContain('extension-loader');
    return error.message;
  }
}

test('an unknown name prevents the start with an error that lists the built-in extensions', async () => {
  const shipped = 'device, ldap, sso, admin-verification, geo, schedule, client, audit';
  for (const name of ['nosuch', '@nosuch/extension'])
    expect(await loadError(name)).toBe(
      `LOGIN_EXTENSIONS: ${name} is none of the extensions that ship (${shipped}), nor is there such a module.`,
    );
  const missing = join(folder, 'missing.mjs');
  expect(await loadError(missing)).toMatch(`LOGIN_EXTENSIONS: ${missing} cannot be loaded: `);
});

test("an error names the package that an extension's module imports and that is missing", async () => {
  const path = join(folder, 'needs.mjs');
  await writeFile(path, "import 'nosuch-either'; export default {};");
  expect(await loadError(path)).toMatch(/^LOGIN_EXTENSIONS: .*needs\.mjs cannot be loaded: .*nosuch-either/);
});

test('a settings schema that returns no result, or throws, prevents the start with an error', async () => {
  const none = 'LOGIN_EXTENSIONS: one has settings whose safeParse gives neither ';
  const verdicts = [
    '5',
    'null',
    'undefined',
    '{}',
    '{ success: false }',
    'Promise.resolve({ success: true })',
  ];
  for (const [index, verdict] of verdicts.entries()) {
    const path = await extensionModule(`verdict-${index}.mjs`, `settings: { safeParse: () => (${verdict}) }`);
    expect(await loadError(path)).toMatch(none);
  }
  const throws = "settings: { safeParse() { throw new Error('no\\nmore'); } }";
  expect(await loadError(await extensionModule('throws.mjs', throws))).toBe(
    'LOGIN_EXTENSIONS: one cannot check its settings: no',
  );
  const odd = "settings: { safeParse: () => ({ success: false, error: { message: 'odd', issues: 5 } }) }";
  expect(await loadError(await extensionModule('odd.mjs', odd))).toBe(
    'LOGIN_EXTENSIONS: one has bad settings: odd',
  );
  const good = 'settings: { safeParse: (data) => ({ success: true, data }) }';
  expect(await loadError(await extensionModule('good.mjs', good))).toBe('');
});

test('an extension may add parameters, but neither remove nor change parameters of other extensions', async () => {
  const declares = (file: string, name: string, list: string) =>
    extensionModule(
      file,
      `name: '${name}', create: () => ({ service_login_collection_params: (others) => ${list} })`,
    );
  const own = (name: string) => `{ name: '${name}', description: 'Own', type: 'string', required: true }`;
  const first = await declares('first.mjs', 'first', `[...others, ${own('code')}]`);
  const adds = await declares('adds.mjs', 'adds', `[${own('more')}, ...others.map((one) => ({ ...one }))]`);
  expect(await loadError(first, adds)).toBe('');
  const lists = [
    `[${own('more')}]`,
    '[]',
    '[{ ...others[0], required: false }]',
    '[{ ...others[0], sanitize: () => 5 }]',
    '(others[0].required = false, others)',
  ];
  for (const [index, list] of lists.entries()) {
    const drops = await declares(`drops-${index}.mjs`, 'drops', list);
    expect(await loadError(first, drops)).toBe(
      'LOGIN_EXTENSIONS: drops drops or changes the parameter code, which another extension declares.',
    );
  }
});
