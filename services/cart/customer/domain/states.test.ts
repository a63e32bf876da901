import { expect, test } from 'vitest';
import { stateIn } from './states.ts';

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
