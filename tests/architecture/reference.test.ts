import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { routes } from '../../gateway/routes.ts';

const reference = resolve(fileURLToPath(import.meta.url), '../../../docs/reference');

test('each route has its place in one page of the reference, and no page has another one', () => {
  const pages = globSync('*.md', { cwd: reference }).map((name) =>
    readFileSync(resolve(reference, name), 'utf8'),
  );
  const places = pages.flatMap((page) =>
    [...page.matchAll(/^<!-- route (.+) -->$/gm)].map(([, request]) => request),
  );
  const served = routes.map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`);
  expect(places.sort()).toEqual(served.sort());
});
