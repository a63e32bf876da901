import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PostcodeIndex } from './postcode-index.ts';

/** Returns the positions of the patterns that match a postcode of a country. */
function found(patterns: readonly string[], postcode: string, country = ''): readonly number[] {
  const index = new PostcodeIndex(patterns.map((one, place) => [one, place] as const));
  return [...index.at(postcode, country)].sort((a, b) => a - b);
}

// Each case was tried with WooCommerce.
test.each([
  ['the same postcode', 'SW1A 1AA', 'GB', 'SW1A 1AA', true],
  ['the same postcode without blanks', 'SW1A 1AA', 'GB', 'sw1a1aa', true],
  ['the bare form of the postcode', 'sw1a1aa', 'GB', ' SW1A 1AA ', true],
  ['another blank than in the country', 'SW 1A1AA', 'GB', 'SW1A 1AA', false],
  ['a blank in a country that writes none', '10 115', 'DE', '10115', false],
  ['only the beginning of the postcode', 'SW1A', 'GB', 'SW1A 1AA', false],
  ['no postcode', '90210', 'US', '', false],
  ['without its leading zero', '01234', 'US', '1234', false],
  ['a bare code of a postcode with a hyphen', '1000001', 'JP', '100-0001', true],
  ['nine digits with their hyphen', '90210-1234', 'US', '902101234', true],
  ['a prefix', 'SW1*', 'GB', 'SW1A 1AA', true],
  ['a prefix with a blank', 'NG1 *', 'GB', 'ng15dj', true],
  ['a prefix with a blank, and a longer code', 'NG1 *', 'GB', 'NG11 5DJ', false],
  ['a prefix with two blanks', 'NG1  *', 'GB', 'NG1 5DJ', true],
  ['a prefix that leaves out the blank', 'PA67*', 'GB', 'PA6 7LN', false],
  ['a prefix of a longer code', 'PA67*', 'GB', 'PA67 6AA', true],
  ['a prefix with a hyphen', '30-*', 'PL', '30001', true],
  ['a prefix of the bare form', '3000*', 'PL', '30-001', false],
  ['a prefix with the letters of a country', 'LV-10*', 'LV', '1050', true],
  ['only the prefix', 'SW1*', '', 'SW1', true],
  ['another prefix', 'SW1*', 'GB', 'SW2A 1AA', false],
  ['text after the asterisk', 'SW1*Z', 'GB', 'SW1A 1AA', false],
  ['any postcode', '*', 'US', '90210', true],
  ['any postcode, even none', '*', 'GB', '', true],
  ['the first of a range', '1000...1999', 'NL', '1000', true],
  ['the last of a range', '1000...1999', 'NL', '1999', true],
  ['before a range', '1000...1999', 'DK', '999', false],
  ['after a range', '1000...1999', 'DK', '2000', false],
  ['longer than a range', '1000...1999', 'DK', '15000', false],
  ['within a range of two lengths', '999...1001', 'DK', '1000', true],
  ['within a range with leading zeros', '0800...0899', 'AU', '0850', true],
  ['with a hyphen in a range of numbers', '01000000...05999999', 'BR', '01310-100', true],
  ['with a hyphen in a range of Japan', '9000000...9079999', 'JP', '900-0001', true],
  ['with leading zeros and a hyphen', '00001...05999', 'PL', '00-950', true],
  ['within a range with blanks', '100 00 ... 199 99', 'SE', '150 00', true],
  ['within a range with three dots as one character', '1000…1999', 'DK', '1500', true],
  ['letters in a range of digits', '1000...1999', 'NL', '1A00', false],
  ['letters at the end in a range of digits', '1000...1999', 'NL', '1012 AB', true],
  ['no postcode in a range', '1000...1999', 'DK', '', false],
  ['four more digits than a range of five digits', '90000...90999', 'US', '90210-1234', false],
  ['within a range with hyphens', '00-100...00-999', 'PL', '00950', true],
  ['within a range of letters', 'BT1...BT9', 'GB', 'bt5', true],
  ['within a range of letters, with more characters', 'BT1...BT9', 'GB', 'BT5 1AA', true],
  ['the last of a range of letters, with more characters', 'BT1...BT9', 'GB', 'BT9 1AA', false],
  ['after a range of letters', 'BT1...BT5', 'GB', 'BT6 1AA', false],
  ['shorter than a range of letters', 'BT10...BT19', 'GB', 'BT1', false],
  ['a range whose end is before its start', '1999...1000', 'DK', '1500', false],
  ['a range of three ends', '1...2...3', 'DK', '2', false],
  [
    'more digits than a number can store exactly',
    '9007199254740993...9007199254740993',
    'DK',
    '9007199254740992',
    false,
  ],
])(
  '%s: pattern "%s", %s postcode "%s" (docs/money.md, tax address and rates)',
  (_what, pattern, country, postcode, fits) => {
    expect(found([pattern], postcode, country)).toEqual(fits ? [0] : []);
  },
);

test.each([
  ['BR', '01310100', '01310-1*'],
  ['CA', 'm5v3l9', 'M5V 3*'],
  ['CZ', '11000', '110 0*'],
  ['CZ', 'CZ11000', 'CZ-110 0*'],
  ['DK', 'DK1050', 'DK-1*'],
  ['GB', 'm11aa', 'M1 1*'],
  ['IE', 'D02AF30', 'D02 A*'],
  ['JP', '1000001', '100-0*'],
  ['LV', 'LV1050', 'LV-1*'],
  ['MN', '902101234', '90210-1*'],
  ['NL', '1012ab', '1012 A*'],
  ['PL', '00950', '00-9*'],
  ['PR', '009011234', '00901-1*'],
  ['PT', '1000001', '1000-0*'],
  ['SE', '11122', '111 2*'],
  ['SK', 'SK81101', 'SK-811 0*'],
  ['US', '902101234', '90210-1*'],
])(
  '%s formats %s so that %s matches it (docs/money.md, tax address and rates)',
  (country, postcode, pattern) => {
    expect(found([pattern], postcode, country)).toEqual([0]);
    expect(found([pattern], postcode, 'FR')).toEqual([]);
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
    fc.property(
      fc.array(pattern, { maxLength: 40 }),
      part,
      fc.constantFrom('', 'GB', 'PL'),
      (patterns, postcode, country) => {
        const fitting = [...patterns.keys()].filter(
          (place) => found([patterns[place] ?? ''], postcode, country).length > 0,
        );
        expect(found(patterns, postcode, country)).toEqual(fitting);
      },
    ),
    { numRuns: 3_000 },
  );
});
