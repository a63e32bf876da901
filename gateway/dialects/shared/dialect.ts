import type { z } from 'zod';
import type { Links } from './links.ts';
import type { View, ViewName, Views } from './views.ts';

/** Writes each view in a dialect. A view without a presenter does not compile. */
export type Presenters = { readonly [Name in keyof Views]: (data: Views[Name], links: Links) => unknown };

/** Schemas of each view in a dialect. A view without a schema does not compile. */
export type AnswerSchemas = Readonly<Record<ViewName, z.ZodType>>;

/**
 * A dialect: the same routes and services with other names and shapes (docs/reference/README.md#dialects).
 */
export interface Dialect {
  readonly name: string;
  /** Returns an error code, of the registry or of an extension, in this dialect. */
  errorCode(code: string): string;
  readonly present: Presenters;
  /** Schemas of the presented views. Tests check every answer against them. */
  readonly schemas: AnswerSchemas;
  /**
   * Whether a `price` from a caller without permission is refused, or ignored with a notice
   * (docs/reference/cart.md#a-price-of-the-caller).
   */
  readonly unwantedPrice: 'refused' | 'ignored';
  /**
   * Whether an update without a namespace infers it from the body's shape, as SDKs need
   * (docs/reference/cart.md#update-the-cart).
   */
  readonly missingNamespace: 'refused' | 'inferred';
  /** Whether unknown words and amounts in list parameters are refused or ignored (docs/differences.md). */
  readonly unknownFilters: 'refused' | 'ignored';
  /** Whether product lists contain variations by default and find them by SKU. */
  readonly variationsInLists: 'asked' | 'always';
  /** Whether the orders by price use the range of a product, or the price that the answer shows. */
  readonly priceOrder: 'price' | 'shownPrice';
  /** Whether answers have WordPress's headers, and its envelope on request. */
  readonly headers: 'own' | 'wordpress';
  /** Whether a mount issues tokens that are valid on that mount only (docs/reference/login.md#tokens). */
  readonly tokens: 'everywhere' | 'own';
  /** Which logins a logout with a token ends (docs/reference/login.md#log-out). */
  readonly logoutEnds: 'this' | 'all';
  /** Whether clients may choose guest cart keys, unless `GUEST_KEYS` forbids it. */
  readonly chosenKeys: boolean;
  /** Whether `Authorization: Bearer null` and the like are refused, or count as none (docs/reference/login.md#credentials). */
  readonly missingToken: 'refused' | 'ignored';
  /**
   * Whose cart a key pair of a person uses if the request has no cart key: that of a new guest, or the person's
   * (docs/reference/login.md#key-pairs).
   */
  readonly cartOfPairs: 'guest' | 'person';
  /** Whether an anonymous logout succeeds; otherwise the answer is 401 (docs/reference/login.md#log-out). */
  readonly logsOutNobody: boolean;
  /** Error code of managers' routes without credentials; the status is 401. */
  readonly anonymousManager: 'service_rest_not_authorized' | 'service_rest_cannot_view';
  /**
   * Whether `id` of add-items must be a group, or may be any product; then `quantity` may name any product
   * too.
   */
  readonly addItemsTakes: 'groups' | 'products';
  /** Status of a quantity that is not a number: 405 from the cart, or 400 before the cart is asked. */
  readonly badQuantity: 405 | 400;
  /** Whether `order` reverses every v1 order, or each word has its v2 direction. */
  readonly directionV1: 'asked' | 'as-v2';
  /** Whether v1 shows the totals of an empty cart (docs/reference/cart-v1.md#totals). */
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
