import type { z } from 'zod';
import type { Links } from './links.ts';
import type { View, ViewName, Views } from './views.ts';

/** Functions that return the body of each view in a dialect. A missing presenter does not compile. */
export type Presenters = { readonly [Name in keyof Views]: (data: Views[Name], links: Links) => unknown };

/** Schemas of the body of each view in a dialect. A missing schema does not compile. */
export type AnswerSchemas = Readonly<Record<ViewName, z.ZodType>>;

/** A dialect: names and shapes of the same routes and services (docs/reference/README.md#dialects). */
export interface Dialect {
  readonly name: string;
  /** Returns an error code of the registry or of an extension in the form of this dialect. */
  errorCode(code: string): string;
  /** Whether the message about invalid parameters explains each of them, or only names them. */
  readonly invalidParameters: 'explained' | 'named';
  readonly present: Presenters;
  /** Schemas of the bodies. Tests check every answer against them. */
  readonly schemas: AnswerSchemas;
  /**
   * Whether a `price` from a caller who may not set prices is refused, or ignored with a notice
   * (docs/reference/cart.md#a-price-of-the-caller).
   */
  readonly unwantedPrice: 'refused' | 'ignored';
  /**
   * Whether an update without a namespace is refused, or gets its namespace from the shape of the
   * body, as SDKs need (docs/reference/cart.md#update-the-cart).
   */
  readonly missingNamespace: 'refused' | 'inferred';
  /** Whether unknown words and amounts in parameters of lists are refused or ignored (docs/differences.md). */
  readonly unknownFilters: 'refused' | 'ignored';
  /**
   * Whether lists of products contain variations on request only, or always; then a search by SKU
   * finds variations too.
   */
  readonly variationsInLists: 'asked' | 'always';
  /**
   * Whether lists ordered by price use the lowest and highest price of a product, or the price that
   * the answer shows.
   */
  readonly priceOrder: 'price' | 'shownPrice';
  /**
   * Whether answers have the service's own headers only, or also WordPress's headers and, on
   * request, its envelope.
   */
  readonly headers: 'own' | 'wordpress';
  /**
   * Whether the tokens of a mount are valid on every mount, or on that mount only
   * (docs/reference/login.md#tokens).
   */
  readonly tokens: 'everywhere' | 'own';
  /**
   * Whether a logout ends only the login of the token, or all logins of the account
   * (docs/reference/login.md#log-out).
   */
  readonly logoutEnds: 'this' | 'all';
  /** Whether clients may choose guest cart keys, unless `GUEST_KEYS` forbids it. */
  readonly chosenKeys: boolean;
  /**
   * Whether a header without a token, such as `Authorization: Bearer null`, is refused or ignored
   * (docs/reference/login.md#credentials).
   */
  readonly missingToken: 'refused' | 'ignored';
  /**
   * Whose cart the key pair of a person uses if the request has no cart key: that of a new guest, or
   * that of the person (docs/reference/login.md#key-pairs).
   */
  readonly cartOfPairs: 'guest' | 'person';
  /** Whether an anonymous logout succeeds; if not, the answer is 401 (docs/reference/login.md#log-out). */
  readonly logsOutNobody: boolean;
  /** Error code of a manager's route for a caller without credentials; the status is 401. */
  readonly anonymousManager: 'service_rest_not_authorized' | 'service_rest_cannot_view';
  /**
   * Whether `id` of add-items must be a group, or may be any product; in the latter case `quantity`
   * may contain any products too.
   */
  readonly addItemsTakes: 'groups' | 'products';
  /** Status for a quantity that is not a number: 405 from the cart service, or 400 from the gateway. */
  readonly badQuantity: 405 | 400;
  /**
   * Whether `order` sets the direction of every v1 order, or an order may have the fixed direction
   * that it has in v2.
   */
  readonly directionV1: 'asked' | 'as-v2';
  /**
   * Whether v1 refuses to return the totals of an empty cart, or returns them
   * (docs/reference/cart-v1.md#totals).
   */
  readonly emptyTotals: 'refused' | 'shown';
}

/** Returns the body of an answer: a view in a dialect. */
export function present(view: View, dialect: Dialect, links: Links): unknown {
  return presentAs(view.name, view.data, dialect, links);
}

function presentAs<Name extends keyof Views>(
  name: Name,
  data: Views[keyof Views],
  dialect: Dialect,
  links: Links,
): unknown {
  return dialect.present[name](data as Views[Name], links);
}
