import fc from 'fast-check';
import { expect, test } from 'vitest';
import { minor } from '#platform/money/money.ts';
import { store } from '../../model/context.fixture.ts';
import { costIn, costOf, expressionIn } from './cost-expression.ts';
import { parcelOf } from './methods.ts';
import { goods } from './shipping.fixture.ts';

/** Returns the cost of an expression in minor units for this number of pieces and this sum. Null if not offered. */
function cost(text: string, { pieces = 3, total = 4550, decimals = 2, separator = '.' } = {}) {
  const parcel = parcelOf([goods(pieces, total)], { ...store.currency, decimals }, 1);
  const amount = costOf(text, separator, parcel);
  return amount && costIn(decimals, 1, amount);
}

test.each([
  ['an amount', '5.00', 500],
  ['an amount without decimals', '5', 500],
  ['nothing', '0', 0],
  ['half a minor unit is rounded up: 1.005', '1.005', 101],
  ['less than half is rounded down: 1.0049', '1.0049', 100],
  ['decimals alone', '.5', 50],
  ['a dot without decimals', '5.', 500],
  ['blanks', '  5 + 1 ', 600],
  ['sum and difference from the left: 10 - 2 - 3', '10 - 2 - 3', 500],
  ['product before sum: 2 + 3 * 4', '2 + 3 * 4', 1400],
  ['quotients from the left: 12 / 2 / 3', '12 / 2 / 3', 200],
  ['parentheses: (2 + 3) * 4', '(2 + 3) * 4', 2000],
  ['parentheses within: ((1))', '((1))', 100],
  ['thirds are exact: 10 / 3 * 3', '10 / 3 * 3', 1000],
  ['tenths are exact: 0.1 + 0.2 - 0.3 + 0.005', '0.1 + 0.2 - 0.3 + 0.005', 1],
  ['a third: 3.333…', '10 / 3', 333],
  ['two thirds: 6.666…', '20 / 3', 667],
  ['a sign in front: -2 + 5', '-2 + 5', 300],
  ['two signs: 5 - -2', '5 - -2', 700],
  ['a sign that changes nothing', '+5', 500],
  ['a negative cost is 0: 1 - 3', '1 - 3', 0],
  ['3 pieces at 2.00', '[qty] * 2', 600],
  ['5.00 and 1.50 for each of 3 pieces', '5 + 1.5 * [qty]', 950],
  ['per piece after the first: 5 + (3 - 1) * 2', '5 + ([qty] - 1) * 2', 900],
  ['a tenth of 45.50', '[cost] / 10', 455],
  ['the price of the pieces', '[cost]', 4550],
  ['in capitals and with spaces', '[ QTY ]*[Cost]', 13650],
])('%s: "%s" (docs/money.md, Shipping: flat rate)', (_what, text, expected) => {
  expect(cost(text)).toBe(expected);
});

test.each([
  ['10 % of 45.50 is 4.55', '[fee percent="10"]', 4550, 455],
  ['10 % of 10.05 is 1.005', '[fee percent="10"]', 1005, 101],
  ['beside another cost: 10 + 4.55', '10 + [fee percent="10"]', 4550, 1455],
  ['10 % of 30.00 is 3.00, at least 4.00', '[fee percent="10" min_fee="4"]', 3000, 400],
  ['10 % of 300.00 is 30.00, at most 20.00', '[fee percent="10" max_fee="20"]', 30000, 2000],
  ['between both: 10 % of 50.00', '[fee percent="10" min_fee="4" max_fee="20"]', 5000, 500],
  ['the upper bound wins', '[fee percent="10" min_fee="9" max_fee="5"]', 1000, 500],
  ['bounds of 0 have no effect', '[fee percent="10" min_fee="0" max_fee="0"]', 30000, 3000],
  ['an empty bound has no effect', '[fee percent="10" max_fee=""]', 30000, 3000],
  ['any order', '[fee max_fee="20" percent="10"]', 30000, 2000],
  ['other quotes', "[fee percent='10' min_fee=“4”]", 3000, 400],
  ['no quotes', '[fee percent=10 min_fee=4]', 3000, 400],
  ['blanks', '[ fee  percent = "10"  min_fee = "4" ]', 3000, 400],
  ['decimals: 12.5 % of 10.00', '[fee percent="12.5"]', 1000, 125],
  ['without percent its lower bound', '[fee min_fee="4"]', 3000, 400],
  ['no attributes', '[fee]', 3000, 0],
  ['of a price of 0', '[fee percent="10"]', 0, 0],
])('a share, %s: %s of %i (docs/money.md, Shipping: flat rate)', (_what, text, total, expected) => {
  expect(cost(text, { total })).toBe(expected);
});

test.each([
  ['the shop’s comma', '5,50', ',', 550],
  ['a dot in a shop with a comma', '5.50', ',', 550],
  ['a comma in a share', '[fee percent="12,5"]', ',', 569],
  ['the Arabic separator', '5٫50', '٫', 550],
  ['a comma in a shop with a dot', '5,50', '.', null],
  ['two separators in one number', '1.000,50', ',', null],
  ['a separator that is a sign of arithmetic', '5*2', '*', 1000],
])('decimals with %s: "%s" with the shop’s separator "%s"', (_what, text, separator, expected) => {
  expect(cost(text, { separator })).toBe(expected);
});

