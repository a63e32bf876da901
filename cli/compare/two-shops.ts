import { type Answer, type CocartClient, perPage, recordsOf } from './client.ts';
import type { Comparison, Difference } from './differences.ts';
import { type Answers, expectedReason } from './expected.ts';

/** Clients of the old shop (`there`) and of this system (`here`), and the differences found so far. */
export interface TwoShops {
  readonly there: CocartClient;
  readonly here: CocartClient;
  readonly comparison: Comparison;
  readonly tally: Tally;
}

/** Returns the part of an answer that is compared: its body on success, otherwise code and message of the refusal. */
function compared({ status, body }: Answer): unknown {
  if (status === 200) return { status, body };
  const { code, message } = (body ?? {}) as { code?: unknown; message?: unknown };
  return { status, code, message };
}

/** Compares two answers and adds their differences to the tally. */
export function compareAnswers(
  { comparison, tally }: TwoShops,
  path: string,
  example: string,
  answers: { readonly there: Answer; readonly here: Answer },
): void {
  const [there, here] = [compared(answers.there), compared(answers.here)];
  const differences = comparison
    .differences(there, here)
    .map((one) => ({ ...one, member: one.member.replace(/^body\.?/, '') || 'body' }));
  const areRead = answers.there.status === 200 && answers.here.status === 200;
  const [old, own] = areRead ? [answers.there.body, answers.here.body] : [there, here];
  tally.add(path, differences, { example, there: old, here: own });
}

/** Reads a path in both shops and adds the differences to the tally. */
export async function compareRead(shops: TwoShops, path: string, kind: string): Promise<void> {
  const [there, here] = await Promise.all([shops.there.ask(path), shops.here.ask(path)]);
  compareAnswers(shops, kind, path, { there, here });
}

/** The records of one page of a list: `there` from the old shop, `here` from this system. */
export interface PagePair {
  readonly path: string;
  /** Number of pages in the old shop. */
  readonly pages: number;
  readonly there: readonly unknown[];
  readonly here: readonly unknown[];
  /** The headers of both lists that count records and pages. */
  readonly counts: { readonly there: Counts; readonly here: Counts };
}

type Counts = Readonly<Record<string, string | null>>;

function pagesOf({ headers, body }: Answer): number {
  const pages = Number(
    headers.get('x-wp-totalpages') ?? (body as { total_pages?: unknown } | null)?.total_pages,
  );
  return Number.isSafeInteger(pages) ? pages : 1;
}

/** Returns the headers of a list that count records and pages. */
function countsOf({ headers }: Answer): Counts {
  const names = ['X-WP-Total', 'X-WP-TotalPages'];
  return Object.fromEntries(names.map((name) => [name, headers.get(name)]));
}

/**
 * Yields the pages of a list in both shops, until both lists have ended. Compares refusals. The caller compares the
 * records.
 */
export async function* pagePairs(shops: TwoShops, list: string, kind: string): AsyncGenerator<PagePair> {
  let [oldPages, ownPages] = [1, 1];
  let counts: PagePair['counts'] = { there: {}, here: {} };
  for (let page = 1; page <= Math.max(oldPages, ownPages); page += 1) {
    const path = `${list}${list.includes('?') ? '&' : '?'}per_page=${perPage}&page=${page}`;
    const none: Answer = { status: 200, headers: new Headers(), body: [] };
    const [there, here] = await Promise.all([
      page <= oldPages ? shops.there.ask(path) : none,
      page <= ownPages ? shops.here.ask(path) : none,
    ]);
    const [old, own] = [recordsOf(there.body), recordsOf(here.body)];
    if (there.status !== 200 || here.status !== 200 || !old || !own) {
      compareAnswers(shops, kind, path, { there, here });
      return;
    }
    if (page === 1) {
      counts = { there: countsOf(there), here: countsOf(here) };
      [oldPages, ownPages] = [pagesOf(there), pagesOf(here)];
    }
    yield { path, pages: oldPages, there: old, here: own, counts };
  }
}

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
