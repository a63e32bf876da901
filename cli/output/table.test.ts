import { expect, test } from 'vitest';
import { pairs, table } from './table.ts';

test('columns are aligned, numbers to the right', () => {
  const rows = [
    ['mug', 7],
    ['teapot', 1_200],
  ] as const;
  expect(table(['name', 'sold'], rows)).toBe('name    sold\nmug        7\nteapot  1200\n');
});

test('cells that do not fit into the width of a terminal are printed below their row', () => {
  const headings = ['name', 'sold', 'colour', 'where'];
  const rows = [
    ['mug', 7, 'red', 'Bath'],
    ['teapot', 1_200, 'brown', ''],
  ] as const;
  const wide = 'name    sold  colour  where\nmug        7  red     Bath\nteapot  1200  brown\n';
  expect([table(headings, rows), table(headings, rows, 27)]).toEqual([wide, wide]);
  expect(table(headings, rows, 26)).toBe(
    'name    sold  colour\n  where\nmug        7  red\n  Bath\nteapot  1200  brown\n',
  );
  expect(table(['name', 'sold'], [['teapot', 1]], 3)).toBe('na…\n  …\nte…\n  …\n');
});

test('a name cannot send control characters to the terminal', () => {
  expect(table(['name'], [['\u001b[2Jmug\r\n']])).toBe('name\n [2Jmug\n');
  expect(pairs([['name', 'mug\u009b31m']])).toBe('name  mug 31m\n');
  expect(table(['name'], [['\u202egum\u2028mug \u{1f469}\u200d\u{1f467}']])).toBe(
    'name\n gum mug \u{1f469}\u200d\u{1f467}\n',
  );
});

test('no line is wider than the terminal, with any number of columns and wide letters', () => {
  const headings = ['name', 'one', 'two', 'three'];
  const rows = [
    ['急須と湯呑み五客揃い', 'x'.repeat(50), 'y', 'z'.repeat(9)],
    ['mug', 'a', 'b'.repeat(30), ''],
  ];
  expect(table(headings, rows, 20)).toBe(
    [
      'name',
      '  one',
      '  two',
      '  three',
      '急須と湯呑み五客揃い',
      `  ${'x'.repeat(17)}…`,
      '  y',
      '  zzzzzzzzz',
      'mug',
      '  a',
      `  ${'b'.repeat(17)}…`,
      '',
    ].join('\n'),
  );
});
