import { expect, test } from 'vitest';
import { fitsPostcode } from './postcode-pattern.ts';

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
])('%s: "%s" and "%s" (docs/money.md, where a cart is taxed)', (_what, pattern, postcode, fits) => {
  expect(fitsPostcode(pattern, postcode)).toBe(fits);
});
