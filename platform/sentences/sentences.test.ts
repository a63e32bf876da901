import { expect, test } from 'vitest';
import type { CouponRejection } from '#contracts/coupons.ts';
import type { Notice, NoticeCode, NoticeData } from '#contracts/notices.ts';
import { refusal, ServiceError, unavailable } from '#platform/errors/errors.ts';
import { invalidParameter, invalidParameters, invalidRequest } from '#platform/errors/faults.ts';
import { english } from './english.ts';
import { errorSentence, publicBody } from './errors.ts';
import { noticeSentence, rejectionSentence } from './notices.ts';
import { formsOf, type Sentences } from './sentence.ts';
import { technical } from './technical.ts';

/** All sentences that the tests of this file have seen. */
const said = new Set<string>();

/** The sentences of notices: every code that mentions something, in every form. */
const notices: { readonly [Code in NoticeCode]?: readonly (readonly [NoticeData<Code>, string])[] } = {
  items_added: [
    [{ names: ['Mug'], products: 1, pieces: 1 }, '"Mug" has been added to your cart.'],
    [{ names: ['Mug'], products: 1, pieces: 2 }, '2 × "Mug" have been added to your cart.'],
    [{ names: ['Mug', 'Cap'], products: 2, pieces: 5 }, '"Mug" and "Cap" have been added to your cart.'],
    [
      { names: ['Mug', 'Cap', 'Cup'], products: 3, pieces: 3 },
      '"Mug", "Cap" and "Cup" have been added to your cart.',
    ],
    [{ names: [], products: 4, pieces: 4 }, '4 products have been added to your cart.'],
  ],
  item_changed: [[{ name: 'Mug' }, '"Mug" has been updated in your cart.']],
  quantity_same: [[{ name: 'Mug' }, 'The quantity of "Mug" has not changed.']],
  quantity_raised: [[{ name: 'Mug', quantity: 9_999 }, 'The quantity of "Mug" has been increased to 9999.']],
  quantity_lowered: [[{ name: 'Mug', quantity: 1 }, 'The quantity of "Mug" has been decreased to 1.']],
  item_removed: [[{ name: 'Mug' }, '"Mug" has been removed from your cart.']],
  item_restored: [[{ name: 'Mug' }, '"Mug" has been restored to your cart.']],
  item_refused: [
    [
      { error: 'service_quantity_not_numeric', data: { name: 'Cup' } },
      'The quantity of "Cup" must be a number.',
    ],
  ],
  item_dropped: [
    [
      { name: 'Mug', reason: 'not_purchasable' },
      '"Mug" has been removed from your cart, since it can no longer be purchased.',
    ],
    [
      { name: 'Mug', reason: 'changed' },
      '"Mug" has been removed from your cart, since it has changed. You can choose it again.',
    ],
    [
      { name: 'Mug', reason: 'amount' },
      '"Mug" has been removed from your cart, because its amount would be too high.',
    ],
  ],
  coupon_dropped: [
    [
      { coupon: 'big', reason: 'minimum_spend', amount: '€50.00' },
      'Coupon "big" can be used from a subtotal of €50.00. The coupon has been removed from your cart.',
    ],
  ],
  out_of_stock: [
    [{ names: ['Mug'] }, '"Mug" is out of stock.'],
    [{ names: ['Mug', 'Cup'] }, '"Mug" and "Cup" are out of stock.'],
  ],
  stock_short: [
    [{ names: ['Mug'], left: 3, held: 4 }, 'There are only 3 of "Mug" in stock, and your cart has 4.'],
    [{ names: ['Mug'], left: 1, held: 4 }, 'There is only 1 of "Mug" in stock, and your cart has 4.'],
    [
      { names: ['S', 'M', 'L'], left: 5, held: 7 },
      'There are only 5 of "S", "M" and "L" together in stock, and your cart has 7.',
    ],
    [
      { names: ['S', 'M'], left: 1, held: 7 },
      'There is only 1 of "S" and "M" together in stock, and your cart has 7.',
    ],
  ],
  price_changed: [
    [
      { name: 'Mug', before: '€18.00', now: '€20.00' },
      'The price of "Mug" has changed from €18.00 to €20.00.',
    ],
  ],
  coupons_replaced: [
    [
      { codes: ['ten'], by: 'solo' },
      'Coupon "ten" has been removed, since "solo" cannot be used together with others.',
    ],
    [
      { codes: ['ten', 'fiver'], by: 'solo' },
      'Coupons "ten" and "fiver" have been removed, since "solo" cannot be used together with others.',
    ],
  ],
  coupons_removed: [
    [{ codes: ['ten'] }, 'Coupon "ten" has been removed from your cart.'],
    [{ codes: ['ten', 'fiver'] }, 'Coupons "ten" and "fiver" have been removed from your cart.'],
  ],
  fee_added: [[{ name: 'Handling' }, 'The fee "Handling" has been added to your cart.']],
  rate_chosen: [[{ label: 'Pickup' }, 'Your order will be shipped by "Pickup".']],
  address_not_saved: [
    [
      { address: 'billing', member: 'email', reason: 'invalid' },
      'The billing e-mail address is not valid and was not saved.',
    ],
    [
      { address: 'shipping', member: 'address2', reason: 'too_long' },
      'The shipping second address line is too long and was not saved.',
    ],
    [
      { address: 'billing', member: 'country', reason: 'place', place: 'postcode' },
      'The billing country was not saved, because the postcode is not valid.',
    ],
  ],
  coupon_not_taken: [[{ code: 'alone' }, 'Coupon "alone" cannot be used together with your others.']],
  only_one: [[{ name: 'Ring' }, 'Only one "Ring" can be in your cart.']],
  fewer_taken: [
    [{ name: 'Mug', wanted: 11_000, quantity: 9_999 }, 'You cannot have 11000 of "Mug": your cart has 9999.'],
  ],
  items_not_taken: [
    [{ names: ['Lamp'], items: 1 }, 'There was no room in your cart, or no stock, for "Lamp".'],
    [{ names: [], items: 100 }, 'There was no room in your cart, or no stock, for 100 items.'],
  ],
};

