import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fileOf, pageWith, readersOf } from './contents.ts';

const root = join(import.meta.dirname, '../..');
const contents = await readFile(join(root, 'docs/README.md'), 'utf8');
const readers = readersOf(contents);

test('docs/README.md names the reader of every page, once', async () => {
  const files: string[] = [];
  for await (const file of glob('docs/**/*.md', { cwd: root })) files.push(file);
  const pages = [...files.map(pageWith), 'typed-client', 'react', 'nextjs'].filter(
    (page) => page !== 'README',
  );
  const listed = readers.flatMap((reader) => reader.pages.map(({ path }) => path));
  expect(pages.length).toBeGreaterThan(40);
  expect(listed.toSorted()).toEqual(pages.toSorted());
});

test('the readers are those of a storefront, of a shop, of its machines and of the code', () => {
  expect(readers.map(({ id, name }) => [id, name])).toEqual([
    ['storefront', 'Storefront'],
    ['administrator', 'Administrator'],
    ['operator', 'Operator'],
    ['contributor', 'Contributor'],
  ]);
});

test('every page of v1 comes after those of v2', () => {
  const paths = readers.flatMap((reader) => reader.pages.map(({ path }) => path));
  const [first = -1] = paths.flatMap((path, at) => (path.endsWith('-v1') ? [at] : []));
  expect(first).toBeGreaterThan(paths.indexOf('reference/cart'));
});

test('an entry is a page of the section above it; other lists and links are none', () => {
  const text = `# Title\n- [Before](a.md)\n## One two\n\nSee [b](b.md).\n\n- [C](c/d.md): text\n- Plain\n- [Web](https://shop.example)\n## Three\n- [Client](../clients/typescript/README.md)\n`;
  expect(readersOf(text)).toEqual([
    { id: 'one-two', name: 'One two', pages: [{ path: 'c/d', title: 'C' }] },
    { id: 'three', name: 'Three', pages: [{ path: 'typed-client', title: 'Client' }] },
  ]);
});

test('each page has a file of its own', () => {
  expect(fileOf('reference/cart')).toBe('docs/reference/cart.md');
  for (const page of ['typed-client', 'react', 'nextjs']) expect(pageWith(fileOf(page))).toBe(page);
  expect(pageWith('README.md')).toBe(null);
});
