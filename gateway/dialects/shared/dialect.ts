import type { z } from 'zod';
import type { Links } from './links.ts';
import type { View, ViewName, Views } from './views.ts';

/** Writes each view in a dialect's words: a view without a presenter does not compile. */
export type Presenters = { readonly [Name in keyof Views]: (data: Views[Name], links: Links) => unknown };

/** What each view is in a dialect's words: a view without a schema does not compile. */
export type AnswerSchemas = Readonly<Record<ViewName, z.ZodType>>;

/** A way of speaking: the same routes and services, other names and shapes (docs/reference/README.md#dialects). */
export interface Dialect {
  readonly name: string;
  /** A code of the registry, or one of an extension's own, as this dialect writes it. */
  errorCode(code: string): string;
  readonly present: Presenters;
  /** What `present` makes of each view. Tests hold every answer to it. */
  readonly schemas: AnswerSchemas;
  /**
   * What becomes of a `price` from somebody who may not set it: an error, or a notice
   * (docs/reference/cart.md#a-price-of-the-caller).
   */
  readonly unwantedPrice: 'refused' | 'ignored';
  /**
   * Whether an update without a namespace goes by the shapes that SDKs send (docs/reference/cart.md#update-the-cart).
   */
  readonly missingNamespace: 'refused' | 'inferred';
  /** Whether words and amounts that lists do not know are refused, or passed over (docs/differences.md). */
  readonly unknownFilters: 'refused' | 'ignored';
  /** Whether lists of products have variations inside unless a request says otherwise, and find them by SKU. */
  readonly variationsInLists: 'asked' | 'always';
  /** Whether answers have the headers of WordPress, and its envelope where that is asked for. */
  readonly headers: 'own' | 'wordpress';
  /** Whether a mount issues tokens that are good there alone (docs/reference/login.md#tokens). */
  readonly tokens: 'everywhere' | 'own';
  /** Which logins a logout with a token ends (docs/reference/login.md#log-out). */
  readonly logoutEnds: 'this' | 'all';
  /** Whether clients may choose the keys of guests' carts, unless `GUEST_KEYS` forbids it. */
  readonly chosenKeys: boolean;
  /** Whether a logout of nobody succeeds, in place of 401 (docs/reference/login.md#log-out). */
  readonly logsOutNobody: boolean;
  /** Code of a manager's route without credentials, always with 401. */
  readonly anonymousManager: 'service_rest_not_authorized' | 'service_rest_cannot_view';
  /** Whether `id` of add-items names a group, or any product; then `quantity` may name any product too. */
  readonly addItemsTakes: 'groups' | 'products';
  /** Status of a quantity that is no number: 405 of the cart, or 400 before the cart is asked. */
  readonly badQuantity: 405 | 400;
  /** Whether `order` turns every order of v1, or each word has the direction that it has in v2. */
  readonly directionV1: 'asked' | 'as-v2';
  /** Whether v1 shows the totals of an empty cart (docs/reference/cart-v1.md#totals). */
  readonly emptyTotals: 'refused' | 'shown';
}

/** The body of an answer: a view in a dialect's words. */
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