test.each(
  Object.entries(notices).flatMap(([code, cases]) =>
    cases.map(([data, text]) => [code, data, text] as const),
  ),
)('the notice %s with %j is: %s', (code, data, text) => {
  said.add(text);
  expect(noticeSentence({ kind: 'success', code, data } as Notice)).toBe(text);
});

test('a notice as text is shown as it is', () => {
  expect(noticeSentence({ kind: 'error', text: 'Less {name} is left.' })).toBe('Less {name} is left.');
});

const stock = { requested: 4, in_cart: 3, available: 5, name: 'Mug' };
const rate = { retry_after: 1, limit: 1, window: 1 };

test.each<[ServiceError, string]>([
  [
    refusal('rest_missing_callback_param', { params: ['id', 'quantity'] }),
    'Missing parameter(s): id, Quantity',
  ],
  [refusal('rest_no_route', { reason: 'checkout' }), 'This shop has no checkout.'],
  [
    refusal('service_request_too_large', { maximum_bytes: 1, reason: 'pieces' }),
    'The request body comes in too many pieces.',
  ],
  [
    refusal('service_unsupported_media_type', { reason: 'files' }),
    'Files are not accepted. Send fields only.',
  ],
  [unavailable(), 'The service is not available at the moment. Please try again.'],
  [
    refusal('service_unavailable', { retry_after: 1, reason: 'unconfirmed' }),
    'The change was not confirmed in time. Look whether it was made before you repeat it.',
  ],
  [
    refusal('service_unavailable', { retry_after: 5, reason: 'shop' }),
    'The password cannot be checked at the moment. Please try again in a few seconds.',
  ],
  [
    refusal('service_upstream_timeout', { reason: 'none' }),
    'The shop behind this service did not answer in time. Please try again.',
  ],
  [
    refusal('service_upstream_timeout', {}),
    'The request may have been carried out. Look at its result before you try again.',
  ],
  [
    refusal('service_upstream_timeout', { reason: 'order' }),
    'The order may have been placed. Look at your orders before you try again.',
  ],
  [refusal('service_not_allowed', { reason: 'fees' }), 'You are not allowed to set the fees of a cart.'],
  [
    refusal('service_rate_limit_exceeded', { ...rate, reason: 'coupon_codes' }),
    'Too many coupon codes that do not exist. Please wait a moment.',
  ],
  [
    refusal('service_rate_limit_exceeded', { ...rate, reason: 'new_carts' }),
    'Too many new carts, or too much in them, in a short time. Please wait a moment.',
  ],
  ...(
    [
      ['lines', 200, 'Your cart can hold at most 200 different items.'],
      ['coupons', 20, 'Your cart can have at most 20 coupons.'],
      ['fees', 50, 'Your cart can have at most 50 fees.'],
      ['itemDataBytes', 8_192, 'The data of an item can have at most 8192 bytes as JSON.'],
      ['itemDataDepth', 5, 'The data of an item can be nested at most 5 deep.'],
      ['extensionBytes', 8_192, 'The data of an extension can have at most 8192 bytes as JSON.'],
      ['extensionDepth', 5, 'The data of an extension can be nested at most 5 deep.'],
      ['cartBytes', 262_144, 'Your cart with the data of its items can have at most 262144 bytes as JSON.'],
      ['amount', 2 ** 48, 'The amount of your cart cannot be that high.'],
    ] as const
  ).map(([limit, maximum, text]): [ServiceError, string] => [
    refusal('service_cart_limit_exceeded', { limit, maximum }),
    text,
  ]),
  [refusal('service_unknown_product_id', {}), 'There is no product with this SKU.'],
  [refusal('service_unknown_product_id', { reason: 'slug' }), 'There is no product with this SKU or slug.'],
  [refusal('service_term_invalid', { reason: 'category', category: 'mugs' }), 'There is no category mugs.'],
  [refusal('service_term_invalid', { reason: 'parent' }), 'There is no such parent category.'],
  [
    refusal('service_belongs_to_shop', { shop: 'https://shop.example' }),
    'This belongs to the shop at https://shop.example, which is followed: change it there, or run connect pause first.',
  ],
  [
    refusal('service_review_content_invalid', { maximum: 9, reason: 'review' }),
    'A review has at most 9 characters, and few tags and lines.',
  ],
  [refusal('service_review_content_invalid', { maximum: 9, reason: 'empty' }), 'A review needs words.'],
  [
    refusal('service_review_content_invalid', { maximum: 245, reason: 'reviewer' }),
    "A reviewer's name has 1 to 245 characters.",
  ],
  [
    refusal('service_review_content_invalid', { maximum: 100, reason: 'email' }),
    'A valid e-mail address of at most 100 characters is needed.',
  ],
  [refusal('service_quantity_not_numeric', {}), 'The quantity must be a number.'],
  [refusal('service_quantity_not_numeric', { name: 'Cup' }), 'The quantity of "Cup" must be a number.'],
  [
    refusal('service_quantity_invalid_amount', { minimum: 1, maximum: 9_999 }),
    'The quantity must be a whole number from 1 to 9999.',
  ],
  [
    refusal('service_quantity_invalid_amount', { minimum: 1, maximum: 9_999, name: 'Cup' }),
    'The quantity of "Cup" must be a whole number from 1 to 9999.',
  ],
  [
    refusal('service_product_sold_individually', { name: 'Mug' }),
    'You cannot add another "Mug" to your cart.',
  ],
  [refusal('service_product_out_of_stock', stock), '"Mug" is out of stock.'],
  [refusal('service_not_enough_in_stock', stock), 'You cannot have 4 of "Mug": 5 in stock, 3 in your cart.'],
  [
    refusal('service_not_enough_stock_remaining', stock),
    'You cannot have 7 of "Mug": 5 in stock, 3 in your cart.',
  ],
  [refusal('service_missing_variation_data', { missing: ['Colour', 'Size'] }), 'Choose "Colour" and "Size".'],
  [refusal('service_no_variation_found', { missing: ['Size'] }), 'Choose "Size".'],
  [refusal('service_no_variation_found', {}), 'This product is not available with these options.'],
  [
    refusal('service_invalid_variation_data', { attribute: 'Size', allowed: ['s', 'm'] }),
    'That is no option of "Size". Allowed: "s" and "m".',
  ],
  [
    refusal('service_invalid_variation_data', { attribute: 'Size', allowed: [] }),
    'That is no option of "Size". Allowed: none.',
  ],
  [refusal('service_item_not_in_cart', {}), 'There is no such item in your cart.'],
  [refusal('service_item_not_in_cart', { name: 'Mug' }), '"Mug" has been removed from your cart already.'],
  [refusal('service_item_restored_to_cart', { status: 404 }), 'There is no removed item to restore.'],
  [refusal('service_item_restored_to_cart', { status: 405 }), 'This item is in your cart already.'],
  [refusal('service_can_not_increase_quantity', { name: 'Print' }), 'Only one "Print" can be in your cart.'],
  [
    refusal('service_update_cart_namespace_error', { namespaces: ['a', 'b'] }),
    'The namespace of the update is missing. Known are: a, b.',
  ],
  [
    refusal('service_update_cart_no_namespace_error', { namespaces: ['a', 'b'] }),
    'There is no such namespace to update. Known are: a, b.',
  ],
  [refusal('service_coupon_not_exist', {}), 'There is no such coupon.'],
  [refusal('service_coupon_not_exist', { coupon: 'nope' }), 'Coupon "nope" does not exist.'],
  [
    refusal('service_coupon_cannot_add', { coupon: 'ten', reason: 'applied' }),
    'Coupon "ten" has been applied already.',
  ],
  [
    refusal('service_coupon_cannot_add', { coupon: 'solo', reason: 'individual' }),
    'Coupon "solo" cannot be used together with others.',
  ],
  [
    refusal('service_coupon_failed_to_apply', { coupon: 'ten', reason: 'minimum_spend', amount: '€36.01' }),
    'Coupon "ten" can be used from a subtotal of €36.01.',
  ],
  [refusal('service_coupon_failed_to_apply', { reason: 'new' }), 'This coupon cannot be used for your cart.'],
  [refusal('service_fee_already_exists', { name: 'Wrap' }), 'There is a fee "Wrap" already.'],
])('the sentence of %j is: %s', (error, text) => {
  said.add(text);
  expect(errorSentence(error)).toBe(text);
});

