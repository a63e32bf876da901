/** Checks of Schemathesis that are off, with the reason for each. */
export const excludedChecks: Readonly<Record<string, string>> = {
  positive_data_acceptance:
    'The rules of a shop refuse requests that are valid by their schema: an unknown product, a coupon that does not apply.',
  negative_data_rejection:
    'As recorded from CoCart, unknown parameters are ignored, and so is a cart key or an idempotency key that cannot be one.',
  unsupported_method: 'As recorded from CoCart, another method on a known path is 404 `rest_no_route`.',
  allow_header_conformance:
    '`Allow` names the methods of every route that matches the path: `/v2/cart/coupons/validate` is also a coupon.',
};

/** Parameters that Schemathesis does not send, with the reason for each. */
export const excludedParameters: Readonly<Record<string, string>> = {
  fields: 'It cuts the answer to the members that it names, so the answer has fewer members than its schema.',
  _fields: 'It is the same as `fields`.',
};

/** Operations that Schemathesis does not try, with the reason for each. */
export const excludedOperations: Readonly<Record<string, string>> = {
  getV2CartEvents: 'The answer is an open stream, and Schemathesis waits for its end.',
};

/** Statuses from 500 that are no fault, with the reason for each. */
export const expectedStatuses: Readonly<Record<string, string>> = {
  503: 'A busy system refuses a request with `Retry-After`.',
};
