import fc from 'fast-check';
import { expect, test } from 'vitest';
import { postcodeIn, postcodePatternOf } from './postcodes.ts';
import { stateIn, statesOf } from './states.ts';

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
  ['IN', '110 001', '110001'],
  ['SA', '11564-1234', '11564-1234'],
  ['AZ', 'az 1000', 'AZ 1000'],
  ['AZ', 'AZ1000', 'AZ1000'],
  ['MD', 'MD-2001', 'MD-2001'],
  ['DK', 'DK-1050', 'DK-1050'],
  ['DK', '1050', '1050'],
  ['KR', '110-110', '110-110'],
  ['XK', '10000', '10000'],
  ['CH', 'CH-8000', '8000'],
  ['SE', 'se-114 55', '114 55'],
  ['DE', '10 115', '10115'],
  ['LU', 'L-1234', 'L-1234'],
  ['GB', 'bfpo 801', 'BFPO 801'],
  ['GB', 'GIR0AA', 'GIR 0AA'],
  ['GB', 'w1a 0ax', 'W1A 0AX'],
  ['GB', 'EC1A1BB', 'EC1A 1BB'],
  ['BR', '01310 100', '01310-100'],
  ['MX', '01000', '01000'],
  ['IL', '9414219', '9414219'],
  ['LB', '1107 2810', '1107 2810'],
  ['SO', 'JH 09010', 'JH 09010'],
  ['BM', 'HM 12', 'HM 12'],
  ['PE', 'LIMA 15001', 'LIMA 15001'],
  ['TW', '100-012', '100-012'],
  ['PR', '00907-1234', '00907-1234'],
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
  ['DK', '3950'],
  ['DK', 'SE-1050'],
  ['IN', '010 001'],
  ['NL', '1012 SS'],
  ['LI', '9500'],
  ['GB', 'QA1 1AA'],
  ['IE', 'D02 X28'],
  ['DE', '10115!'],
  ['JP', '١٠٠٠٠٠١'],
  ['KR', '110_110'],
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

test.each([
  ['US', 'CA', 'CA'],
  ['US', 'california', 'CA'],
  ['US', 'District of Columbia', 'DC'],
  ['US', 'ap', 'AP'],
  ['CA', 'Québec', 'QC'],
  ['CA', 'quebec', 'QC'],
  ['AU', 'nsw', 'NSW'],
  ['AU', 'Western Australia', 'WA'],
  ['BR', 'sao paulo', 'SP'],
  ['ES', 'Madrid', 'M'],
  ['IT', 'Roma', 'RM'],
  ['IE', 'Dublin', 'D'],
  // In these countries, shops use codes that differ from ISO 3166-2, or shoppers write free text.
  ['JP', 'JP13', 'JP13'],
  ['GB', 'West Yorkshire', 'West Yorkshire'],
  ['DE', 'by', 'BY'],
  ['', 'ny', 'NY'],
])('in %s %j is %j', (country, text, code) => {
  expect(stateIn(text, country)).toBe(code);
});

test.each([
  ['US', 'ZZ'],
  ['US', 'Ontario'],
  ['CA', 'CAL'],
  ['AU', 'US-CA'],
  ['ZA', ''],
])('%s has no state %j', (country, text) => {
  expect(stateIn(text, country)).toBeNull();
});

test('a list of states has those that addresses name, and not the regions above them', () => {
  expect(statesOf('US')).toHaveLength(60);
  expect(statesOf('ES')).toContainEqual({ code: 'M', name: 'Madrid' });
  expect(statesOf('ES').map(({ code }) => code)).not.toContain('MD');
  expect(statesOf('IE')).toContainEqual({ code: 'D', name: 'Dublin' });
  expect(statesOf('IE')).toHaveLength(26);
  expect(statesOf('NL')).toEqual([]);
});

test.each(['US', 'CA', 'AU', 'BR', 'ES', 'IE', 'IT', 'AR', 'ZA'])(
  'each listed state of %s is valid',
  (country) => {
    for (const { code, name } of statesOf(country)) {
      expect(stateIn(code, country)).toBe(code);
      expect(stateIn(name, country)).not.toBeNull();
    }
  },
);

test('the pattern of postcodes accepts what is stored, without its marks', () => {
  const pattern = new RegExp(postcodePatternOf('NL') ?? '');
  expect(pattern.test('3511AB')).toBe(true);
  expect(pattern.test('3511')).toBe(false);
  expect(postcodePatternOf('AE')).toBeNull();
});