test.each<[CouponRejection['reason'], string]>([
  ['not_exist', 'does not exist.'],
  ['not_published', 'does not exist.'],
  ['expired', 'has expired.'],
  ['usage_limit', 'has been used as often as it can be.'],
  ['usage_limit_customer', 'has been used by you as often as it can be.'],
  ['minimum_spend', 'can be used from a subtotal of €5.00.'],
  ['maximum_spend', 'can be used up to a subtotal of €5.00.'],
  ['email', 'is for certain e-mail addresses: yours is not one of them, or is not known yet.'],
  ['not_applicable', 'is not for any product in your cart.'],
  ['excluded_products', 'cannot be used with some product in your cart.'],
  ['excluded_categories', 'cannot be used with products of some category in your cart.'],
  ['sale_items', 'cannot be used with products on sale.'],
])('the rejection of a coupon with the reason %s: %s', (reason, end) => {
  const text = `Coupon "ten" ${end}`;
  said.add(text);
  expect(rejectionSentence({ coupon: 'ten', reason, amount: '€5.00' })).toBe(text);
});

test('the body of an error about parameters has a sentence for each, and the received values', () => {
  const error = invalidParameters({
    state: { code: 'rest_invalid_param', rule: 'no_state', values: { path: 'state' } },
    per_page: {
      code: 'rest_out_of_bounds',
      rule: 'too_big',
      values: { path: 'per_page', bound: 100 },
      given: '500',
    },
  });
  const state = 'This state does not belong to the country.';
  const size = 'per_page must be less than or equal to 100';
  said.add(`${state} ${size}. Given: 500.`);
  expect(publicBody(error)).toEqual({
    status: 400,
    body: {
      code: 'rest_invalid_param',
      message: `${state} ${size}. Given: 500.`,
      data: {
        status: 400,
        params: { state, per_page: size },
        details: {
          state: { code: 'rest_invalid_param', message: state, data: null },
          per_page: { code: 'rest_out_of_bounds', message: size, data: null },
        },
      },
    },
  });
});

