import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../dev/base/settings.ts';

const read = (file: string) => readFileSync(join(root, file), 'utf8');

test('docs/operations.md has a row for each existing metric', () => {
  const files = globSync('{gateway,platform,services}/**/*.ts', { cwd: root });
  const source = files.filter((file) => !/\.(test|fixture)\.ts$/.test(file)).map(read);
  const named = source.flatMap((text) => [
    ...[...text.matchAll(/\.(?:counter|gauges?|histogram)\(\s*'([a-z_]+)'/g)].map(([, name]) => name),
    ...[...text.matchAll(/name: 'cartwright_([a-z_]+)'/g)].map(([, name]) => name),
  ]);
  const rows = [...read('docs/operations.md').matchAll(/^\| `cartwright_([a-z_]+)` \|/gm)].map(
    ([, name]) => name,
  );
  expect(named.length).toBeGreaterThan(15);
  expect(rows.toSorted()).toEqual([...new Set(named)].toSorted());
});
