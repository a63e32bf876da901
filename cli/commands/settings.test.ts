import { describe, expect, test } from 'vitest';
import { catalogueProcess } from '#testing/catalogue-process.ts';
import { runWith } from '../program.fixture.ts';
import { connectBus } from '../shared/bus.ts';
import { namedSettings } from '../store-settings/named-settings.ts';

const catalogue = catalogueProcess();
const cartwright = (...args: string[]) => runWith({ connect: () => connectBus(catalogue.address) }, args);
const shown = async () => JSON.parse((await cartwright('settings', 'show', '--json')).out);

describe('settings', () => {
  test.each([
    ['title', 'Kettle & Clay'],
    ['description', ''],
    ['home-url', 'https://shop.example'],
    ['language', 'nl-NL'],
    ['timezone', 'Asia/Kolkata'],
    ['street', 'Oudegracht 1'],
    ['street-2', 'Cellar'],
    ['city', 'Utrecht'],
    ['state', 'UT'],
    ['postcode', '3511 AB'],
    ['country', 'NL'],
    ['default-country', 'BE'],
    ['currency', 'EUR'],
    ['currency-position', 'right_space'],
    ['decimal-separator', ','],
    ['thousand-separator', '.'],
    ['tax', 'on'],
    ['prices-include-tax', 'on'],
    ['tax-in-shop', 'incl'],
    ['tax-in-cart', 'incl'],
    ['tax-based-on', 'billing'],
    ['tax-rounded-at-subtotal', 'on'],
    ['shipping-tax-class', 'reduced-rate'],
    ['stock', 'off'],
    ['low-stock', '7'],
    ['reviews', 'off'],
    ['reviews-held', 'off'],
    ['reviews-by-buyers-only', 'on'],
    ['weight-unit', 'g'],
    ['dimension-unit', 'mm'],
    ['coupons', 'off'],
    ['shipping', 'off'],
    ['shipping-hidden-until-address', 'on'],
    ['selling-countries', 'NL,BE'],
    ['selling-countries', ''],
    ['shipping-countries', 'BE'],
  ])('%s is set to "%s" and shown with this value; no other setting changes', async (name, value) => {
    const before = await shown();
    const { code } = await cartwright('settings', 'set', name, value);
    expect([code, await shown()]).toEqual([0, { ...before, [name]: value }]);
  });

  test('every setting is in the table above, or is a list of records', async () => {
    expect(Object.keys(await shown())).toEqual(namedSettings.map(({ name }) => name));
    const { out } = await cartwright('settings', 'show', 'city');
    expect(out).toBe('city  Utrecht\n');
  });

  test('a currency sets its symbol; a currency with other decimals needs --force', async () => {
    await cartwright('settings', 'set', 'currency', 'GBP');
    await cartwright('seed', '--products', '1');
    const price = async () => (await cartwright('products', 'show', '1000000')).out;
    expect(await price()).toMatch(/£/);
    const refused = await cartwright('settings', 'set', 'currency', 'JPY');
    expect([refused.code, refused.err]).toEqual([
      3,
      'cartwright: JPY has 0 decimals and GBP has 2 here: every price would mean another amount; --force sets it all the same\n',
    ]);
    expect((await shown()).currency).toBe('GBP');
    await cartwright('settings', 'set', 'currency', 'JPY', '--force');
    expect(await price()).toMatch(/¥/);
  });

  test.each([
    [['currency', 'EURO'], 'currency takes the code of a currency like EUR, not "EURO"'],
    [
      ['currency-position', 'above'],
      'currency-position takes one of left, right, left_space, right_space, not "above"',
    ],
    [['timezone', 'Mars/Olympus'], 'timezone takes the name of a time zone'],
    [['home-url', 'shop.example'], 'home-url takes an address that begins with http:// or https://'],
    [['tax', 'yes'], 'tax takes on or off, not "yes"'],
    [['decimal-separator', '1'], 'decimal-separator takes one to three characters without digits'],
    [['decimal-separator', ''], 'decimal-separator takes one to three characters'],
    [['thousand-separator', '0'], 'thousand-separator takes at most three characters'],
    [['low-stock', '-1'], 'low-stock takes a whole number from 0 on'],
    [['weight-unit', 'stone'], 'weight-unit takes one of kg, g, lbs, oz'],
    [['country', 'Netherlands'], 'country takes a country like NL'],
    [['country', 'UK'], 'country takes a country like NL'],
    [['default-country', 'XX'], 'default-country takes a country like NL'],
    [
      ['shipping-tax-class', 'Reduced rate'],
      'shipping-tax-class takes inherit for that of the goods, standard, or',
    ],
    [
      ['selling-countries', 'NL,Belgium'],
      'selling-countries takes codes of countries with commas like NL,BE',
    ],
    [['shipping-countries', 'NL;BE'], 'shipping-countries takes codes of countries with commas like NL,BE'],
    [['shipping-countries', 'XX'], 'or nothing for all that the shop sells to, not "XX"'],
    [['colour', 'blue'], 'there is no setting "colour": settings show lists them all'],
  ])('%j is refused in one sentence and changes nothing', async ([name = '', value = ''], sentence) => {
    const before = await shown();
    const { code, out, err } = await cartwright('settings', 'set', '--', name, value);
    expect([code > 1, out]).toEqual([true, '']);
    expect(err).toContain(sentence);
    expect(err.trim().split('\n')).toHaveLength(1);
    expect(await shown()).toEqual(before);
  });
});
