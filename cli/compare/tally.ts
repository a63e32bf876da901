import type { Difference } from './differences.ts';

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

/** Counts differences by request and member. */
export class Tally {
  readonly #found = new Map<string, Found>();

  add(path: string, example: string, differences: readonly Difference[]): void {
    for (const { member, there, here } of differences) {
      const name = `${path}\n${member}`;
      const first = { path, member, there: short(there), here: short(here), example };
      const known = this.#found.get(name);
      this.#found.set(name, { ...(known ?? first), count: (known?.count ?? 0) + 1 });
    }
  }

  /** Returns the kinds of differences, most frequent first. */
  get found(): Found[] {
    return [...this.#found.values()].sort((one, other) => other.count - one.count);
  }
}

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
