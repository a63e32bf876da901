import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ProductFacts } from '#contracts/catalogue.ts';
import type { Coupon } from '#contracts/coupons.ts';
import { minor } from '#platform/money/money.ts';
import { factsOf, store } from '../../model/context.fixture.ts';
import { type CouponCart, eligibilityOf, rejectionOf, wildcard } from './conditions.ts';
import { aCoupon } from './coupon.fixture.ts';

const now = Date.UTC(2026, 0, 1, 12);
const shopTime = (utc: string) => ({ local: '2020-01-01T00:00:00', utc });

/** Returns the cart of customer 2 with two mugs, product 13 in category 20. */
function cartOf(changed: Partial<CouponCart> = {}, facts: Partial<ProductFacts> = {}): CouponCart {
  return {
    lines: [factsOf({ categoryIds: [20], ...facts })],
    shownSubtotal: minor(3600),
    customer: { ids: ['2'], emails: ['ann@shop.example'] },
    ...changed,
  };
}

function reasonOf(coupon: Partial<Coupon>, cart: CouponCart = cartOf()): string {
  return rejectionOf(aCoupon(coupon), cart, store, now)?.reason ?? 'good';
}

const fixedCart = { discountType: 'fixed_cart' } as const;

/** When a coupon is valid for a cart (docs/money.md, Coupons). */
describe('a coupon', () => {
  test.each([
    [{}, 'good'],
    [{ status: 'draft' }, 'not_published'],
    [{ status: 'pending' }, 'not_published'],
    [{ status: 'private' }, 'not_published'],
    [{ status: 'future' }, 'not_published'],
    [{ status: 'trash' }, 'not_published'],
    // The current time is 12:00:00 UTC. The shop's time zone does not matter.
    [{ expires: shopTime('2026-01-01T11:59:59') }, 'expired'],
    [{ expires: shopTime('2026-01-01T12:00:00') }, 'good'],
    [{ usageLimit: 3, usageCount: 2 }, 'good'],
    [{ usageLimit: 3, usageCount: 3 }, 'usage_limit'],
    [{ usageLimit: 3, usageCount: 4 }, 'usage_limit'],
    [{ usageLimit: null, usageCount: 4 }, 'good'],
    [{ minimumSpend: 3600 }, 'good'],
    [{ minimumSpend: 3601 }, 'minimum_spend'],
    [{ maximumSpend: 3600 }, 'good'],
    [{ maximumSpend: 3599 }, 'maximum_spend'],
  ] as const)('with %o is %s', (changed, expected) => {
    expect(reasonOf(changed as Partial<Coupon>)).toBe(expected);
  });

  test.each([
    ['has not used it', ['2'], ['ann@shop.example'], ['3', 'bob@shop.example'], 'good'],
    ['used it less often', ['2'], [], ['2', '3', '3'], 'good'],
    ['used it by id', ['2'], [], ['2', '3', '2'], 'usage_limit_customer'],
    ['used it by two ids', ['2', '3'], [], ['2', '3'], 'usage_limit_customer'],
    [
      'used it by address',
      [],
      ['ann@shop.example'],
      ['Ann@Shop.example', 'ann@shop.example'],
      'usage_limit_customer',
    ],
    [
      'used it by two addresses',
      [],
      ['a@x.example', 'b@x.example'],
      ['A@x.example', 'b@x.example'],
      'usage_limit_customer',
    ],
    ['used it by both', ['2'], ['ann@shop.example'], ['2', 'ann@shop.example'], 'usage_limit_customer'],
    ['is not known', [], [], ['', '', '2'], 'good'],
  ])('with two uses per customer, for a customer who %s', (_, ids, emails, usedBy, expected) => {
    const cart = cartOf({ customer: { ids, emails } });
    expect(reasonOf({ usageLimitPerCustomer: 2, usedBy }, cart)).toBe(expected);
  });

  test.each([
    [['ann@shop.example'], ['bob@shop.example', 'ann@shop.example'], 'good'],
    [['ann@shop.example'], ['ann@SHOP.example'], 'good'],
    [['ann@shop.example'], ['*@shop.example'], 'good'],
    [['ann@shop.example'], ['*@other.example', 'bob@*'], 'email'],
    [['ann@home.example', 'ann@shop.example'], ['*@shop.example'], 'good'],
    [[], ['bob@shop.example'], 'email'],
    [[], ['*'], 'email'],
    [[], [], 'good'],
    [['ann@shop.example'], [], 'good'],
  ])('for the addresses %o of %o is %s', (emails, allowedEmails, expected) => {
    expect(reasonOf({ allowedEmails }, cartOf({ customer: { ids: [], emails } }))).toBe(expected);
  });

  test('that is limited to some customers stays valid while the accounts are not known', () => {
    const limits = { allowedEmails: ['bob@shop.example'], usageLimitPerCustomer: 0 };
    expect(reasonOf(limits, cartOf({ customer: null }))).toBe('good');
  });

  test.each([
    ['names the product', { productIds: [13] }, 'good'],
    ['names a category of it', { categoryIds: [20] }, 'good'],
    ['names another', { productIds: [14] }, 'not_applicable'],
    ['excludes it', { excludedProductIds: [13] }, 'not_applicable'],
    ['excludes a category of it', { excludedCategoryIds: [20] }, 'not_applicable'],
    ['excludes goods on sale', { excludesSaleItems: true }, 'good'],
  ])('of percent or fixed product that %s', (_, changed, expected) => {
    expect(reasonOf(changed)).toBe(expected);
    expect(reasonOf({ ...changed, discountType: 'fixed_product' })).toBe(expected);
  });

  test('of percent that excludes sale items is not valid when all items are on sale', () => {
    expect(reasonOf({ excludesSaleItems: true }, cartOf({}, { onSale: true }))).toBe('not_applicable');
  });

  test('of percent that excludes one of two products is valid for the other', () => {
    const lines = [...cartOf().lines, ...cartOf({}, { id: 14 }).lines];
    expect(reasonOf({ excludedProductIds: [13] }, cartOf({ lines }))).toBe('good');
  });

  test.each([
    ['names the product', { productIds: [13] }, 'good'],
    ['names one of two products', { productIds: [14] }, 'good'],
    ['names neither', { productIds: [15], categoryIds: [21] }, 'not_applicable'],
    ['excludes one of two products', { excludedProductIds: [14] }, 'excluded_products'],
    ['excludes a category of one', { excludedCategoryIds: [20] }, 'excluded_categories'],
    ['excludes goods on sale, one of two', { excludesSaleItems: true }, 'sale_items'],
  ])('of fixed cart that %s', (_, changed, expected) => {
    const other = cartOf({}, { id: 14, onSale: true, categoryIds: [] });
    const lines = [...cartOf().lines, ...other.lines];
    expect(reasonOf({ ...fixedCart, ...changed }, cartOf({ lines }))).toBe(expected);
  });

  test('is not valid in an empty cart, except a fixed cart coupon that names nothing', () => {
    const empty = cartOf({ lines: [], shownSubtotal: minor(0) });
    expect(reasonOf({}, empty)).toBe('not_applicable');
    expect(reasonOf({ ...fixedCart, productIds: [13] }, empty)).toBe('not_applicable');
    expect(reasonOf(fixedCart, empty)).toBe('good');
  });
});

