import { answersOf, type CartHistory, firstSentAt, outcomeOf, type Write } from '../history.ts';
import { applied, type CartState, type Stock, textOf } from '../model.ts';

/** More possibilities than this at one place in the order are not gone through. */
const mostPossibilities = 20_000;

/**
 * A write whose place in the order no answer tells: acknowledged by replays alone, which show the cart of later, or
 * never acknowledged at all.
 */
export interface Floating {
  readonly write: Write;
  /** The same for writes that ask for the same. */
  readonly asks: string;
  /** It took effect after this moment; milliseconds. */
  readonly sentAt: number;
  /** The last step of the history that it may have led to: -1 when there is none, beyond all when nothing tells. */
  readonly until: number;
  /** Whether it was acknowledged: then it took effect, once. */
  readonly owed: boolean;
  readonly bit: bigint;
}

/** A cart as it may have been, and which floating writes made it so. */
export interface Possibility {
  readonly state: CartState;
  readonly placed: bigint;
}

/** What a step of a history, in the order of the revisions, says about what came before it. */
interface Limit {
  readonly revision: number;
  /** Whatever was answered by then had been done before. */
  readonly sentAfter: number;
}

/** The floating writes of a history, those that must be done first at the front. */
export function floatingIn({ writes }: CartHistory, steps: readonly Limit[]): Floating[] {
  const found = writes.flatMap((write) => {
    const answers = answersOf(write);
    if (outcomeOf(write) === 'refused' || answers.some(({ answer }) => !answer.replayed)) return [];
    const answeredAt = Math.min(...answers.map((one) => one.answeredAt));
    const latest = Math.min(...answers.map(({ answer }) => answer.revision));
    const last = steps.findLastIndex((step) => latest >= step.revision && answeredAt > step.sentAfter);
    const owed = answers.length > 0;
    const until = owed ? last : steps.length;
    return [{ write, asks: JSON.stringify(write.command), sentAt: firstSentAt(write), until, owed }];
  });
  found.sort((a, b) => a.until - b.until);
  return found.map((one, index) => ({ ...one, bit: 1n << BigInt(index) }));
}

export const isPlaced = ({ placed }: Possibility, { bit }: Floating) => (placed & bit) !== 0n;

export const nameOf = ({ state, placed }: Possibility) => `${placed}:${textOf(state)}`;

/** What may stand at one place in the order. */
interface Candidates {
  /** Those that must be done first at the front. */
  readonly eligible: readonly Floating[];
  /** Those of them that must have changed the cart. */
  readonly needy: ReadonlySet<Floating>;
}

/**
 * What one more floating write, each that may be next, makes of a cart; writes that change nothing are left out. Of
 * those that ask for the same and need a place, the one that must be done first stands for all.
 */
function nextOf(from: Possibility, { eligible, needy }: Candidates, stock: Stock): Possibility[] {
  const represented = new Set<string>();
  return eligible.flatMap((one) => {
    if (isPlaced(from, one) || represented.has(one.asks)) return [];
    if (needy.has(one)) represented.add(one.asks);
    const effect = applied(one.write.command, from.state, stock);
    if (!effect.done || textOf(effect.state) === textOf(from.state)) return [];
    return [{ state: effect.state, placed: from.placed | one.bit }];
  });
}

/**
 * All that carts may have become by up to `room` of the floating writes that may stand here, the given ones among
 * them. Null when that is more than can be gone through.
 */
export function reachable(
  from: readonly Possibility[],
  candidates: Candidates,
  room: number,
  stock: Stock,
): Possibility[] | null {
  const all = new Map(from.map((one) => [nameOf(one), one]));
  let last: readonly Possibility[] = from;
  for (let left = room; left > 0 && last.length > 0; left -= 1) {
    const found: Possibility[] = [];
    for (const one of last.flatMap((each) => nextOf(each, candidates, stock))) {
      const name = nameOf(one);
      if (!all.has(name)) found.push(one);
      all.set(name, one);
    }
    if (all.size > mostPossibilities) return null;
    last = found;
  }
  return [...all.values()];
}
