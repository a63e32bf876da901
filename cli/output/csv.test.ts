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