test.each([
  ['no decimals: 1000 / 1000 × 2.5', '[cost] / 1000 * 2.5', 0, 1000, 3],
  ['no decimals, a half up: 0.5', '0.5', 0, 1000, 1],
  ['three decimals: 1.2345', '1.2345', 3, 1000, 1235],
  ['three decimals: a tenth of 1.234', '[fee percent="10"]', 3, 1234, 123],
])('a currency with %s', (_what, text, decimals, total, expected) => {
  expect(cost(text, { decimals, total })).toBe(expected);
});

test.each([
  ['division by zero', '5 / 0'],
  ['division by an expression of value zero', '5 / ([qty] - 3)'],
  ['a number divided by no number', '1 / (1 / 0)'],
  ['the product of no number and zero', '0 * (1 / 0)'],
  ['an empty text', ''],
  ['words', 'five'],
  ['two values', '5 5'],
  ['thousands', '1 000'],
  ['two dots', '1.2.3'],
  ['a sign at the end', '5 +'],
  ['a sign for multiplication in front', '* 5'],
  ['an open parenthesis', '(5'],
  ['a parenthesis that was never open', '5)'],
  ['empty parentheses', '()'],
  ['an unknown name', '[weight] * 2'],
  ['more than a name', '[qty percent="10"]'],
  ['an unknown attribute', '[fee percentage="10"]'],
  ['an attribute that is no number', '[fee percent="1.2.3"]'],
  ['an attribute below zero', '[fee percent="-10"]'],
  ['an open bracket', '[qty'],
  ['an exponent', '1e3'],
  ['a currency', '5 €'],
  ['a line of code', 'process.exit()'],
  ['more than shipping may cost, by a cent', '2814749767106.57'],
  ['far more than numbers hold', '9'.repeat(200)],
  ['more than 200 characters', `${'1+'.repeat(100)}1`],
])('not offered for %s: "%s"', (_what, text) => {
  expect(cost(text)).toBeNull();
});

test('200 characters are parsed, at any depth', () => {
  expect(cost(`${'('.repeat(99)}5 ${')'.repeat(99)}`)).toBe(500);
  expect(cost(`${'-'.repeat(198)}5`)).toBe(500);
});

test('the maximum shipping cost is the maximum of goods, 2 ** 48 minor units', () => {
  expect(cost('2814749767106.56')).toBe(2 ** 48);
});

test('a text is parsed once', () => {
  expect(expressionIn('7 * [qty]', '.')).toBe(expressionIn('7 * [qty]', '.'));
  expect(expressionIn('7,5 * [qty]', ',')).toBe(expressionIn('7.5 * [qty]', '.'));
});

const word = fc.constantFrom(
  ...['1', '0', '2.5', '0.01', '99999', '[qty]', '[cost]', '[fee percent="7.5" min_fee=2]', '[fee]'],
  ...['+', '-', '*', '/', '(', ')', ' ', ',', '.', '[', ']', 'x', '"', '9'.repeat(40)],
);
const sentence = fc.oneof(
  fc.array(word, { maxLength: 20 }).map((words) => words.join('')),
  fc.string({ maxLength: 250, unit: 'binary' }),
);

test('for any text of a shop, the cost is a non-negative amount, or null', () => {
  const separator = fc.constantFrom('.', ',', '٫', '', "'");
  const pieces = fc.integer({ min: 1, max: 9_999 });
  const total = fc.maxSafeNat();
  const decimals = fc.constantFrom(0, 2, 3, 4);
  fc.assert(
    fc.property(sentence, separator, pieces, total, decimals, (text, sign, quantity, sum, places) => {
      const amount = cost(text, { pieces: quantity, total: sum, decimals: places, separator: sign });
      if (amount !== null) expect(minor(amount)).toBeGreaterThanOrEqual(0);
    }),
    { numRuns: 4_000 },
  );
});

test('an expression has the value that JavaScript gives it, where that is exact', () => {
  const { tree } = fc.letrec<{ tree: string; number: string }>((tie) => ({
    number: fc.integer({ min: 0, max: 60 }).map((quarters) => String(quarters / 4)),
    tree: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      tie('number'),
      fc
        .tuple(tie('tree'), fc.constantFrom('+', '-', '*'), tie('tree'))
        .map(([one, sign, other]) => `(${one} ${sign} ${other})`),
      fc.tuple(tie('tree'), fc.constantFrom('+', '-', '*'), tie('number')).map((all) => all.join(' ')),
    ),
  }));
  fc.assert(
    fc.property(
      tree.filter((text) => text.length <= 200),
      (text) => {
        // Quarters and their products are exact in binary, so JavaScript calculates the expected value exactly.
        const value = new Function(`return ${text}`)() as number;
        const expected = value <= 0 ? 0 : Math.floor(value * 100 + 0.5);
        expect(cost(text)).toBe(expected);
      },
    ),
    { numRuns: 1_000 },
  );
});

test('adding goods never lowers a cost per piece', () => {
  const pieces = fc.integer({ min: 1, max: 9_999 });
  fc.assert(
    fc.property(pieces, pieces, (some, more) => {
      const [few, many] = [some, some + more].map((quantity) => cost('[qty] * 2', { pieces: quantity }));
      expect(few).toBe(some * 200);
      expect(many).toBe((some + more) * 200);
    }),
    { numRuns: 1_000 },
  );
});
