import type { CartView, RatesView, ViewOf } from '../dialects/shared/views.ts';
import type { CartOutcome, CartQuery } from './cart-route.ts';

/** What was asked of every answer about a cart. */
export interface Asked {
  readonly query: CartQuery;
}

/** The cart as views show it: its pictures and the form of its amounts are the client's wish. */
export function cartView({ cart }: CartOutcome, { query }: Asked): CartView {
  const { thumb: pictures, money, formatted } = query;
  return { cart, pictures, amounts: formatted ? 'formatted' : (money ?? 'usual') };
}

/** What routes that answer the whole cart declare. */
export const wholeCartAnswers = { cartV2: '', cartV1: 'with `default=true`' } as const;
type WholeCart = ViewOf<keyof typeof wholeCartAnswers>;

/**
 * The whole cart, as most routes answer; with `default` its raw contents in place of it
 * (docs/reference/cart.md#parameters-of-every-request).
 */
export function wholeCart(outcome: CartOutcome, input: Asked): WholeCart {
  return { name: input.query.default ? 'cartV1' : 'cartV2', data: cartView(outcome, input) };
}

/** The line that a request was about; the whole cart where a replay finds the line gone. */
export function oneLine(outcome: CartOutcome, input: Asked): WholeCart | ViewOf<'cartItemV2'> {
  const { cart, lineKeys } = outcome;
  const line = cart.lines.find(({ key }) => key === lineKeys[0]);
  if (!line) return wholeCart(outcome, input);
  return { name: 'cartItemV2', data: { ...cartView(outcome, input), line } };
}

/** The lines that a request was about, in its order; without those that a replay finds gone. */
export function theLines(outcome: CartOutcome, input: Asked): ViewOf<'cartItemListV2'> {
  const byKey = new Map(outcome.cart.lines.map((line) => [line.key, line]));
  const lines = outcome.lineKeys.map((key) => byKey.get(key)).filter((line) => line !== undefined);
  return { name: 'cartItemListV2', data: { ...cartView(outcome, input), lines } };
}

/** The ways to ship the cart. */
export function ratesView({ cart: { shipping, currency } }: CartOutcome): RatesView {
  return { rates: shipping.packages.flatMap(({ rates }) => rates), currency };
}

/** What the shopper is told of a change: the sentence that says that it was made. */
export function sentenceOf({ cart: { notices } }: CartOutcome, otherwise: string): string {
  return notices.find(({ kind }) => kind === 'success')?.text ?? otherwise;
}
