/**
 * What of the recorded scenarios is built: `true` takes all of a group or of a scenario, a list the steps that need no
 * more. Groups and scenarios that are not named belong to later steps of the plan.
 */
export const built: Readonly<Record<string, true | Readonly<Record<string, true | readonly string[]>>>> = {
  'catalogue-products': true,
  'catalogue-filters': true,
  'catalogue-variations': true,
  'catalogue-terms': true,
  'catalogue-v1': true,
  'protocol-errors': true,
  'cart-guest-key': {
    'query-and-header': true,
    'new-header': true,
    'header-wins': true,
    'fresh-keys': true,
    'own-key': true,
    'carts-apart': true,
  },
  'cart-add': true,
  'cart-add-variable': true,
  'cart-stock': true,
  'cart-update': true,
  'cart-remove-restore': true,
  'cart-totals-tax-coupon-shipping': {
    plain: true,
    'odd-cents': true,
    untaxed: true,
    'free-shipping-offered': true,
    'choose-free-shipping': true,
    'no-zone': true,
    'percent-coupon': true,
    'percent-then-fixed': true,
    'fixed-over-lines': true,
    'per-unit-coupon': true,
    'individual-use': true,
    'percent-cents': true,
    'refused-coupons': true,
    'remove-coupon': true,
    'discount-above-goods': true,
    // `fee` is for a key pair.
    'totals-route': true,
    calculate: true,
  },
  'cart-customer': {
    billing: true,
    'bad-values': true,
    shipping: true,
    'prefixed-names': true,
    nothing: true,
  },
  'cart-fields': true,
  'cart-v1': true,
  batch: true,
};

/** Groups whose scenarios hold for any shop: they are replayed with other ids and currencies too. */
export const catalogueGroups: readonly string[] = Object.keys(built).filter(
  (group) => group.startsWith('catalogue-') || group === 'protocol-errors',
);