test('a rejection has the code of the coupon, and a limit of the subtotal in the format of the store', () => {
  const rejected = (changed: Partial<Coupon>, currency = store.currency) =>
    rejectionOf(aCoupon(changed), cartOf(), { ...store, currency }, now);
  expect(rejected({ usageLimit: 0 })).toEqual({ coupon: 'ten', reason: 'usage_limit' });
  const dear = { coupon: 'ten', reason: 'minimum_spend', amount: '€12,345.67' };
  expect(rejected({ minimumSpend: 1_234_567 })).toEqual(dear);
  const cheap = { coupon: 'ten', reason: 'maximum_spend', amount: '€1.00' };
  expect(rejected({ maximumSpend: 100 })).toEqual(cheap);
  const yen = { ...store.currency, symbol: '¥', decimals: 0 };
  expect(rejected({ minimumSpend: 5_000 }, yen)).toEqual({ ...dear, amount: '¥5,000' });
});

test('the first failed condition is returned, in the order of the conditions', () => {
  const all: Partial<Coupon> = { status: 'draft', usageLimit: 0, minimumSpend: 9_999, productIds: [1] };
  expect(reasonOf(all)).toBe('not_published');
  expect(reasonOf({ ...all, status: 'publish' })).toBe('usage_limit');
  expect(reasonOf({ minimumSpend: 9_999, productIds: [1] })).toBe('minimum_spend');
});

