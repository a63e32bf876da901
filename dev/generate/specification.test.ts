import { expect, test } from 'vitest';
import type { Row } from '../../tests/specification/rows/row.ts';
import { rows, sectionOf, sections } from '../../tests/specification/rows.ts';
import { type Evidence, testsIn } from './evidence.ts';
import { gaps, specificationDocument } from './specification.ts';

const row = (id: string, step: Row['step']): Row => ({
  id,
  title: 'a thing',
  routes: ['GET /v2/cart'],
  step,
});
const passed = (id: string): Evidence => ({
  file: 'a.test.ts',
  row: id,
  title: `[${id}] holds`,
  result: 'passed',
});

test('built rows with a test that passed lack nothing, rows of a later step need none', () => {
  expect(gaps([passed('2.2 id')], [row('2.2 id', 1), row('2.2 later', 2)], 1)).toEqual([]);
});

test('a built row without a test is a gap', () => {
  expect(gaps([], [row('2.2 id', 1)], 1)).toEqual(['the row "2.2 id" is marked built and has no test']);
});

test('a row of step 2 becomes a gap as soon as step 2 is built', () => {
  expect(gaps([], [row('2.2 later', 2)], 2)).toHaveLength(1);
});

test('a test that names no row, or one that is not there, is a gap', () => {
  const nameless = { file: 'a.test.ts', row: null, title: 'holds', result: 'passed' };
  expect(gaps([nameless, passed('2.9 none')], [], 1)).toEqual([
    'a.test.ts: the test "holds" does not begin with a row\'s id in brackets',
    'a.test.ts: there is no row "2.9 none"',
  ]);
});

test('a test that failed or was not run is a gap', () => {
  const failed = { ...passed('2.2 id'), result: 'failed' };
  const missed = { ...passed('2.2 id'), result: null };
  expect(gaps([failed, missed], [row('2.2 id', 1)], 1)).toEqual([
    'a.test.ts: the test "[2.2 id] holds" failed in the last whole run',
    '1 tests have no result that is kept; npm test, and then npm run generate, make one',
  ]);
});

test('a row that is there twice is a gap', () => {
  expect(gaps([passed('2.2 id')], [row('2.2 id', 1), row('2.2 id', 2)], 1)).toEqual([
    'the row "2.2 id" is there twice',
  ]);
});

test('tests are found whatever quotes they use, also those that would not run', () => {
  const text = `
test('[2.2 id] one', () => {});
test("[2.2 sku] the shop's", async () => {});
test.skip('[2.2 name] later', () => {});
test.each(list)('no id', () => {});
`;
  expect(testsIn(text).map((found) => found.row)).toEqual(['2.2 id', '2.2 sku', '2.2 name', null]);
});

test('no two rows have the same name, and each stands once in its section of the page', () => {
  expect(gaps([], rows, 1).filter((gap) => gap.includes('twice'))).toEqual([]);
  expect([...new Set(rows.map(sectionOf))]).toEqual([...sections.keys()]);
  const lines = specificationDocument([]).split('\n');
  expect(lines.filter((line) => /^\| \d/.test(line))).toHaveLength(rows.length);
});