test.each([
  ['type', { types: ['integer', 'string'] }, 'is not of type integer, string.'],
  ['one_of', { allowed: ['asc', 'desc'] }, 'is not one of asc, desc.'],
  ['too_short', { bound: 1 }, 'must be at least 1 character long.'],
  ['too_short', { bound: 2 }, 'must be at least 2 characters long.'],
  ['too_long', { bound: 1 }, 'must be at most 1 character long.'],
  ['too_long', { bound: 2 }, 'must be at most 2 characters long.'],
  ['too_few', { bound: 1 }, 'must contain at least 1 item.'],
  ['too_few', { bound: 2 }, 'must contain at least 2 items.'],
  ['too_many', { bound: 1 }, 'must contain at most 1 item.'],
  ['too_many', { bound: 2 }, 'must contain at most 2 items.'],
  ['too_small', { bound: 1 }, 'must be greater than or equal to 1.'],
  ['too_big', { bound: 1 }, 'must be less than or equal to 1.'],
  ['between', { least: 1, most: 9 }, 'must be between 1 (inclusive) and 9 (inclusive).'],
  [
    'name',
    { fault: [{ rule: 'too_long', values: { path: 'it', bound: 9 } }] },
    'is not allowed as a name: it must be at most 9 characters long.',
  ],
  ['date_time', {}, 'must be a date and time, such as 2031-02-03T04:05:06Z.'],
  ['pattern', { pattern: '^a$' }, 'does not match pattern ^a$.'],
  ['unknown', {}, 'is not known.'],
  ['unknown_near', { nearest: 'page' }, 'is not known. Did you mean page?'],
  ['number', {}, 'must be a number.'],
  ['long_name', { maximum: 200 }, 'has a name of more than 200 characters.'],
  ['members', { maximum: 2 }, 'has more than 2 members.'],
  ['one_line', {}, 'must be one line, without control characters.'],
  ['amount', {}, 'must be an amount in major units, such as 12.50.'],
  ['signed_amount', {}, 'must be an amount in major units, such as -12.50.'],
  ['items', {}, 'does not name items with their quantities.'],
  ['filters', {}, 'must be filters like attributes[0][attribute]=pa_colour&attributes[0][slug][]=red.'],
  ['one_cart', {}, 'must all be about one cart.'],
  ['brackets', { maximum: 9 }, 'has more than 9 brackets.'],
  ['cart_key', {}, 'is no key of a cart.'],
  ['key_length', { maximum: 255 }, 'must have 1 to 255 characters.'],
  ['return_url', {}, 'must be a page of an origin in CORS_ORIGINS.'],
  ['revision', {}, 'must be one revision of the cart in quotation marks.'],
  ['user_name', {}, 'must not begin with a space, and must not contain colons or control characters.'],
  [
    'foreign_user_name',
    {},
    "must not look like a phone number, an ID, a key, or another person's e-mail address.",
  ],
  ['long_text', {}, 'is too long.'],
  ['other', { text: 'is odd.' }, 'is odd.'],
] as const)('a parameter with the fault %s, %j: %s', (rule, values, end) => {
  said.add(`x ${end}`);
  expect(errorSentence(invalidParameter('x', rule, values))).toBe(`x ${end}`);
});

