import fc from 'fast-check';
import { expect, test } from 'vitest';
import { expressionIn } from '../../services/cart/domain/shipping/cost-expression.ts';
import { isCost } from './records.ts';

test.each([
  ['5', '.'],
  ['5.', '.'],
  ['.5', '.'],
  ['  5 + [qty] * 0.50 ', '.'],
  ['-(2 - -[ QTY ]) * (([Cost]))', '.'],
  ['10 + [fee percent="10" min_fee=“4” max_fee=]', '.'],
  ['5,95', ','],
  ['[fee percent="12,5"]', ','],
  ['5٫50', '٫'],
  [`${'('.repeat(99)}5${')'.repeat(99)}`, '.'],
])('"%s" is a cost with the decimal separator "%s"', (text, separator) => {
  expect(isCost(text, separator)).toBe(true);
});

test.each([
  ['', '.'],
  ['five', '.'],
  ['5,95', '.'],
  ['5 5', '.'],
  ['1.2.3', '.'],
  ['[qty]5', '.'],
  ['5 +', '.'],
  ['* 5', '.'],
  ['(5', '.'],
  ['5)', '.'],
  ['()', '.'],
  ['n', '.'],
  ['[quantity] * 2', '.'],
  ['[fee percentage="10"]', '.'],
  ['[fee percent="1.2.3"]', '.'],
  ['[qty percent="10"]', '.'],
  [`${'1+'.repeat(100)}1`, '.'],
])('"%s" is not a cost with the decimal separator "%s"', (text, separator) => {
  expect(isCost(text, separator)).toBe(false);
});

test('a cost is accepted exactly if carts can evaluate it', () => {
  const word = fc.constantFrom(
    ...[
      '1',
      '0',
      '2.5',
      '.5',
      '[qty]',
      '[ COST ]',
      '[fee]',
      '[fee percent="7.5" min_fee=2]',
      '[fee max_fee=,5]',
    ],
    ...[
      '[weight]',
      '[fee percent=1 2]',
      '+',
      '-',
      '*',
      '/',
      '(',
      ')',
      ' ',
      ',',
      '.',
      '٫',
      '[',
      ']',
      'n',
      '"',
    ],
  );
  const sentence = fc.oneof(
    fc.array(word, { maxLength: 12 }).map((words) => words.join('')),
    fc.string({ maxLength: 220, unit: 'binary' }),
  );
  const separator = fc.constantFrom('.', ',', '٫');
  fc.assert(
    fc.property(sentence, separator, (text, sign) => {
      expect(isCost(text, sign)).toBe(expressionIn(text, sign) !== null);
    }),
    { numRuns: 4_000 },
  );
});
