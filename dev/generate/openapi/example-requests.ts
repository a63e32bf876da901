/** The key of the item in the examples. The item contains product 101 of the demo shop. */
const itemKey = '38b3eff8baf56627478ec76a704e9b52';
const address = { country: 'NL', postcode: '3511 AB', city: 'Utrecht' };
const review = {
  product_id: 101,
  review: 'Bright and sturdy.',
  reviewer: 'Ann',
  reviewer_email: 'ann@example.com',
  rating: 5,
};

/** An example body for each route that accepts a body. A test checks the bodies against the schemas. */
export const exampleRequests: Readonly<Record<string, object>> = {
  'POST /v2/products/reviews': review,
  'POST /v2/login': { username: 'ann', password: 'a long password' },
  'POST /v2/register': { email: 'ann@example.com', requested_password: 'a long password', first_name: 'Ann' },
  'POST /v2/my-account': { account_first_name: 'Ann', account_last_name: 'Smit' },
  'PATCH /v2/my-account/addresses': { billing_address: { postcode: '3511 AB', city: 'Utrecht' } },
  'POST /v2/my-account/change-password': {
    password_current: 'a long password',
    password_1: 'another long password',
    password_2: 'another long password',
  },
  'POST /v2/password/forgot': { username: 'ann@example.com' },
  'POST /v2/password/reset': {
    key: 'ZoYtu49L4YpseUnjvmY1_qdOZSPTg7W9YBgciSqp2cU',
    password: 'another long password',
  },
  'POST /jwt/refresh-token': { refresh_token: 'ZoYtu49L4YpseUnjvmY1_qdOZSPTg7W9YBgciSqp2cU' },
  'POST /v2/cart/add-item': { id: '101', quantity: '2' },
  'POST /v2/cart/add-items': {
    items: [
      { id: '101', quantity: '1' },
      { id: '107', quantity: '1' },
    ],
  },
  'POST /v2/cart/item/{item_key}': { quantity: '3' },
  'PUT /v2/cart/item/{item_key}': { return_item: false },
  'PATCH /v2/cart/item/{item_key}': { return_item: false },
  'POST /v2/cart/clear': { keep_removed_items: true },
  'POST /v2/cart/update': {
    namespace: 'update-customer',
    data: { first_name: 'Ann', postcode: '3511 AB', city: 'Utrecht' },
  },
  'POST /v2/cart/calculate': address,
  'POST /v2/cart/apply-coupon': { code: 'welcome10' },
  'POST /v2/cart/add-fee': { name: 'Gift wrapping', amount: '2.50', taxable: true },
  'POST /v2/cart/set-shipping-method': { rate_id: 'flat_rate:1' },
  'POST /v2/cart/calculate/shipping': address,
  'POST /v1/products/reviews': review,
  'POST /v1/add-item': { product_id: '101', quantity: '2' },
  'POST /v1/item': { cart_item_key: itemKey, quantity: '3' },
  'POST /v1/calculate': { return: true },
  'POST /v1/coupon': { coupon: 'welcome10' },
  'POST /v1/fees': { name: 'Gift wrapping', amount: '2.50', taxable: true },
  'POST /v1/calculate/fees': { return: true },
  'POST /v1/shipping-methods': { key: 'flat_rate:1' },
  'POST /v1/calculate/shipping': address,
  'POST /batch': {
    requests: [
      { method: 'POST', path: '/v2/cart/add-item', body: { id: '101', quantity: '1' } },
      { method: 'POST', path: '/v2/cart/apply-coupon', body: { code: 'welcome10' } },
    ],
  },
};