/** Patterns of allowed e-mail addresses (docs/money.md, Coupons). */
test.each([
  ['ann@shop.example', 'ann@shop.example', true],
  ['Ann@Shop.Example ', ' ann@shop.EXAMPLE', true],
  ['ann@shop.example', 'bob@shop.example', false],
  ['ann@shop.example', '*@shop.example', true],
  ['ann@other.example', '*@shop.example', false],
  ['ann@shop.example.evil', '*@shop.example', false],
  ['ann@shop.example', 'ann@*', true],
  ['joann@shop.example', 'ann@*', false],
  ['ann@shop.example', '*', true],
  ['ann@shop.example', 'a*@*.example', true],
  ['ann@shop.example', 'a**@shop.example', true],
  ['ann@shop.example', 'a*n*n@shop.example', true],
  ['ann@shop.example', 'a*n*n*n@shop.example', false],
  // Two parts of a pattern cannot match the same letter of the text.
  ['aba', 'ab*ba', false],
  ['abba', 'ab*ba', true],
  // A character that is special in regular expressions, such as the dot, matches only itself.
  ['ann@shopxexample', '*@shop.example', false],
  ['a+b@shop.example', 'a+b@*', true],
  ['ab@shop.example', '[ab]+@*', false],
  ['ann@shop.example', 'a?n@shop.example', false],
  ['ann@shop.example', '', false],
])('%s matches %s: %s', (text, pattern, expected) => {
  expect(wildcard(pattern)(text)).toBe(expected);
});

test('a text matches exactly when a slow search matches', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', '*'), maxLength: 8 });
  const text = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 10 });
  const slow = (one: string, pattern: string): boolean => {
    if (pattern === '') return one === '';
    if (pattern[0] === '*') {
      return slow(one, pattern.slice(1)) || (one !== '' && slow(one.slice(1), pattern));
    }
    return one[0] === pattern[0] && slow(one.slice(1), pattern.slice(1));
  };
  fc.assert(
    fc.property(text, word, (one, pattern) => {
      expect(wildcard(pattern)(one)).toBe(slow(one, pattern));
    }),
    { numRuns: 10_000 },
  );
});

test('a pattern that is designed to be slow is matched fast', () => {
  expect(wildcard(`${'a*'.repeat(159)}b`)('a'.repeat(320))).toBe(false);
});

const mug = factsOf({ id: 13, categoryIds: [21, 20] });
const onSale = factsOf({ id: 14, onSale: true, categoryIds: [22] });
/** A variation of product 30, with the categories of product 30. */
const shirt = factsOf({ id: 31, parentId: 30, type: 'variation', categoryIds: [23] });

/** Products to which percent and fixed product coupons apply (docs/money.md, Coupons). */
test.each([
  ['names none', {}, [13, 14, 31]],
  ['names a product', { productIds: [13] }, [13]],
  ['names a variation', { productIds: [31] }, [31]],
  ['names the product of a variation', { productIds: [30] }, [31]],
  ['names a category', { categoryIds: [21] }, [13]],
  ['names a category above that of a product', { categoryIds: [20] }, [13]],
  ['names products or categories', { productIds: [31], categoryIds: [22] }, [14, 31]],
  ['names an unknown product', { productIds: [99] }, []],
  ['excludes a product', { excludedProductIds: [13] }, [14, 31]],
  ['excludes the product of a variation', { excludedProductIds: [30] }, [13, 14]],
  ['excludes a category', { excludedCategoryIds: [20] }, [14, 31]],
  ['names a category and excludes a product in it', { categoryIds: [20], excludedProductIds: [13] }, []],
  ['excludes goods on sale', { excludesSaleItems: true }, [13, 31]],
  ['names a sale item and excludes sale items', { productIds: [13, 14], excludesSaleItems: true }, [13]],
])('a coupon that %s applies to these products', (_, changed, ids) => {
  const { isFor } = eligibilityOf(aCoupon(changed));
  expect([mug, onSale, shirt].filter(isFor).map(({ id }) => id)).toEqual(ids);
});
