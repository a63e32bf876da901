import { type Applied, always, type CommandRule, noNeeds } from '../../model/command.ts';
import type { CartState } from '../../model/state.ts';

/** A change that takes what was ordered out of a cart. The service makes it for `connect`. */
export interface TakeOrdered {
  readonly kind: 'take-ordered';
  /** Unique id of the checkout. */
  readonly checkout: string;
  readonly lines: readonly { readonly key: string; readonly quantity: number }[];
  readonly coupons: readonly string[];
  /** Names of the fees. */
  readonly fees: readonly string[];
}

/** Number of checkouts that a cart remembers, so that a repetition takes nothing again. */
const mostRemembered = 20;

/** Returns the checkouts of which the items are out of both carts. */
export function mergedOrdered({ ordered: own = [] }: CartState, { ordered: brought = [] }: CartState) {
  return [...new Set([...brought, ...own])].slice(-mostRemembered);
}

/**
 * Returns a cart without what was ordered. What was added or raised since the order stays, with its price. If the cart
 * remembers the checkout, nothing changes. Pure.
 */
export const takeOrdered: CommandRule<TakeOrdered> = {
  needs: noNeeds,
  mayBeStale: always,
  apply(state, { checkout, lines, coupons, fees }): Applied {
    const { ordered = [] } = state;
    if (ordered.includes(checkout)) return { state, lineKeys: [], notices: [] };
    const quantities = new Map(lines.map(({ key, quantity }) => [key, quantity]));
    const left = state.lines.flatMap((line) => {
      const quantity = line.quantity - (quantities.get(line.key) ?? 0);
      return quantity > 0 ? [{ ...line, quantity }] : [];
    });
    return {
      state: {
        ...state,
        lines: left,
        coupons: state.coupons.filter((code) => !coupons.includes(code)),
        fees: state.fees.filter(({ name }) => !fees.includes(name)),
        ordered: [...ordered, checkout].slice(-mostRemembered),
      },
      lineKeys: state.lines.map(({ key }) => key).filter((key) => quantities.has(key)),
      notices: [],
    };
  },
};
