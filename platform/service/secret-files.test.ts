import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { readEnvironment, secret } from './settings.ts';

const Schema = z.object({
  OPEN: z.string().optional(),
  TOKEN: secret(z.string().min(3, 'must have at least 3 characters')),
  PASSWORD: secret(z.string().optional()),
});

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cartwright-files-'));
});
afterEach(() => {
  vi.unstubAllEnvs();
});
afterAll(() => rm(folder, { recursive: true }));

/** Returns the settings, or the message of the error, with files of these contents. */
async function read(variables: Record<string, string>, files: Record<string, string> = {}): Promise<unknown> {
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, name);
    await writeFile(path, text);
    vi.stubEnv(`${name}_FILE`, path);
  }
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  try {
    return readEnvironment(Schema);
  } catch (error) {
    return (error as Error).message.replace('Bad settings in the environment:\n  ', '');
  }
}

test.each([
  ['a b c', 'a b c'],
  ['abc\n', 'abc'],
  ['abc\r\n', 'abc'],
  ['abc\n\n', 'abc\n'],
  [' abc ', ' abc '],
])('a secret is the content of its file without the last line end: %j', async (text, value) => {
  expect(await read({}, { TOKEN: text, PASSWORD: text })).toEqual({ TOKEN: value, PASSWORD: value });
});

test('an empty variable does not hide the file of the secret', async () => {
  expect(await read({ TOKEN: '' }, { TOKEN: 'abc' })).toEqual({ TOKEN: 'abc' });
});

test('only secrets are read from files', async () => {
  expect(await read({ TOKEN: 'abc' }, { OPEN: 'x' })).toEqual({ TOKEN: 'abc' });
});

test('a value and a file at once are refused, and neither is shown', async () => {
  expect(await read({ TOKEN: 'abc' }, { TOKEN: 'abd' })).toBe(
    'TOKEN_FILE: must not be set together with TOKEN',
  );
});

test('a file that cannot be used is named in one line', async () => {
  const missing = join(folder, 'missing');
  expect(await read({ TOKEN_FILE: missing })).toBe(
    `TOKEN_FILE: names ${missing}, which cannot be read (ENOENT)`,
  );
  expect(await read({ TOKEN_FILE: folder })).toBe(
    `TOKEN_FILE: names ${folder}, which cannot be read (EISDIR)`,
  );
  expect(await read({}, { TOKEN: '\n' })).toContain('which is empty');
});

test('a value in a file is checked like one in the environment', async () => {
  expect(await read({}, { TOKEN: 'a' })).toBe('TOKEN: must have at least 3 characters');
});
