import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ReviewRecord } from '#contracts/catalogue-import.ts';
import { Coupon } from '#contracts/coupons.ts';
import { couponRecord, WooCoupon } from './coupons.ts';
import { Notes } from './notes.ts';
import { cleanHtml, reviewRecord, WooReview } from './reviews.ts';

describe('a review', () => {
  const given = {
    id: 7,
    product_id: 13,
    date_created: '2026-06-01T12:00:00',
    date_created_gmt: '2026-06-01T10:00:00',
    status: 'approved',
    reviewer: 'Ann &amp; Bob',
    reviewer_email: 'ann@example.com',
    review: '<p>Good & cheap</p>',
    rating: 4,
    verified: true,
  };
  const read = (changes: object, notes = new Notes()) =>
    reviewRecord(WooReview.parse({ ...given, ...changes }), { zone: 'Asia/Tokyo', notes });

  test('keeps its id, times, e-mail and HTML', () => {
    expect(ReviewRecord.parse(read({}))).toEqual({
      id: 7,
      productId: 13,
      created: { local: '2026-06-01T12:00:00', utc: '2026-06-01T10:00:00' },
      status: 'approved',
      reviewer: 'Ann & Bob',
      review: '<p>Good &amp; cheap</p>',
      rating: 4,
      verified: true,
      email: 'ann@example.com',
      accountId: 0,
    });
  });

  test('with an unknown status is held', () => {
    expect(read({ status: 'odd' }).status).toBe('hold');
  });

  test.each([6, -1])('with the rating %i is not supported', (rating) => {
    expect(() => read({ rating })).toThrow(`rating: must be 0 to 5, not ${rating}`);
  });

  test('is stored without its script, with a note in the report', () => {
    const notes = new Notes();
    expect(read({ review: 'Fine<script>alert(1)</script>' }, notes).review).toBe('Fine');
    expect(notes.adjusted).toEqual([{ what: 'reviews', count: 1, why: 'their HTML was cleaned' }]);
  });

  test.each([
    ['<b onclick="x()">Bold</b>', '<b>Bold</b>'],
    ['<a href="javascript:x()">link</a>', '<a>link</a>'],
    ['<a href="https://a.example/">link</a>', '<a href="https://a.example/">link</a>'],
    ['<img src=x onerror=x()>Nice', 'Nice'],
    ['no tags & none wanted', 'no tags & none wanted'],
  ])('%s becomes %s', (html, clean) => {
    expect(cleanHtml(html)).toBe(clean);
  });

  test('never has a tag that is not allowed in comments', () => {
    const part = fc.oneof(
      fc.constantFrom(
        '<script>',
        '</script>',
        '<b ',
        'onload=',
        '<svg/onload=x>',
        '<',
        '>',
        '"',
        "'",
        '&lt;',
        '<p>',
      ),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.array(part), (texts) => {
        const tags = cleanHtml(`<p>${texts.join('')}`).match(/<[^>]*>?/g) ?? [];
        expect(tags.filter((tag) => !/^<\/?(a|b|i|p|q|s)( ?\/)?>$/.test(tag))).toEqual([]);
      }),
    );
  });
});

const format = { zone: 'Asia/Tokyo', decimals: 2, decimalSeparator: '.' };

