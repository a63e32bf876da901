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
  /** It took effect after this moment, and before the other; milliseconds. */
  readonly sentAt: number;
  readonly answeredAt: number;
  /** It took effect up to this revision. */
  readonly latest: number;
  /** Whether it was acknowledged: then it took effect, once. */
  readonly owed: boolean;
  readonly bit: bigint;
}

/** A cart as it may have been, and which floating writes made it so. */
export interface Possibility {
  readonly state: CartState;
  readonly placed: bigint;
}

/** The floating writes of a history, those that ended first at the front. */
export function floatingIn({ writes }: CartHistory): Floating[] {
  const found = writes.flatMap((write) => {
    const answers = answersOf(write);
    if (outcomeOf(write) === 'refused' || answers.some(({ answer }) => !answer.replayed)) return [];
    return [
      {
        write,
        asks: JSON.stringify(write.command),
        sentAt: firstSentAt(write),
        answeredAt: Math.min(...answers.map(({ answeredAt }) => answeredAt)),
        latest: Math.min(...answers.map(({ answer }) => answer.revision)),
        owed: answers.length > 0,
      },
    ];
  });
  found.sort((a, b) => a.answeredAt - b.answeredAt);
  return found.map((one, index) => ({ ...one, bit: 1n << BigInt(index) }));
}

export const isPlaced = ({ placed }: Possibility, { bit }: Floating) => (placed & bit) !== 0n;

export const nameOf = ({ state, placed }: Possibility) => `${placed}:${textOf(state)}`;

/** Of writes that ask for the same, the one that must be done first stands for all. */
function stands(one: Floating, from: Possibility, eligible: readonly Floating[]): boolean {
  return !eligible.some(
    (other) =>
      other.bit < one.bit && other.asks === one.asks && other.latest <= one.latest && !isPlaced(from, other),
  );
}

/** What one more floating write, each that may be next, makes of a cart; writes that change nothing are left out. */
function nextOf(from: Possibility, eligible: readonly Floating[], stock: Stock): Possibility[] {
  return eligible.flatMap((one) => {
    if (isPlaced(from, one) || !stands(one, from, eligible)) return [];
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
  eligible: readonly Floating[],
  room: number,
  stock: Stock,
): Possibility[] | null {
  const all = new Map(from.map((one) => [nameOf(one), one]));
  let last: readonly Possibility[] = from;
  for (let left = room; left > 0 && last.length > 0; left -= 1) {
    const found: Possibility[] = [];
    for (const one of last.flatMap((each) => nextOf(each, eligible, stock))) {
      const name = nameOf(one);
      if (!all.has(name)) found.push(one);
      all.set(name, one);
    }
    if (all.size > mostPossibilities) return null;
    last = found;
  }
  return [...all.values()];
}
