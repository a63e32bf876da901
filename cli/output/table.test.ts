import { expect, test } from 'vitest';
import { pairs, table } from './table.ts';

test('columns stand below each other, numbers to the right', () => {
  const rows = [
    ['mug', 7],
    ['teapot', 1_200],
  ] as const;
  expect(table(['name', 'sold'], rows)).toBe('name    sold\nmug        7\nteapot  1200\n');
});

test('a name cannot speak to the terminal', () => {
  expect(table(['name'], [['\u001b[2Jmug\r\n']])).toBe('name\n [2Jmug\n');
  expect(pairs([['name', 'mug\u009b31m']])).toBe('name  mug 31m\n');
});
