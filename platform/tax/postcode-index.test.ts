import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PostcodeIndex } from './postcode-index.ts';

/** Returns the positions of the patterns that match a postcode. */
function found(patterns: readonly string[], postcode: string): readonly number[] {
  const index = new PostcodeIndex(patterns.map((one, place) => [one, place] as const));
  return [...index.at(postcode)].sort((a, b) => a - b);
}

test.each([
  ['the same one', 'SW1A 1AA', 'SW1A 1AA', true],
  ['the same one, without blanks', 'SW1A 1AA', 'sw1a1aa', true],
  ['the same one, with blanks', 'sw1a1aa', ' SW1A 1AA ', true],
  ['the beginning of one', 'SW1A', 'SW1A 1AA', false],
  ['none', '90210', '', false],
  ['one without its leading nought', '01234', '1234', false],
  ['beginning so', 'SW1*', 'SW1A 1AA', true],
  ['beginning so, with a blank', 'sw 1*', 'SW1A 1AA', true],
  ['just the beginning', 'SW1*', 'SW1', true],
  ['beginning otherwise', 'SW1*', 'SW2A 1AA', false],
  ['with more after the asterisk, which says nothing', 'SW1*Z', 'SW1A 1AA', true],
  ['anything', '*', '90210', true],
  ['anything, even none', '*', '', true],
  ['the first of a range', '1000...1999', '1000', true],
  ['the last of a range', '1000...1999', '1999', true],
  ['before a range', '1000...1999', '999', false],
  ['after a range', '1000...1999', '2000', false],
  ['longer than a range', '1000...1999', '15000', false],
  ['within a range of two lengths', '999...1001', '1000', true],
  ['within a range with leading noughts', '0800...0899', '0850', true],
  ['within a range with blanks', '100 00 ... 199 99', '150 00', true],
  ['letters in a range of digits', '1000...1999', '1A00', false],
  ['none in a range', '1000...1999', '', false],
  ['with four digits more in a range of five', '90000...90999', '90210-1234', false],
  ['within a range of one length', '00-100...00-999', '00-950', true],
  ['within a range of letters', 'BT1...BT9', 'bt5', true],
  ['after a range of letters', 'BT1...BT5', 'BT6', false],
  ['of another length than a range of letters', 'AB1...AB9', 'AB10', false],
  ['a range the wrong way round', '1999...1000', '1500', false],
  ['a range of three ends', '1...2...3', '2', false],
  ['more digits than numbers have exactly', '9007199254740993...9007199254740993', '9007199254740992', false],
])('%s: "%s" and "%s" (docs/money.md, tax address and rates)', (_what, pattern, postcode, fits) => {
  expect(found([pattern], postcode)).toEqual(fits ? [0] : []);
});

const part = fc.oneof(
  fc.string({ unit: fc.constantFrom(...'019AB- '), maxLength: 4 }),
  fc.nat(1_100).map(String),
  fc.constantFrom('0', '00', '007', '90210-1234'),
);
const pattern = fc.oneof(
  part,
  fc.tuple(part, part).map(([one, other]) => `${one}*${other}`),
  fc.tuple(part, part).map(([from, to]) => `${from}...${to}`),
  fc.tuple(part, part, part).map((ends) => ends.join('...')),
);

test('many patterns match like each alone (docs/money.md, tax address and rates)', () => {
  fc.assert(
    fc.property(fc.array(pattern, { maxLength: 40 }), part, (patterns, postcode) => {
      const fitting = [...patterns.keys()].filter(
        (place) => found([patterns[place] ?? ''], postcode).length > 0,
      );
      expect(found(patterns, postcode)).toEqual(fitting);
    }),
    { numRuns: 3_000 },
  );
});
