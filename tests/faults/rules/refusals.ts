import { answersOf, type CartHistory, firstSentAt, outcomeOf, type Write } from '../history.ts';
import { applied, type CartState, textOf } from '../model.ts';
import type { Fault } from './fault.ts';
import { type Moment, momentsBetween } from './moments.ts';
import { revisionAnsweredBefore } from './order.ts';

/** Returns whether a cart in this state refuses a write with this error code. */
function refuses({ command }: Write, code: string, state: CartState, { stock }: CartHistory): boolean {
  const effect = applied(command, state, stock);
  return !effect.done && effect.codes.includes(code);
}

/**
 * Returns a fault for each unexplained refusal: no state of the cart between request and answer causes the
 * refusal.
 */
export function refusalFaults(history: CartHistory, moments: readonly Moment[]): Fault[] {
  const highestBefore = revisionAnsweredBefore(history.writes.flatMap(answersOf));
  return history.writes
    .filter((write) => outcomeOf(write) === 'refused')
    .flatMap((write) => {
      const last = write.attempts.find(({ outcome }) => outcome === 'refused');
      const { status, cause = '', endedAt = 0 } = last ?? {};
      const from = highestBefore(firstSentAt(write));
      const candidates = momentsBetween(moments, from, endedAt);
      if (candidates.some(({ state }) => refuses(write, cause, state, history))) return [];
      const carts = [...new Set(candidates.map(({ state }) => textOf(state)))].slice(0, 5).join(' or ');
      const asked = `${write.key} ${JSON.stringify(write.command)}`;
      const sentence = `${asked} was refused with ${status} ${cause}, and the cart was ${carts}`;
      return [{ cart: history.cart, rule: 'refused' as const, sentence }];
    });
}
