import { describe, expect, test } from 'vitest';
import { countryCodes } from '#platform/tax/countries.ts';
import { Notes } from '../notes.ts';
import { placesOf } from './places.ts';
import { WooSetting } from './shop-schemas.ts';

const current = { sellingCountries: ['NL'], shippingCountries: ['BE'] };
const all = [...countryCodes];

function places(values: Record<string, unknown>, notes = new Notes()) {
  const settings = Object.entries(values).map(([name, value]) =>
    WooSetting.parse({ id: `woocommerce_${name}`, value }),
  );
  return placesOf(settings, current, notes);
}

/** Settings of a shop that ships to each country that it sells to. */
const everywhere = { ship_to_countries: '' };

describe('the countries that a shop sells to', () => {
  test.each<[string, Record<string, unknown>, string[]]>([
    ['all', { allowed_countries: 'all' }, []],
    [
      'all, even if some countries are listed',
      { allowed_countries: 'all', specific_allowed_countries: ['NL'] },
      [],
    ],
    ['some', { allowed_countries: 'specific', specific_allowed_countries: ['NL', 'BE', 'NL'] }, ['NL', 'BE']],
    [
      'some, written by PHP as an object',
      { allowed_countries: 'specific', specific_allowed_countries: { 1: 'NL' } },
      ['NL'],
    ],
    ['all except none', { allowed_countries: 'all_except', all_except_countries: '' }, []],
    [
      'all except some',
      { allowed_countries: 'all_except', all_except_countries: ['US', 'CU'] },
      all.filter((code) => code !== 'US' && code !== 'CU'),
    ],
    ['unchanged without these settings', {}, ['NL']],
  ])('are %s', (_what, values, expected) => {
    expect(places({ ...everywhere, ...values })).toEqual({
      sellingCountries: expected,
      shippingCountries: [],
    });
  });

  test('are all, with a note, if the shop names none', () => {
    const notes = new Notes();
    const values = { allowed_countries: 'specific', specific_allowed_countries: '' };
    expect(places(values, notes).sellingCountries).toEqual([]);
    expect(notes.adjusted).toEqual([
      { what: 'specific_allowed_countries', count: 1, why: 'names no country, which here is no limit' },
    ]);
  });

  test('omit invalid country codes, with a note', () => {
    const notes = new Notes();
    const values = { allowed_countries: 'specific', specific_allowed_countries: ['NL', 'Utopia', 7] };
    expect(places(values, notes).sellingCountries).toEqual(['NL']);
    expect(notes.leftOut).toEqual([
      { what: 'countries of specific_allowed_countries', count: 2, why: 'they are no codes of countries' },
    ]);
  });
});

describe('the countries that a shop ships to', () => {
  const sold = { allowed_countries: 'specific', specific_allowed_countries: ['NL', 'BE'] };

  test.each<[string, Record<string, unknown>, string[]]>([
    ['those that it sells to', { ...sold, ship_to_countries: '' }, []],
    ['all, where it sells to all', { allowed_countries: 'all', ship_to_countries: 'all' }, []],
    ['all by name, where it sells to some only', { ...sold, ship_to_countries: 'all' }, all],
    ['some', { ...sold, ship_to_countries: 'specific', specific_ship_to_countries: ['BE'] }, ['BE']],
    [
      'not limited if shipping is disabled by another setting',
      { ...sold, ship_to_countries: 'disabled' },
      [],
    ],
    ['unchanged without these settings', sold, ['BE']],
  ])('are %s', (_what, values, expected) => {
    expect(places(values).shippingCountries).toEqual(expected);
  });
});
