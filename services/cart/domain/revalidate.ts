import type { Notice } from '#contracts/cart.ts';
import type { ProductFacts } from '#contracts/catalogue.ts';
import { isReckonable } from './limits.ts';
import { sizesIn } from './lines/amount.ts';
import type { CartState, Line } from './state.ts';
import { objectionsIn } from './totals/coupons/judged.ts';
import { factsIdOf, type World } from './world.ts';

/** Whether a product is still of the kind that was put in, a variation with the options that were chosen. */
function isWhatWasChosen({ variationId, productId, attributes }: Line, facts: ProductFacts): boolean {
  if (variationId === 0) return facts.type === 'simple';
  if (facts.type !== 'variation' || facts.parentId !== productId) return false;
  const fits = ({ key, slug }: ProductFacts['attributes'][number]) =>
    Object.hasOwn(attributes, key) && (slug === '' || slug === attributes[key]);
  return facts.attributes.every(fits) && facts.attributes.length === Object.keys(attributes).length;
}

/** Why a line must leave the cart; null for one that may stay. */
export function reasonToLeave(line: Line, facts: ProductFacts | null | undefined): string | null {
  if (!facts?.purchasable) return 'since it can no longer be purchased.';
  return isWhatWasChosen(line, facts) ? null : 'since it has changed. You can choose it again.';
}

/** A state that something had to leave, and a notice for each. The same state object when nothing had to. */
interface Revalidated {
  readonly state: CartState;
  readonly notices: readonly Notice[];
}

/** The state without its fees where their taxes have risen so much that no cart with them could be reckoned. */
function withoutHugeFees(state: CartState, world: World): Revalidated {
  if (isReckonable(sizesIn(state, world).ofFees())) return { state, notices: [] };
  const text = 'The fees have been removed from your cart, since it cannot come to that much.';
  return { state: { ...state, fees: [] }, notices: [{ kind: 'error', text }] };
}

/**
 * The state without the lines that can no longer be bought, or not as they were chosen
 * (docs/reference/rules.md#checked-at-every-read), and without those whose prices or taxes have risen so much that the
 * cart with them could not be reckoned, which may be all fees as well.
 */
export function withoutGoneLines(given: CartState, world: World): Revalidated {
  const { facts } = world;
  const { state, notices: ofFees } = withoutHugeFees(given, world);
  const notices: Notice[] = [...ofFees];
  const sizes = sizesIn(state, world);
  let size = sizes.ofFees();
  const lines = state.lines.filter((line) => {
    const more = sizes.ofLine(line);
    const reason =
      reasonToLeave(line, facts.get(factsIdOf(line))) ??
      (isReckonable(size + more) ? null : 'since your cart cannot come to that much.');
    if (reason !== null) {
      notices.push({ kind: 'error', text: `"${line.name}" has been removed from your cart, ${reason}` });
      return false;
    }
    size += more;
    return true;
  });
  return notices.length === 0 ? { state: given, notices } : { state: { ...state, lines }, notices };
}

/**
 * The state without the coupons that are good for it no longer (docs/money.md;
 * docs/reference/rules.md#checked-at-every-read). Those of an empty cart wait until something is in, and where the
 * store has no coupons they count for nothing.
 */
export function withoutBadCoupons(state: CartState, world: World): Revalidated {
  const { coupons: applied, lines } = state;
  const isJudged = applied.length > 0 && lines.length > 0 && world.settings.couponsEnabled;
  if (!isJudged) return { state, notices: [] };
  const objections = objectionsIn(state, world, world.customerId);
  if (objections.size === 0) return { state, notices: [] };
  const notices = [...objections.values()].map(({ sentence }): Notice => {
    return { kind: 'error', text: `${sentence} It has been removed from your cart.` };
  });
  return { state: { ...state, coupons: applied.filter((code) => !objections.has(code)) }, notices };
}

/** The state without what has to leave it now: lines first, by which coupons are judged. */
export function revalidated(state: CartState, world: World): Revalidated {
  const kept = withoutGoneLines(state, world);
  const left = withoutBadCoupons(kept.state, world);
  return { state: left.state, notices: [...kept.notices, ...left.notices] };
}
