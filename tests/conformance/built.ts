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
  'cart-guest-key': true,
  'cart-add': true,
  'cart-add-variable': true,
  'cart-stock': true,
  'cart-update': true,
  'cart-remove-restore': true,
  'cart-totals-tax-coupon-shipping': true,
  'cart-customer': true,
  'cart-fields': true,
  'cart-v1': true,
  batch: true,
  login: true,
  jwt: true,
  transfer: true,
  sessions: true,
};

/** Groups whose scenarios hold for any shop: they are replayed with other ids and currencies too. */
export const catalogueGroups: readonly string[] = Object.keys(built).filter(
  (group) => group.startsWith('catalogue-') || group === 'protocol-errors',
);
