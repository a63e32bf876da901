import type { CartView, RatesView, ViewOf } from '../../dialects/shared/views.ts';
import type { CartOutcome, CartQuery } from './cart-route.ts';

/** Query parameters of every cart answer. */
export interface Asked {
  readonly query: CartQuery;
}

/** Returns the cart view with the client's choice of pictures and amounts. */
export function cartView({ cart }: CartOutcome, { query }: Asked): CartView {
  const { thumb: pictures, money, formatted } = query;
  return { cart, pictures, amounts: formatted ? 'formatted' : (money ?? 'usual') };
}

/** The declared views of routes that answer the whole cart. */
export const wholeCartAnswers = { cartV2: '', cartV1: 'with `default=true`' } as const;
type WholeCart = ViewOf<keyof typeof wholeCartAnswers>;

/**
 * Returns the whole cart; with `default` its raw contents instead
 * (docs/reference/cart.md#parameters-of-every-request).
 */
export function wholeCart(outcome: CartOutcome, input: Asked): WholeCart {
  return { name: input.query.default ? 'cartV1' : 'cartV2', data: cartView(outcome, input) };
}

/** Returns the line of the request; the whole cart if a replay no longer finds the line. */
export function oneLine(outcome: CartOutcome, input: Asked): WholeCart | ViewOf<'cartItemV2'> {
  const { cart, lineKeys } = outcome;
  const line = cart.lines.find(({ key }) => key === lineKeys[0]);
  if (!line) return wholeCart(outcome, input);
  return { name: 'cartItemV2', data: { ...cartView(outcome, input), line } };
}

/** Returns the lines of the request in its order, without those that a replay no longer finds. */
export function theLines(outcome: CartOutcome, input: Asked): ViewOf<'cartItemListV2'> {
  const byKey = new Map(outcome.cart.lines.map((line) => [line.key, line]));
  const lines = outcome.lineKeys.map((key) => byKey.get(key)).filter((line) => line !== undefined);
  return { name: 'cartItemListV2', data: { ...cartView(outcome, input), lines } };
}

/** Returns the shipping rates of the cart. */
export function ratesView({ cart: { shipping, currency } }: CartOutcome): RatesView {
  return { rates: shipping.packages.flatMap(({ rates }) => rates), currency };
}

/** Returns the sentence that confirms the change; `otherwise` without one. */
export function sentenceOf({ cart: { notices } }: CartOutcome, otherwise: string): string {
  return notices.find(({ kind }) => kind === 'success')?.text ?? otherwise;
}
