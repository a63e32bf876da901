import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { SpecificationRow } from '../../tests/specification/rows/row.ts';
import { rows, sectionOf, sections } from '../../tests/specification/rows.ts';
import { gaps, type RowTest, readRowTests, specificationDocument, testsIn } from './specification.ts';

const row = (id: string): SpecificationRow => ({ id, title: 'a thing', routes: ['GET /v2/cart'] });
const testOf = (id: string): RowTest => ({ file: 'a.test.ts', row: id, title: `[${id}] holds` });

test('no gap is reported if every row has a test', () => {
  expect(gaps([testOf('2.2 id'), testOf('2.2 id')], [row('2.2 id')])).toEqual([]);
});

test('a row without a test is a gap', () => {
  expect(gaps([], [row('2.2 id')])).toEqual(['the row "2.2 id" has no test']);
});

test('a test that names no row, or a row that does not exist, is a gap', () => {
  const nameless = { file: 'a.test.ts', row: null, title: 'holds' };
  expect(gaps([nameless, testOf('2.9 none')], [])).toEqual([
    'a.test.ts: the test "holds" does not begin with a row\'s id in brackets',
    'a.test.ts: there is no row "2.9 none"',
  ]);
});

test('a row that occurs twice is a gap', () => {
  expect(gaps([testOf('2.2 id')], [row('2.2 id'), row('2.2 id')])).toEqual([
    'the row "2.2 id" is there twice',
  ]);
});

test('tests are found with any quotes, also skipped tests', () => {
  const text = `
test('[2.2 id] one', () => {});
test("[2.2 sku] the shop's", async () => {});
test.skip('[2.2 name] later', () => {});
test.each(list)('no id', () => {});
`;
  expect(testsIn(text).map((found) => found.row)).toEqual(['2.2 id', '2.2 sku', '2.2 name', null]);
});

test('the tests of a folder are read file by file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cartwright-'));
  try {
    await writeFile(join(folder, 'b.test.ts'), "test('[2 b] later', () => {});\n");
    await writeFile(join(folder, 'a.test.ts'), "test('[1 a] first', () => {});\n");
    await writeFile(join(folder, 'client.ts'), "test('[3 c] in no test file', () => {});\n");
    expect(await readRowTests(folder)).toEqual([
      { file: 'a.test.ts', row: '1 a', title: '[1 a] first' },
      { file: 'b.test.ts', row: '2 b', title: '[2 b] later' },
    ]);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('row ids are unique, and the page has each row once, in its section', () => {
  expect(gaps([], rows).filter((gap) => gap.includes('twice'))).toEqual([]);
  expect([...new Set(rows.map(sectionOf))]).toEqual([...sections.keys()]);
  const lines = specificationDocument([]).split('\n');
  expect(lines.filter((line) => /^\| \d/.test(line))).toHaveLength(rows.length);
});
