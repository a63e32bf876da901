import fc from 'fast-check';
import { expect, test } from 'vitest';
import { postcodeIn } from './postcode.ts';

test.each([
  ['GB', 'sw1a1aa', 'SW1A 1AA'],
  ['GB', ' ls1  1ur ', 'LS1 1UR'],
  ['GB', 'M11AE', 'M1 1AE'],
  ['CA', 'k1a0b1', 'K1A 0B1'],
  ['CA', 'K1A-0B1', 'K1A 0B1'],
  ['NL', '1012js', '1012 JS'],
  ['SE', '11455', '114 55'],
  ['CZ', '110 00', '110 00'],
  ['PL', '00950', '00-950'],
  ['PT', '1000205', '1000-205'],
  ['BR', '01310100', '01310-100'],
  ['JP', '1000001', '100-0001'],
  ['IE', 'd02x285', 'D02 X285'],
  ['LV', '1010', 'LV-1010'],
  ['LT', 'lt01100', 'LT-01100'],
  ['US', '90210', '90210'],
  ['US', '902101234', '90210-1234'],
  ['DE', '10115', '10115'],
  ['AR', '1425', '1425'],
  ['AR', 'c1425dkg', 'C1425DKG'],
  // The Emirates have no postcodes, but shops still ask for a postcode.
  ['AE', '00000', '00000'],
  ['', 'ab 12', 'AB 12'],
])('in %s %j is stored as %j', (country, text, expected) => {
  expect(postcodeIn(text, country)).toBe(expected);
});

test.each([
  ['GB', '12345'],
  ['GB', 'SW1A'],
  ['US', '9021'],
  ['DE', '1011'],
  ['NL', '0000'],
  ['CA', 'D1A 0B1'],
  ['AE', '!!'],
  ['AR', '<b>'],
  ['AE', '1234567890 1234567890'],
])('%s has no postcode %j', (country, text) => {
  expect(postcodeIn(text, country)).toBeNull();
});

test('a formatted postcode stays the same when formatted again', () => {
  const country = fc.constantFrom(
    'GB',
    'CA',
    'NL',
    'SE',
    'PL',
    'PT',
    'BR',
    'JP',
    'IE',
    'LV',
    'US',
    'DE',
    'AE',
  );
  const text = fc.stringMatching(/^[A-Za-z0-9]{2,9}$/);
  fc.assert(
    fc.property(country, text, (where, given) => {
      const postcode = postcodeIn(given, where);
      if (postcode !== null) expect(postcodeIn(postcode, where)).toBe(postcode);
    }),
    { numRuns: 2_000 },
  );
});
