import { expect, test } from 'vitest';
import { csv } from './csv.ts';

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
