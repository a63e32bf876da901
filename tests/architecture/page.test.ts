import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = resolve(fileURLToPath(import.meta.url), '../../..');
const places = '{contracts,platform,services,gateway,cli,dev,tests,bench,docs}';

test('the architecture pages name only existing files and folders', () => {
  const pages = ['docs/architecture.md', ...globSync('docs/architecture/*.md', { cwd: root })];
  const page = pages.map((path) => readFileSync(resolve(root, path), 'utf8')).join('\n');
  const named = [
    ...page.matchAll(/`([\w*/.-]+(?:\/|\.(?:ts|lua|cjs))|(?:platform|gateway|services|tests)\/[\w*/-]+)`/g),
  ];
  const paths = new Set(named.map(([, path]) => path ?? ''));
  const known = globSync(`${places}/**`, { cwd: root }).map((path) => `/${path}`);
  const exists = (path: string) =>
    known.some((one) => one.endsWith(`/${path.replace(/^\.\.\/|\/$/g, '')}`)) ||
    globSync(path, { cwd: root }).length > 0;
  const missing = [...paths].filter((path) => !exists(path));
  expect(paths.size).toBeGreaterThan(30);
  expect(missing).toEqual([]);
});
