import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  lastRunPath,
  resultsPath,
  resultsText,
  specificationDigest,
} from '../../tests/specification/results.ts';
import { readEvidence, resultsDoubt, takeOverResults } from './evidence.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'cartwright-'));
  await put('tests/specification/cart.test.ts', "test('[2.2 id] holds', () => {});\n");
  await put('tests/specification/schemas/cart.ts', 'export const Cart = 1;\n');
});
afterEach(() => rm(root, { recursive: true }));

async function put(name: string, text: string): Promise<void> {
  await mkdir(dirname(join(root, name)), { recursive: true });
  await writeFile(join(root, name), text);
}

async function ranWhole(): Promise<string> {
  const tests = { 'cart.test.ts': { '[2.2 id] holds': 'passed' as const } };
  const text = resultsText({ digest: await specificationDigest(root), tests });
  await put(lastRunPath, text);
  return text;
}

test('the results of a whole run are taken over once, and are the evidence', async () => {
  const text = await ranWhole();
  expect(await takeOverResults(root)).toBe(resultsPath);
  expect(await takeOverResults(root)).toBeNull();
  expect(await readFile(join(root, resultsPath), 'utf8')).toBe(text);
  expect(await resultsDoubt(root)).toBeNull();
  expect((await readEvidence(root)).map(({ result }) => result)).toEqual(['passed']);
});

test.each(['cart.test.ts', 'schemas/cart.ts', 'other.test.ts'])(
  'results are of other tests as soon as %s is changed, and are not taken over',
  async (name) => {
    await ranWhole();
    await takeOverResults(root);
    await put(`tests/specification/${name}`, '// changed\n');
    expect(await resultsDoubt(root)).toMatch(/other tests/);
    await rm(join(root, resultsPath));
    expect(await takeOverResults(root)).toBeNull();
  },
);

test('rows may be changed without another run', async () => {
  await ranWhole();
  await takeOverResults(root);
  await put('tests/specification/rows/cart.ts', '// new\n');
  expect(await resultsDoubt(root)).toBeNull();
});