test.each([
  ['price_of_parts', { type: 'grouped' }, 'A grouped product has no price of its own: its parts have.'],
  ['sale_price', {}, 'The sale price must be below the regular price.'],
  ['role', { role: 'x' }, 'There is no role x: the setting customer-roles has further ones of customers.'],
  ['no_stock', { type: 'external' }, 'A product of type external has no stock of its own.'],
  ['slug_taken', { slug: 'x' }, 'The slug x belongs to another category already.'],
  ['full_category', { maximum: 9 }, 'More than 9 products and variations are in the category.'],
  ['sku_taken', { sku: 'x' }, 'The SKU x belongs to another product already.'],
  ['code_taken', { code: 'x' }, 'The code x belongs to another coupon already.'],
] as const)('a request with the fault %s, %j: %s', (rule, values, text) => {
  said.add(text);
  const { body } = publicBody(invalidRequest('change.x', rule, values));
  expect(body).toMatchObject({ message: text, data: { issues: [{ path: 'change.x', message: text }] } });
});

test('the sentence of an extension or of an older process is shown as it is, with the data', () => {
  const params = { x: 'x is odd.' };
  const older = new ServiceError('rest_invalid_param', { params, details: {} }, { text: 'x is odd.' });
  expect(publicBody(older).body).toEqual({
    code: 'rest_invalid_param',
    message: 'x is odd.',
    data: { status: 400, params, details: {} },
  });
});

test.each([
  ['requested_password', 'Password'],
  ['billing_address[email]', 'E-mail address'],
  ['calc_shipping_country', 'Country'],
  ['s_postcode', 'Postcode'],
  ['password_1', 'New password'],
  ['reviewer_email', 'E-mail address'],
  ['code', 'Coupon code'],
  ['note', 'Note'],
  ['per_page', 'per_page'],
  ['include[1]', 'include[1]'],
])('the parameter %s is named to shoppers as %s', (path, label) => {
  expect(errorSentence(invalidParameter(path, 'long_text'))).toBe(`${label} is too long.`);
});

test('a wrong e-mail address is not called an e-mail address', () => {
  expect(errorSentence(invalidParameter('email', 'email'))).toBe('Please enter a valid e-mail address.');
});

test('these tests say every sentence that mentions something or has several forms', () => {
  const sentences: Sentences = { ...english, ...technical };
  const seen = (template: string) => {
    const literals = template.split(/\{[^}]*\}/);
    return [...said].some((text) => literals.every((one) => text.includes(one)));
  };
  const unseen = Object.entries(sentences).flatMap(([key, template]) => {
    const forms = formsOf(template);
    const isPart =
      /^(address|label|button)\./.test(key) ||
      key === 'rest_invalid_param.named' ||
      !/[.{]/.test(key + forms.join(''));
    return isPart ? [] : forms.filter((form) => form.includes('{') && !seen(form));
  });
  expect(unseen).toEqual([]);
});
