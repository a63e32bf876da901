import { noticeSentence } from '#platform/sentences/notices.ts';
import { type Key, say } from '#platform/sentences/say.ts';
import type { CartOutcome } from '../../routing/route.ts';
import type { CartView, RatesView, ViewOf } from '../../views/shared/views.ts';
import type { CartQuery } from './cart-route.ts';

/** A request with the query parameters of every cart route. */
export interface CartViewRequest {
  readonly query: CartQuery;
}

/**
 * Returns the view of a cart. The query determines whether the view has pictures, and in which form the view has
 * amounts.
 */
export function cartView({ cart }: CartOutcome, { query }: CartViewRequest): CartView {
  const { thumb: pictures, money, formatted } = query;
  return { cart, pictures, amounts: formatted ? 'formatted' : (money ?? 'usual') };
}

/** The views of a route that returns the whole cart, for the route's member `answers`. */
export const wholeCartAnswers = { cartV2: '', cartV1: 'with `default=true`' } as const;
type WholeCart = ViewOf<keyof typeof wholeCartAnswers>;

/**
 * Returns the view of the whole cart. With the parameter `default`, returns the v1 view of the raw lines
 * (docs/reference/cart.md#parameters-of-every-request).
 */
export function wholeCart(outcome: CartOutcome, input: CartViewRequest): WholeCart {
  return { name: input.query.default ? 'cartV1' : 'cartV2', data: cartView(outcome, input) };
}

/**
 * Returns the view of the line that the request changed. If a client repeats a write and the line no longer exists,
 * returns the view of the whole cart.
 */
export function requestedLine(
  outcome: CartOutcome,
  input: CartViewRequest,
): WholeCart | ViewOf<'cartItemV2'> {
  const { cart, lineKeys } = outcome;
  const line = cart.lines.find(({ key }) => key === lineKeys[0]);
  if (!line) return wholeCart(outcome, input);
  return { name: 'cartItemV2', data: { ...cartView(outcome, input), line } };
}

/**
 * Returns the view of the lines that the request changed, in the order of the request. If a client repeats a write,
 * lines that no longer exist are left out.
 */
export function requestedLines(outcome: CartOutcome, input: CartViewRequest): ViewOf<'cartItemListV2'> {
  const byKey = new Map(outcome.cart.lines.map((line) => [line.key, line]));
  const lines = outcome.lineKeys.map((key) => byKey.get(key)).filter((line) => line !== undefined);
  return { name: 'cartItemListV2', data: { ...cartView(outcome, input), lines } };
}

/** Returns the view of the raw lines as a map by line key, or the view of an empty cart. */
export function rawCart(outcome: CartOutcome, input: CartViewRequest): ViewOf<'cartV1' | 'emptyCartV1'> {
  if (outcome.cart.lines.length === 0) return { name: 'emptyCartV1', data: null };
  return { name: 'cartV1', data: cartView(outcome, input) };
}

/**
 * Returns the view of the raw line that the request changed. Returns the view `itemRemovedV1` if the line is no
 * longer in the cart.
 */
export function rawLine(
  outcome: CartOutcome,
  input: CartViewRequest,
): ViewOf<'cartItemV1' | 'itemRemovedV1'> {
  const { cart, lineKeys } = outcome;
  const line = cart.lines.find(({ key }) => key === lineKeys[0]);
  if (!line) return { name: 'itemRemovedV1', data: null };
  return { name: 'cartItemV1', data: { ...cartView(outcome, input), line } };
}

/** Returns the view of the shipping rates of all packages. */
export function ratesView({ cart: { shipping, currency } }: CartOutcome): RatesView {
  return { rates: shipping.packages.flatMap(({ rates }) => rates), currency };
}

/**
 * Returns the sentence that confirms a change: the cart's first notice of success, or the sentence `otherwise` if the
 * cart has no notice of success.
 */
export function sentenceOf({ cart: { notices } }: CartOutcome, otherwise: Key): string {
  const done = notices.find(({ kind }) => kind === 'success');
  return done ? noticeSentence(done) : say(otherwise);
}
