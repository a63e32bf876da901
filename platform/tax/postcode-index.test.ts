import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PostcodeIndex } from './postcode-index.ts';

/** Returns the positions of the patterns that match a postcode. */
function found(patterns: readonly string[], postcode: string): readonly number[] {
  const index = new PostcodeIndex(patterns.map((one, place) => [one, place] as const));
  return [...index.at(postcode)].sort((a, b) => a - b);
}

test.each([
  ['the same postcode', 'SW1A 1AA', 'SW1A 1AA', true],
  ['the same postcode without blanks', 'SW1A 1AA', 'sw1a1aa', true],
  ['the same postcode with blanks', 'sw1a1aa', ' SW1A 1AA ', true],
  ['only the beginning of the postcode', 'SW1A', 'SW1A 1AA', false],
  ['no postcode', '90210', '', false],
  ['without its leading zero', '01234', '1234', false],
  ['a prefix', 'SW1*', 'SW1A 1AA', true],
  ['a prefix with a blank', 'sw 1*', 'SW1A 1AA', true],
  ['only the prefix', 'SW1*', 'SW1', true],
  ['another prefix', 'SW1*', 'SW2A 1AA', false],
  ['text after the asterisk, which is ignored', 'SW1*Z', 'SW1A 1AA', true],
  ['any postcode', '*', '90210', true],
  ['any postcode, even none', '*', '', true],
  ['the first of a range', '1000...1999', '1000', true],
  ['the last of a range', '1000...1999', '1999', true],
  ['before a range', '1000...1999', '999', false],
  ['after a range', '1000...1999', '2000', false],
  ['longer than a range', '1000...1999', '15000', false],
  ['within a range of two lengths', '999...1001', '1000', true],
  ['within a range with leading zeros', '0800...0899', '0850', true],
  ['within a range with blanks', '100 00 ... 199 99', '150 00', true],
  ['letters in a range of digits', '1000...1999', '1A00', false],
  ['no postcode in a range', '1000...1999', '', false],
  ['four more digits than a range of five digits', '90000...90999', '90210-1234', false],
  ['within a range of one length', '00-100...00-999', '00-950', true],
  ['within a range of letters', 'BT1...BT9', 'bt5', true],
  ['after a range of letters', 'BT1...BT5', 'BT6', false],
  ['of another length than a range of letters', 'AB1...AB9', 'AB10', false],
  ['a range whose end is before its start', '1999...1000', '1500', false],
  ['a range of three ends', '1...2...3', '2', false],
  [
    'more digits than a number can store exactly',
    '9007199254740993...9007199254740993',
    '9007199254740992',
    false,
  ],
])(
  '%s: pattern "%s", postcode "%s" (docs/money.md, tax address and rates)',
  (_what, pattern, postcode, fits) => {
    expect(found([pattern], postcode)).toEqual(fits ? [0] : []);
  },
);

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

test('an index of many patterns matches like each pattern alone (docs/money.md, tax address and rates)', () => {
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
