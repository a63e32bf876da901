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
  'cart-add': {
    'item-key': true,
    'quantity-default': true,
    'quantity-zero': true,
    types: true,
    'unknown-products': true,
    'by-sku': true,
    'form-and-query': true,
    'unknown-members': true,
    'not-for-sale': true,
    'item-data': true,
    'email-and-phone': true,
    'return-item': true,
    // Totals of the others are with shipping.
    'free-and-virtual': ['virtual'],
    weight: true,
    'cross-sells': true,
    'grouped-items-bad': true,
    'many-items': true,
    concurrent: true,
    idempotency: true,
  },
  'cart-add-variable': {
    'by-variation-id': true,
    missing: true,
    contradiction: true,
    any: true,
    'any-by-parent': true,
    labels: true,
  },
  'cart-stock': {
    'out-of-stock': true,
    'more-than-stock': true,
    'with-what-is-there': true,
    'item-update': true,
    'cart-update': true,
    'sold-individually': true,
  },
  'cart-update': {
    'item-read': true,
    'item-zero': true,
    'cart-unknown-key': true,
    'cart-items-map': true,
    namespace: true,
  },
  'cart-remove-restore': {
    restore: true,
    'remove-again': true,
    'return-status': true,
    'removed-stay-removed': true,
    clear: true,
    'cleared-then-used': true,
  },
  'cart-customer': {
    billing: true,
    'bad-values': true,
    shipping: true,
    'prefixed-names': true,
    nothing: true,
  },
  'cart-fields': true,
  'cart-v1': {
    // `totals` are with shipping.
    'add-and-read': ['add', 'read', 'count', 'v2 sees it'],
    refused: true,
    clear: true,
    empty: true,
    'by-key': true,
  },
  batch: true,
};

/** Groups whose scenarios hold for any shop: they are replayed with other ids and currencies too. */
export const catalogueGroups: readonly string[] = Object.keys(built).filter(
  (group) => group.startsWith('catalogue-') || group === 'protocol-errors',
);
