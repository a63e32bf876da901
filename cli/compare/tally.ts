import type { Difference } from './differences.ts';
import { type Answers, expectedReason } from './expected.ts';

/**
 * A kind of difference with its first example. `there` or `here` is absent if the answer of that shop lacks the member.
 */
export interface Found {
  /** Path of the request, in which `{id}` stands for ids. */
  readonly path: string;
  readonly member: string;
  readonly there?: unknown;
  readonly here?: unknown;
  readonly count: number;
  /** The request or cart in which the difference was first found. */
  readonly example: string;
}

/** A kind of difference that is expected, and why. */
export interface Expected extends Found {
  readonly reason: string;
}

/** Counts differences by request and member, and those that are expected apart. */
export class Tally {
  readonly #found = new Map<string, Found>();
  readonly #expected = new Map<string, Expected>();

  add(path: string, differences: readonly Difference[], answers: Answers): void {
    for (const difference of differences) {
      const { member, there, here } = difference;
      const { example } = answers;
      const first = { path, member, there: short(there), here: short(here), example, count: 0 };
      const reason = expectedReason(path, difference, answers);
      if (reason === null) count(this.#found, `${path}\n${member}`, first);
      else count(this.#expected, `${path}\n${member}\n${reason}`, { ...first, reason });
    }
  }

  /** Returns the kinds of differences that are not expected, most frequent first. */
  get found(): Found[] {
    return mostFrequentFirst(this.#found);
  }

  /** Returns the kinds of differences that are expected, most frequent first. */
  get expected(): Expected[] {
    return mostFrequentFirst(this.#expected);
  }
}

function count<Kind extends Found>(kinds: Map<string, Kind>, name: string, first: Kind): void {
  const known = kinds.get(name) ?? first;
  kinds.set(name, { ...known, count: known.count + 1 });
}

const mostFrequentFirst = <Kind extends Found>(kinds: ReadonlyMap<string, Kind>) =>
  [...kinds.values()].sort((one, other) => other.count - one.count);

const longest = 2_000;

/** Returns a short text for a list or a record. Returns other values unchanged, except that long texts are cut. */
function short(value: unknown): unknown {
  if (typeof value === 'string') return value.slice(0, longest);
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value !== 'object' || value === null) return value;
  const { id, code, coupon, name } = value as Readonly<Record<string, unknown>>;
  const known = id ?? code ?? coupon ?? name;
  return known === undefined ? `an object of ${Object.keys(value).length}` : `the one of ${String(known)}`;
}
