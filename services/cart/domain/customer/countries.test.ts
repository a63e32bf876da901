import { expect, test } from 'vitest';
import { store } from '../../model/context.fixture.ts';
import { emptyState } from '../../model/state.ts';
import { shopAddress } from './countries.ts';

const nowhere = emptyState(0).customer.shipping;

function inOwn(country: string) {
  return { ...store, address: { ...store.address, country } };
}

test.each([
  ['NL', { address1: 'Singel 1', postcode: '1012 AB', city: 'Amsterdam' }, 'Singel 1, 1012 AB Amsterdam'],
  ['FR', { address1: '1 rue A', postcode: '75001', city: 'Évry' }, '1 rue A, 75001 ÉVRY'],
  ['JP', { postcode: '100-0001', city: 'Tokyo', state: 'JP13' }, '100-0001, Tokyo Tokyo'],
  [
    'GB',
    { address1: '10 Downing St', city: 'London', postcode: 'SW1A 2AA' },
    '10 Downing St, London, SW1A 2AA',
  ],
  ['US', { address1: '1 A St', city: 'Troy', state: 'NY', postcode: '12180' }, '1 A St, Troy, NY 12180'],
  ['US', { state: 'CA' }, 'CA'],
  ['CA', { city: 'Montréal', state: 'QC', postcode: 'H2X 1Y4' }, 'Montréal QC H2X 1Y4'],
  ['AU', { city: 'Perth', state: 'WA', postcode: '6000' }, 'Perth Western Australia 6000'],
  ['IT', { city: 'Rho', state: 'MI', postcode: '20017' }, '20017, Rho, MILANO'],
  ['ES', { city: 'Gavà', state: 'B', postcode: '08850' }, '08850 Gavà, Barcelona'],
  ['IN', { city: 'Pune', state: 'MH', postcode: '411001' }, 'Pune 411001, Maharashtra'],
  ['HU', { address1: 'Fő u. 1', city: 'Győr', postcode: '9021' }, 'Győr, Fő u. 1, 9021'],
  ['TR', { city: 'Fatih', state: 'TR34', postcode: '34080' }, '34080 Fatih İstanbul'],
  ['BR', { city: 'Campinas', state: 'SP', postcode: '13010-000' }, 'Campinas, São Paulo, 13010-000'],
  ['IE', { city: 'Bray', state: 'Somewhere' }, 'Bray, Somewhere'],
  ['HK', { city: 'Kowloon', state: 'Kowloon' }, 'KOWLOON, KOWLOON'],
  ['CN', { address1: 'A', city: 'B', state: 'C', postcode: '1' }, '1, C, B, , A'],
  ['NL', {}, ''],
])('in %s an address of %j is %j', (country, texts, line) => {
  expect(shopAddress({ ...nowhere, country, ...texts }, inOwn(country))).toBe(line);
});

test.each([
  ['US', 'United States (US)'],
  ['GB', 'United Kingdom (UK)'],
  ['CZ', 'Czech Republic'],
  ['DE', 'Germany'],
  ['ZZ', 'ZZ'],
])('a country other than the store’s own is shown by its name: %s', (country, name) => {
  expect(shopAddress({ ...nowhere, country, city: 'X' }, inOwn('FR'))).toMatch(
    new RegExp(`X, ${name.replaceAll(/[()]/g, '.')}$`),
  );
});

test('an address without a country is in the store’s default country and state', () => {
  const quebec = {
    ...store,
    defaultCountry: 'CA',
    address: { ...store.address, country: 'CA', state: 'QC' },
  };
  expect(shopAddress(nowhere, quebec)).toBe('QC');
  expect(shopAddress({ ...nowhere, state: 'ON' }, quebec)).toBe('ON');
  expect(shopAddress(nowhere, { ...quebec, defaultCountry: 'US' })).toBe('United States (US)');
  expect(shopAddress({ ...nowhere, city: 'X' }, { ...quebec, defaultCountry: '' })).toBe('X');
});

test('a text that looks like a member of a format is not replaced', () => {
  const odd = { ...nowhere, country: 'US', address1: 'city $& $1', city: 'state' };
  expect(shopAddress(odd, inOwn('US'))).toBe('city $& $1, state');
});
