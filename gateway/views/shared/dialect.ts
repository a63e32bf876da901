import type { Fields } from './fields.ts';
import type { Links } from './links.ts';
import type { ListView, View } from './view.ts';
import type { PresentedView, ViewName, Views } from './views.ts';

/** The view of each name in a dialect. A list also has the view of one entry, which is presented and cached alone. */
export type DialectViews = { readonly [Name in ViewName]: View<Views[Name], Links> } & {
  readonly [Name in 'productsV1' | 'productsV2']: ListView<Views[Name], Links, Views['productV2']>;
} & {
  readonly [Name in 'variationsV1' | 'variationsV2']: ListView<Views[Name], Links, Views['variationV2']>;
};

/**
 * A dialect: the names and shapes of a mount's answers. All mounts have the same routes and services
 * (docs/reference/README.md#dialects).
 */
export interface Dialect {
  readonly name: string;
  /** Returns the dialect's own error code for an error code of the registry or of a login extension. */
  errorCode(code: string): string;
  /**
   * Whether the message about invalid parameters explains each parameter, or only lists the names of the
   * parameters.
   */
  readonly invalidParameters: 'explained' | 'named';
  /** How each answer looks and is made. Tests check every answer against the schema of its view. */
  readonly views: DialectViews;
  /**
   * Whether a `price` from a caller who may not set prices is refused, or ignored with a notice
   * (docs/reference/cart.md#a-price-of-the-caller).
   */
  readonly unwantedPrice: 'refused' | 'ignored';
  /**
   * Whether an update of the cart without a namespace is refused, or the gateway infers the namespace from the
   * body. The JavaScript SDK sends updates without a namespace (docs/reference/cart.md#update-the-cart).
   */
  readonly missingNamespace: 'refused' | 'inferred';
  /**
   * Whether unknown words and invalid amounts in the parameters of lists are refused or ignored
   * (docs/differences.md).
   */
  readonly unknownFilters: 'refused' | 'ignored';
  /**
   * Whether the answers of product lists contain variations only on request, or always. With `always`, a search
   * by SKU finds variations too.
   */
  readonly variationsInLists: 'asked' | 'always';
  /**
   * Which price of a product with several prices determines its position in a list. `byDirection`: the
   * lowest price in ascending order, the highest price in descending order. `alwaysLowest`: the lowest price.
   */
  readonly priceOrder: 'byDirection' | 'alwaysLowest';
  /**
   * Whether answers have only the service's own headers, or also WordPress's headers and, on request,
   * WordPress's envelope.
   */
  readonly headers: 'own' | 'wordpress';
  /**
   * Whether a token is valid on every mount, or only on the mount that issued the token
   * (docs/reference/login.md#tokens).
   */
  readonly tokens: 'everywhere' | 'own';
  /**
   * Whether a logout ends only the login to which the token belongs, or all logins of the account
   * (docs/reference/login.md#log-out).
   */
  readonly logoutEnds: 'this' | 'all';
  /**
   * Whether clients may choose the cart keys of guests. If the setting `GUEST_KEYS` is `issued`, clients may
   * not choose cart keys on any mount.
   */
  readonly chosenKeys: boolean;
  /**
   * Whether a header without a token, such as `Authorization: Bearer null`, is refused or ignored
   * (docs/reference/login.md#credentials).
   */
  readonly missingToken: 'refused' | 'ignored';
  /**
   * Which cart a request with a person's key pair uses if the request has no cart key: the cart of a new guest, or
   * the person's cart (docs/reference/login.md#key-pairs).
   */
  readonly cartOfPairs: 'guest' | 'person';
  /**
   * Whether a logout request without credentials succeeds. If false, the answer has status 401
   * (docs/reference/login.md#log-out).
   */
  readonly anonymousLogout: boolean;
  /**
   * Error code of the answer if a route for managers is requested without credentials. The status is 401.
   */
  readonly anonymousManager: 'service_rest_not_authorized' | 'service_rest_cannot_view';
  /**
   * Whether add-items accepts only the id of a group and quantities of its products, or the ids of any
   * products.
   */
  readonly addItemsTakes: 'groups' | 'products';
  /**
   * Status of the answer to a quantity that is not a number. With 400, the gateway refuses the quantity. With
   * 405, the cart service refuses the quantity.
   */
  readonly badQuantity: 405 | 400;
  /**
   * Whether `order` sets the direction for every v1 value of `orderby`. With `as-v2`, `order` has no effect
   * on values whose direction is fixed in v2.
   */
  readonly directionV1: 'asked' | 'as-v2';
  /**
   * Whether v1 refuses a request for the totals of an empty cart, or returns the totals
   * (docs/reference/cart-v1.md#totals).
   */
  readonly emptyTotals: 'refused' | 'shown';
}

/** Returns the body of an answer, with only the selected members (null for all). */
export function present(
  { name, data }: PresentedView,
  dialect: Dialect,
  links: Links,
  fields: Fields | null,
): unknown {
  const view: View<PresentedView['data'], Links> = dialect.views[name];
  return view.present(data, links, fields);
}
