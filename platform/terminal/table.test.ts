import { expect, test } from 'vitest';
import { csv, pairs, table, tableOf } from './table.ts';

test('columns are aligned, numbers to the right', () => {
  const rows = [
    ['mug', 7],
    ['teapot', 1_200],
  ] as const;
  expect(table(['name', 'sold'], rows)).toBe('name    sold\nmug        7\nteapot  1200\n');
});

test('in a narrow terminal texts are cut, but no number and no first column', () => {
  const headings = ['name', 'sold', 'colour', 'where'];
  const rows = [
    ['a mug with a long name', 7, 'red', 'Bath'],
    ['teapot', 1_200, 'a brown that is nearly black', 'Stoke-on-Trent, England'],
  ] as const;
  const wide = [
    'name                    sold  colour                        where',
    'a mug with a long name     7  red                           Bath',
    'teapot                  1200  a brown that is nearly black  Stoke-on-Trent, England',
    '',
  ].join('\n');
  expect([table(headings, rows), table(headings, rows, 83)]).toEqual([wide, wide]);
  expect(table(headings, rows, 70)).toBe(
    [
      'name                    sold  colour               where',
      'a mug with a long name     7  red                  Bath',
      'teapot                  1200  a brown that is ne…  Stoke-on-Trent, En…',
      '',
    ].join('\n'),
  );
});

test('columns that do not fit are left out in the given order, then from the right, and named', () => {
  const headings = ['id', 'state', 'name', 'price'];
  const rows = [[7, 'published', 'Espresso cup and saucer', 1_250]];
  const spare = ['state'];
  expect(tableOf({ headings, rows, spare }, 30)).toBe(
    'id  name                 price\n 7  Espresso cup and s…   1250\nToo narrow for state: see --j…\n',
  );
  expect(tableOf({ headings, rows, spare }, 8)).toBe('id\n 7\nToo nar…\n');
  expect(table(['name', 'sold'], [['teapot', 1]], 3)).toBe('na…\nte…\nTo…\n');
});

test('a name cannot send control characters to the terminal', () => {
  expect(table(['name'], [['\u001b[2Jmug\r\n']])).toBe('name\n [2Jmug\n');
  expect(pairs([['name', 'mug\u009b31m']])).toBe('name  mug 31m\n');
  expect(table(['name'], [['\u202egum\u2028mug \u{1f469}\u200d\u{1f467}']])).toBe(
    'name\n gum mug \u{1f469}\u200d\u{1f467}\n',
  );
});

test('no line is wider than the terminal, with wide letters', () => {
  const rows = [
    ['急須と湯呑み五客揃い', 'x'.repeat(50)],
    ['mug', 'a'],
  ];
  expect(table(['name', 'one'], rows, 38)).toBe(
    `name                  one\n急須と湯呑み五客揃い  ${'x'.repeat(15)}…\nmug                   a\n`,
  );
  expect(table(['name', 'one'], rows, 19)).toBe('name\n急須と湯呑み五客揃…\nmug\nToo narrow for one…\n');
});

test('cells are quoted where needed, and no cell is a formula', () => {
  const rows = [
    ['a "red", mug', 7, 'two\nlines'],
    ['=HYPERLINK("http://evil")', -5, '@SUM(A1)'],
    ['+447700900123', 0, '-cmd'],
  ];
  expect(csv({ headings: ['name', 'sold', 'note'], rows })).toBe(
    [
      'name,sold,note',
      '"a ""red"", mug",7,"two\nlines"',
      `"'=HYPERLINK(""http://evil"")",-5,'@SUM(A1)`,
      "+447700900123,0,'-cmd",
      '',
    ].join('\r\n'),
  );
});

test.each([
  "-2+3+cmd|' /C calc'!A0",
  "+1+cmd|' /C calc'!A0",
  '+447700900123+1',
  ' =1',
  '\u00A0=1',
  '＝1',
  '＋1',
  '－1',
  '＠x',
  '\tx',
  '\rx',
  '\nx',
  '-1.5',
  '+12',
])('%j is no formula in CSV', (text) => {
  const cell = csv({ headings: ['a'], rows: [[text]] }).slice('a\r\n'.length, -2);
  expect(cell.replace(/^"|"$/g, '')).toBe(`'${text}`);
});

test.each([
  ["Ann;=cmd|'/C calc'!A0;", "Ann;'=cmd|'/C calc'!A0;"],
  ['good\n =1+1', "good\n' =1+1"],
  ['a\t@x', "a\t'@x"],
  ['a; b = c', 'a; b = c'],
])('%j begins no formula after another separator', (text, written) => {
  const cell = csv({ headings: ['a'], rows: [[text]] }).slice('a\r\n'.length, -2);
  expect(cell.replace(/^"|"$/g, '')).toBe(written);
});

test('whole numbers and phone numbers stay in CSV', () => {
  expect(
    csv({
      headings: ['a'],
      rows: [
        ['-5', '12', '+4477009'],
        [-5, 1.5, 'x=1'],
      ],
    }),
  ).toBe('a\r\n-5,12,+4477009\r\n-5,1.5,x=1\r\n');
});
