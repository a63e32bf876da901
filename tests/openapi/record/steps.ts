import type { ViewName } from '../../../gateway/views/shared/views.ts';

/** Who sends a request: a guest, a customer with a token, or a manager with a key pair. */
export type Who = 'guest' | 'customer' | 'manager';

/**
 * A request of a recording. Its answer is the example of `view`. If `view` is null, the request only prepares
 * later requests.
 */
export interface Step {
  readonly view: ViewName | null;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** The path. A name in braces is a value of an earlier answer, such as the cart key `{cart}`. */
  readonly path: string;
  readonly body?: object;
  readonly who?: Who;
}

const get = (view: ViewName | null, path: string, who?: Who): Step => ({
  view,
  method: 'GET',
  path,
  ...(who && { who }),
});
const post = (view: ViewName | null, path: string, body: object = {}, who?: Who): Step => ({
  view,
  method: 'POST',
  path,
  body,
  ...(who && { who }),
});
const remove = (view: ViewName | null, path: string, who?: Who): Step => ({
  ...get(view, path, who),
  method: 'DELETE',
});

/** The item keys of the products 101 and 107. */
const first = '38b3eff8baf56627478ec76a704e9b52';
const second = 'a97da629b098b75c294dffdc3e463904';
const address = { first_name: 'Ann', postcode: '3511 AB', city: 'Utrecht', country: 'NL' };
const password = 'a long password';

const catalogue = [
  get('productsV2', '/v2/products?per_page=1&include=101'),
  get('productV2', '/v2/products/101'),
  get('variationsV2', '/v2/products/127/variations?per_page=1&page=3'),
  get('variationV2', '/v2/products/127/variations/{variation}'),
  get('facets', '/v2/products/facets?category=coffee'),
  get('productsV1', '/v1/products?per_page=1&include=101'),
  get('productV1', '/v1/products/101'),
  get('variationsV1', '/v1/products/127/variations?per_page=1&page=3'),
  get('variationV1', '/v1/products/127/variations/{variation}'),
  get('categories', '/v2/products/categories?per_page=2&hide_empty=true'),
  get('category', '/v2/products/categories/coffee'),
  get('tags', '/v2/products/tags?per_page=2'),
  get('tag', '/v2/products/tags/handmade'),
  get('brands', '/v2/products/brands?per_page=2'),
  get('brand', '/v2/products/brands/tilburg-steel'),
  get('attributes', '/v2/products/attributes'),
  get('attribute', '/v2/products/attributes/1'),
  get('attributeTerms', '/v2/products/attributes/1/terms?per_page=2'),
  get('attributeTerm', '/v2/products/attributes/1/terms/{term}'),
  get('reviews', '/v2/products/reviews?per_page=2'),
  get('review', '/v2/products/reviews/{review}'),
  get('store', '/v2/store'),
  get('countries', '/v2/store/countries'),
];

const cart = [
  post('cartCreated', '/v2/cart'),
  get('emptyCartV1', '/v1/get-cart?cart_key={cart}'),
  post('cartItemListV2', '/v2/cart/add-items?cart_key={cart}', {
    items: [
      { id: '101', quantity: '2' },
      { id: '107', quantity: '1' },
    ],
    return_items: true,
  }),
  post(null, '/v2/cart/update?cart_key={cart}', { namespace: 'update-customer', data: address }),
  post(null, '/v2/cart/apply-coupon?cart_key={cart}', { code: 'welcome10' }),
  post('itemStatus', `/v2/cart/item/${first}?cart_key={cart}`, { quantity: '3', return_status: true }),
  remove('cartSentence', `/v2/cart/item/${second}?cart_key={cart}&return_status=true`),
  get('cartV2', '/v2/cart?cart_key={cart}'),
  get('cartItems', '/v2/cart/items?cart_key={cart}'),
  get('cartItemV2', `/v2/cart/item/${first}?cart_key={cart}`),
  get('cartCount', '/v2/cart/items/count?cart_key={cart}'),
  get('cartTotals', '/v2/cart/totals?cart_key={cart}'),
  get('cartMini', '/v2/cart/mini?cart_key={cart}'),
  get('removedItems', '/v2/cart/removed-items?cart_key={cart}'),
  get('crossSells', '/v2/cart/cross-sells?cart_key={cart}'),
  get('coupons', '/v2/cart/coupons?cart_key={cart}'),
  get('couponsValidated', '/v2/cart/coupons/validate?cart_key={cart}'),
  get('shippingRates', '/v2/products/101/shipping-rates?country=NL&cart_key={cart}'),
];

const managed = [
  post(null, '/v2/cart/add-fee?cart_key={cart}', { name: 'Gift wrapping', amount: '2.50' }, 'manager'),
  get('sessions', '/v2/sessions', 'manager'),
  get('session', '/v2/session/{cart}', 'manager'),
  get('sessionItems', '/v2/session/{cart}/items', 'manager'),
];

const cartV1 = [
  get('cartV1', '/v1/get-cart?cart_key={cart}'),
  get('removedItemsV1', '/v1/removed-items?cart_key={cart}'),
  get('quantitiesV1', '/v1/quantities?cart_key={cart}'),
  get('cartTotalsV1', '/v1/totals?cart_key={cart}'),
  get('cartWeightV1', '/v1/weight?cart_key={cart}'),
  get('amountV1', '/v1/totals/total?cart_key={cart}'),
  get('couponTotalsV1', '/v1/totals/discount/coupon-totals?cart_key={cart}'),
  get('couponCodesV1', '/v1/coupon?cart_key={cart}'),
  get('feesV1', '/v1/fees?cart_key={cart}'),
  get('shippingRatesV1', '/v1/shipping-methods?cart_key={cart}'),
  post('doneV1', '/v1/shipping-methods?cart_key={cart}', { key: 'local_pickup:3' }),
  remove('couponChangedV1', '/v1/coupon?cart_key={cart}&coupon=welcome10'),
  post('cartItemV1', '/v1/add-item?cart_key={cart}', { product_id: '107', quantity: '1' }),
  post('itemRemovedV1', '/v1/item?cart_key={cart}', { cart_item_key: second, quantity: '0' }),
  post('messageV1', '/v1/clear?cart_key={cart}'),
  remove('sessionDeleted', '/v2/session/{cart}', 'manager'),
];

const batches = [
  post('batch', '/batch', {
    requests: [
      { method: 'GET', path: '/v2/products/101?_fields=id,name' },
      { method: 'GET', path: '/v2/products/1?_fields=id,name' },
    ],
  }),
  post('batchRefused', '/batch', {
    validation: 'require-all-validate',
    requests: [
      { method: 'GET', path: '/v2/products/101' },
      { method: 'GET', path: '/v2/nothing' },
    ],
  }),
];

const account: readonly Step[] = [
  post(null, '/v2/register', { email: '{email}', requested_password: password, first_name: 'Ann' }),
  post('login', '/v2/login', { username: '{email}', password }),
  post('refreshed', '/jwt/refresh-token', { refresh_token: '{refresh}' }),
  post('validToken', '/jwt/validate-token', {}, 'customer'),
  {
    ...get(null, '/v2/my-account/addresses', 'customer'),
    method: 'PATCH',
    body: { billing_address: address },
  },
  get('myAccount', '/v2/my-account', 'customer'),
  post('passwordAnswer', '/v2/password/forgot', { username: '{email}' }),
  post('loggedOut', '/v2/logout', {}, 'customer'),
];

/** The requests of a recording, in order. */
export const steps: readonly Step[] = [...catalogue, ...cart, ...managed, ...cartV1, ...batches, ...account];
