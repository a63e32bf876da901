import type { CartHistory, Write } from '../history.ts';
import { applied, type CartState, emptyCart, textOf } from '../model.ts';
import type { Fault } from './fault.ts';

/**
 * Maximum number of earlier writes among which the lost or repeated write is searched. The search only
 * decides which name the fault gets.
 */
const maxBack = 100;

/** A cart at one revision, with the write that made the revision; null if the write is unknown. */
export interface CartAtRevision {
  readonly state: CartState;
  readonly write: Write | null;
}

interface Break {
  readonly history: CartHistory;
  /** The revisions before the difference, oldest first. */
  readonly trail: readonly CartAtRevision[];
  /** The write whose effect was expected; null for a read. */
  readonly maker: Write | null;
  /** The cart that the service showed instead of the expected cart. */
  readonly shown: CartState;
}

/** Returns the cart after some writes. Refused writes have no effect. */
function after(state: CartState, writes: readonly (Write | null)[], { stock }: CartHistory): CartState {
  return writes.reduce<CartState>((cart, write) => {
    const effect = write && applied(write.command, cart, stock);
    return effect?.done ? effect.state : cart;
  }, state);
}

/**
 * Returns how many writes were lost if the service went back to an earlier revision of the cart; 0 if this does
 * not explain the shown cart. Either the shown cart is the earlier revision, and the write `maker` is lost too.
 * Or the shown cart is the earlier revision changed by `maker`.
 */
function lostByReset({ history, trail, maker, shown }: Break): number {
  const target = textOf(shown);
  for (let index = trail.length - 1; index >= 0; index -= 1) {
    const { state } = trail[index] ?? { state: emptyCart };
    const lost = trail.slice(index + 1).filter(({ write }) => write !== null).length;
    if (textOf(state) === target) return lost + (maker ? 1 : 0);
    if (maker && textOf(after(state, [maker], history)) === target) return lost;
  }
  return 0;
}

/**
 * Returns the lost write: if this write had no effect, the model would equal the shown cart. Null if there is
 * none.
 */
function missing({ history, trail, maker, shown }: Break): Write | null {
  const target = textOf(shown);
  for (let index = trail.length - 1; index > 0; index -= 1) {
    const { write } = trail[index] as CartAtRevision;
    const { state } = trail[index - 1] as CartAtRevision;
    if (!write) continue;
    const later = trail.slice(index + 1).map((station) => station.write);
    if (textOf(after(state, [...later, maker], history)) === target) return write;
  }
  return null;
}

/**
 * Returns the repeated write: if this write had its effect twice, the model would equal the shown cart. Null if
 * there is none.
 */
function repeated({ history, trail, maker, shown }: Break): Write | null {
  const target = textOf(shown);
  const last = trail.at(-1)?.state ?? emptyCart;
  const done = [maker, ...trail.map(({ write }) => write).reverse()];
  const tried = new Set<string>();
  for (const write of done) {
    const asks = JSON.stringify(write?.command ?? null);
    if (!write || tried.has(asks)) continue;
    tried.add(asks);
    const states = [after(last, [write, maker], history), after(last, [maker, write], history)];
    if (states.some((state) => textOf(state) === target)) return write;
  }
  return null;
}

/** Returns the fault that explains why the cart differs from the model. */
export function diagnosed(broken: Break): Fault {
  const { history, maker, shown } = broken;
  const recent = { ...broken, trail: broken.trail.slice(-maxBack) };
  const before = textOf(recent.trail.at(-1)?.state ?? emptyCart);
  const asked = maker ? `${maker.key} ${JSON.stringify(maker.command)}` : 'a reading';
  const sentence = `${asked} shows ${textOf(shown)} after ${before}`;
  const { cart } = history;
  const lost = (writes: number, more = ''): Fault => ({
    cart,
    rule: 'acknowledged write lost',
    sentence: sentence + more,
    writes,
  });
  const back = lostByReset(recent);
  if (back === 1) return lost(1);
  const without = missing(recent);
  if (without) return lost(1, `: without ${without.key}`);
  const again = repeated(recent);
  if (again)
    return { cart, rule: 'write applied twice', sentence: `${sentence}: with ${again.key} twice`, writes: 1 };
  return back > 0 ? lost(back) : { cart, rule: 'no serial order', sentence: sentence };
}