describe('a coupon', () => {
  const read = (changes: object, notes = new Notes()) =>
    couponRecord(
      WooCoupon.parse({ id: 63, code: 'TEN', discount_type: 'percent', amount: '10.00', ...changes }),
      format,
      notes,
    );

  test('with a percentage has its rate in millionths, and no limit where the shop has zero', () => {
    const coupon = read({
      minimum_amount: '0.00',
      maximum_amount: '',
      usage_limit: 0,
      usage_limit_per_user: null,
    });
    expect(Coupon.parse(coupon)).toEqual({
      id: 63,
      code: 'ten',
      description: '',
      discountType: 'percent',
      amount: 100_000,
      status: 'publish',
      expires: null,
      individualUse: false,
      freeShipping: false,
      excludesSaleItems: false,
      minimumSpend: null,
      maximumSpend: null,
      usageCount: 0,
      usageLimit: null,
      usageLimitPerCustomer: null,
      usedBy: [],
      usageLimitToItems: null,
      productIds: [],
      excludedProductIds: [],
      categoryIds: [],
      excludedCategoryIds: [],
      allowedEmails: [],
    });
  });

  test.each([
    ['fixed_cart', '5.00', 500],
    ['fixed_product', '3', 300],
    ['percent', '12.5', 125_000],
    ['percent', '', 0],
  ])('of type %s with the amount %j has the amount %i', (discount_type, amount, kept) => {
    expect(read({ discount_type, amount }).amount).toBe(kept);
  });

  test('has its limits, products and expiry', () => {
    const bounds = {
      minimum_amount: '100.00',
      usage_limit: 1,
      usage_count: 1,
      limit_usage_to_x_items: 3,
      product_ids: [5],
      product_categories: [6],
      email_restrictions: ['*@example.com'],
      date_expires: '2020-01-01T00:00:00',
      date_expires_gmt: '2019-12-31T23:00:00',
    };
    expect(read(bounds)).toMatchObject({
      minimumSpend: 10_000,
      usageLimit: 1,
      usageCount: 1,
      usageLimitToItems: 3,
      productIds: [5],
      categoryIds: [6],
      allowedEmails: ['*@example.com'],
      expires: { local: '2020-01-01T00:00:00', utc: '2019-12-31T23:00:00' },
    });
  });

  test('has one entry for each use', () => {
    const coupon = read({ used_by: ['12', 7, 'ann@example.com', '12'], usage_limit_per_user: 2 });
    expect(coupon).toMatchObject({ usedBy: ['12', '7', 'ann@example.com', '12'], usageLimitPerCustomer: 2 });
  });

  test('with very many uses keeps the last uses, with a note in the report', () => {
    const notes = new Notes();
    const used_by = Array.from({ length: 10_003 }, (_, n) => `${n}`);
    expect(read({ used_by }, notes).usedBy).toEqual(used_by.slice(3));
    expect(notes.leftOut).toEqual([
      { what: 'uses of coupons', count: 3, why: 'only the last 10,000 of a coupon are kept' },
    ]);
  });

  test.each([
    ['fixed_cart', '5.001', [500, '5.001']],
    ['fixed_product', '.125', [13, '0.125']],
    ['percent', '33.3333', [333_333, undefined]],
    ['percent', '33.333333', [333_333, '33.333333']],
  ])('of type %s with the amount %j keeps its further decimals', (discount_type, amount, kept) => {
    const notes = new Notes();
    const coupon = read({ code: 'ten', discount_type, amount }, notes);
    expect([coupon?.amount, coupon?.exact, notes.adjusted]).toEqual([...kept, []]);
  });

  test('with an amount of more than six decimals is named in the report', () => {
    const notes = new Notes();
    expect(read({ code: 'ten', amount: '33.33333333' }, notes)?.exact).toBe('33.333333');
    expect(notes.adjusted).toEqual([
      { what: 'amounts of coupons', count: 1, why: 'were rounded to six decimals', ids: [63] },
    ]);
  });

  test('has limits that allow the same carts, whose amounts have all decimals of the currency', () => {
    const limits = (minimum_amount: string, maximum_amount: string) => {
      const { minimumSpend, maximumSpend } = read({ minimum_amount, maximum_amount }) ?? {};
      return [minimumSpend, maximumSpend];
    };
    expect(limits('10.001', '10.001')).toEqual([1_001, 1_000]);
    expect(limits('10.009', '10.009')).toEqual([1_001, 1_000]);
    expect(limits('10.01', '10.01')).toEqual([1_001, 1_001]);
  });

  test.each([
    ['fixed_cart', '0.01', 3, 1],
    ['fixed_cart', '0.007', 3, 0],
    ['fixed_cart', '5', 3, 0],
    ['fixed_cart', '0.01', 2, 0],
    ['percent', '12.50', 3, 0],
  ])(
    'of type %s with %j in a currency of %i decimals has %i notes',
    (discount_type, amount, decimals, noteCount) => {
      const notes = new Notes();
      couponRecord(
        WooCoupon.parse({ id: 63, code: 'ten', discount_type, amount }),
        { ...format, decimals },
        notes,
      );
      expect(notes.adjusted.filter(({ why }) => why.includes('two decimals'))).toHaveLength(noteCount);
    },
  );

  test.each([
    ['R&amp;B', 'r&b'],
    ['a&lt;b&#8217;s', 'a<b’s'],
    ['DANKEFU\u0308R', 'dankefür'],
    [' Two Words ', 'two words'],
  ])('%s has the code %s that shoppers type', (code, stored) => {
    expect(read({ code, description: 'Salt &amp; Pepper' })).toMatchObject({
      code: stored,
      description: 'Salt & Pepper',
    });
  });

  test('without a code cannot be read', () => {
    expect(() => read({ code: '  ' })).toThrow('code: must be a code, not "  "');
  });

  test('with values in other types is read', () => {
    const odd = {
      ...{ id: '63', amount: 12.5, usage_count: '3', usage_limit: '', usage_limit_per_user: '2' },
      ...{ individual_use: 1, free_shipping: 'no', exclude_sale_items: 'yes' },
      ...{ product_ids: { 0: '5', 2: 6 }, product_categories: false, excluded_product_ids: [0] },
      ...{ email_restrictions: [null, 'a@example.com'], used_by: '', date_expires: '' },
    };
    expect(read(odd)).toMatchObject({
      ...{ id: 63, amount: 125_000, usageCount: 3, usageLimit: null, usageLimitPerCustomer: 2 },
      ...{ individualUse: true, freeShipping: false, excludesSaleItems: true },
      ...{ productIds: [5, 6], categoryIds: [], excludedProductIds: [] },
      ...{ allowedEmails: ['a@example.com'], usedBy: [], expires: null },
    });
  });

  test.each([
    [{ date_expires: '2026-06-01' }, { local: '2026-06-01T00:00:00', utc: '2026-05-31T15:00:00' }],
    [
      { date_expires_gmt: '2026-06-01T15:00:00' },
      { local: '2026-06-02T00:00:00', utc: '2026-06-01T15:00:00' },
    ],
    [{ date_expires: '0000-00-00T00:00:00' }, null],
  ])('that expires %j has both times of the shop', (given, expires) => {
    expect(read(given).expires).toEqual(expires);
  });

  test('with an expiry that is no time cannot be read, since it would never expire', () => {
    expect(() => read({ date_expires: 'soon' })).toThrow('date_expires: must be a date and time, not "soon"');
  });

  test('with an invalid amount is not supported', () => {
    expect(() => read({ amount: 'much' })).toThrow('amount: must be an amount from 0 on, not "much"');
  });
});
