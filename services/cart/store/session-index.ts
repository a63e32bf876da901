import type { CartOwner } from '#contracts/cart.ts';
import type { SessionOrder } from '#contracts/sessions.ts';
import { clusterOf, type RedisCommands, slotOf } from '#platform/redis/connection.ts';
import { engineFault, script } from '#platform/redis/scripts.ts';
import { ownerOf } from '../model/state.ts';
import { allShards, cartKeys, indexKeys, shardKeys, shardOf } from './keys.ts';

const surveyCarts = script<[kept: number, expired: number, lowest: string, highest: string]>(
  new URL('./lua/survey-carts.lua', import.meta.url),
);

const countBefore = script<number[]>(new URL('./lua/count-before.lua', import.meta.url));

const firstSessions = script<[kept: number, expiredShards: number[], found: string[]]>(
  new URL('./lua/first-sessions.lua', import.meta.url),
);

type SessionReply = [] | [revision: string, state: string, created: string, updated: string, expiry: string];

const readSessions = script<SessionReply[]>(new URL('./lua/read-sessions.lua', import.meta.url));

/**
 * The kinds of owners whose carts a list has, and the order of the list. Carts are sorted by a time, and
 * carts with the same time by their keys.
 */
export interface Listing {
  readonly owners: readonly CartOwner[];
  readonly order: SessionOrder;
  readonly descending: boolean;
}

/**
 * The number of carts of a listing in one shard, and the lowest and highest score of these carts. Scores are times in
 * Unix milliseconds. `scores` is null for a shard without carts.
 */
export interface Survey {
  readonly shard: number;
  readonly kept: number;
  /** Number of expired carts that are still in the indexes. */
  readonly expired: number;
  readonly scores: readonly [lowest: number, highest: number] | null;
}

/** A cart with its times in Unix milliseconds. */
export interface StoredSession {
  readonly key: string;
  readonly revision: number;
  readonly state: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly expiresAt: number;
}

/** The keys of the first carts of a listing, and the `total` of all its carts. */
export interface FirstCarts {
  readonly total: number;
  /** Shards with expired carts that are still in the indexes. */
  readonly expiredShards: readonly number[];
  readonly keys: readonly string[];
}

interface Entry {
  readonly key: string;
  readonly score: number;
}

/** Maximum number of additional carts that are read to find the first cart of a page far from the start of a list. */
const slack = 64;

const inOrder = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);

/** Finds carts in the indexes of all shards, without reading all entries. Writes nothing. */
export class SessionIndex {
  readonly #redis: RedisCommands;

  constructor(redis: RedisCommands) {
    this.#redis = redis;
  }

  /** Counts the carts of a listing in each shard, and finds their lowest and highest score. */
  survey({ owners, order }: Listing): Promise<Survey[]> {
    return this.#ofAll(allShards, async (shard) => {
      const keys = owners.map((owner) => indexKeys(shard, owner)).flatMap((of) => [of.expiry, of[order]]);
      const [kept, expired, lowest, highest] = await surveyCarts(this.#redis, keys, []);
      return { shard, kept, expired, scores: lowest === '' ? null : [Number(lowest), Number(highest)] };
    });
  }

  /**
   * Returns `count` keys of a listing, beginning at the position `offset`, counted from 0. If `offset` is large, first
   * searches for a score shortly before the position, and then reads only the entries from this score on.
   */
  async keysFrom(
    listing: Listing,
    surveys: readonly Survey[],
    offset: number,
    count: number,
  ): Promise<string[]> {
    const { descending } = listing;
    const scores = surveys.flatMap((one) => one.scores ?? []);
    if (scores.length === 0) return [];
    // For a descending order, scores are negated, because `scoreNear` expects ascending scores.
    const sign = descending ? -1 : 1;
    const bounds = [Math.min(...scores), Math.max(...scores)].map((score) => sign * score);
    const span = [Math.min(...bounds), Math.max(...bounds)] as const;
    const { score, before } = await scoreNear(offset, slack, span, (tried) =>
      this.#countBefore(
        listing,
        tried.map((one) => sign * one),
      ),
    );
    const skipped = offset - before;
    // Carts that were written after the survey may come before all surveyed carts. So if no cart comes before `score`,
    // the read begins at the very start.
    const from = before === 0 ? (descending ? '+inf' : '-inf') : sign * score;
    const entries = await this.#guarded(
      firstOfAll(this.#from(listing, from), skipped + count, entryOrder(descending)),
    );
    return entries.slice(skipped).map(({ key }) => key);
  }

  /** Returns at most `most` keys of carts whose key or e-mail begins with `prefix`. `prefix` must be in lower case. */
  async keysWith(prefix: string, owners: readonly CartOwner[], most: number): Promise<string[]> {
    const sources = (index: 'names' | 'emails') =>
      allShards.flatMap((shard) =>
        owners.map((owner) => this.#withPrefix(indexKeys(shard, owner)[index], prefix)),
      );
    const [names, emails] = await this.#guarded(
      Promise.all([
        firstOfAll(sources('names'), most, inOrder),
        firstOfAll(sources('emails'), most, inOrder),
      ]),
    );
    const ofEmails = emails.map((entry) => entry.slice(entry.indexOf('\0') + 1));
    return [...new Set([...names, ...ofEmails])].slice(0, most);
  }

  /** Returns the keys from `keys` that belong to existing carts of a listing, in the order of the listing. */
  async ordered(keys: readonly string[], { owners, order, descending }: Listing): Promise<string[]> {
    const byIndex = Map.groupBy(
      keys.filter((key) => owners.includes(ownerOf(key))),
      (key) => indexKeys(shardOf(key), ownerOf(key))[order],
    );
    const found = await this.#ofAll([...byIndex], async ([index, members]): Promise<Entry[]> => {
      const scores = await this.#redis.zmscore(index, ...members);
      return members.flatMap((key, at) => {
        const score = scores[at];
        return typeof score === 'string' ? [{ key, score: Number(score) }] : [];
      });
    });
    return found
      .flat()
      .sort(entryOrder(descending))
      .map(({ key }) => key);
  }

  /** Returns a cart by its key. Null if the cart does not exist. */
  async read(key: string): Promise<StoredSession | null> {
    return (await this.readAll([key]))[0] ?? null;
  }

  /** Returns the existing carts with these keys, in the order of the keys. */
  async readAll(keys: readonly string[]): Promise<StoredSession[]> {
    const cartOf = (key: string) => cartKeys(key).cart;
    const answers = await overMasters(this.#redis, keys, cartOf, async (group) => {
      const names = group.map((key) => cartKeys(key));
      const args = names.flatMap(({ cart, created, updated, expiry }, at) => [
        ...[cart, created, updated, expiry],
        group[at] ?? '',
      ]);
      const replies = await readSessions(this.#redis, [names[0]?.cart ?? ''], args);
      return replies.map((reply, at) => keptCart(group[at] ?? '', reply));
    });
    const byKey = new Map(answers.flat().flatMap((one) => (one ? [[one.key, one] as const] : [])));
    return keys.flatMap((key) => byKey.get(key) ?? []);
  }

  /** Returns the first `count` keys of a listing, with one request to each master. */
  async first({ owners, order, descending }: Listing, count: number): Promise<FirstCarts> {
    const answers = await overMasters(this.#redis, allShards, routeKey, (group) => {
      const args = [order, descending ? 'desc' : 'asc', count, owners.length, ...owners, ...group];
      return firstSessions(this.#redis, [routeKey(group[0] ?? 0)], args);
    });
    const entries = answers.flatMap(([, , found]) => entriesOf(found)).sort(entryOrder(descending));
    return {
      total: answers.reduce((sum, [kept]) => sum + kept, 0),
      expiredShards: answers.flatMap(([, expiredShards]) => expiredShards),
      keys: entries.slice(0, count).map(({ key }) => key),
    };
  }

  /**
   * Returns a function for each index of a listing. The function returns the first entries of its index, beginning at
   * the given score.
   */
  #from({ owners, order, descending }: Listing, score: number | '+inf' | '-inf'): Source<Entry>[] {
    const indexes = allShards.flatMap((shard) => owners.map((owner) => indexKeys(shard, owner)[order]));
    return indexes.map((index) => async (count) => {
      const limit = ['WITHSCORES', 'LIMIT', 0, count] as const;
      const flat = descending
        ? await this.#redis.zrevrangebyscore(index, score, '-inf', ...limit)
        : await this.#redis.zrangebyscore(index, score, '+inf', ...limit);
      return entriesOf(flat);
    });
  }

  /** Returns a source of the members of an index that begin with `prefix`. */
  #withPrefix(index: string, prefix: string): Source<string> {
    const from = `[${prefix}`;
    // UTF-8 has no byte 0xff, so all texts with the prefix come before this bound.
    const to = Buffer.concat([Buffer.from(from), Buffer.of(0xff)]);
    return (count) => this.#redis.zrangebylex(index, from, to, 'LIMIT', 0, count);
  }

  async #countBefore({ owners, order, descending }: Listing, scores: readonly number[]): Promise<number[]> {
    const args = [descending ? 'desc' : 'asc', ...scores];
    const counts = await this.#ofAll(allShards, (shard) => {
      const keys = owners.map((owner) => indexKeys(shard, owner)[order]);
      return countBefore(this.#redis, keys, args);
    });
    return scores.map((_, at) => counts.reduce((sum, ofShard) => sum + (ofShard[at] ?? 0), 0));
  }

  #ofAll<Of, Answer>(all: readonly Of[], ask: (one: Of) => Promise<Answer>): Promise<Answer[]> {
    return this.#guarded(Promise.all(all.map(ask)));
  }

  /** Returns the reply of Redis. @throws ServiceError for a failed request */
  #guarded<T>(reply: Promise<T>): Promise<T> {
    return reply.catch(engineFault);
  }
}

function entryOrder(descending: boolean): (one: Entry, other: Entry) => number {
  const sign = descending ? -1 : 1;
  return (one, other) => sign * (one.score - other.score || inOrder(one.key, other.key));
}

/** Returns the entries of a reply of Redis, in which keys and scores alternate. */
function entriesOf(flat: readonly string[]): Entry[] {
  const entries: Entry[] = [];
  for (let at = 0; at < flat.length; at += 2) {
    entries.push({ key: flat[at] ?? '', score: Number(flat[at + 1]) });
  }
  return entries;
}

function keptCart(key: string, reply: SessionReply): StoredSession | null {
  const [revision, state, createdAt, updatedAt, expiresAt] = reply;
  if (revision === undefined || state === undefined) return null;
  return {
    ...{ key, revision: Number(revision), state },
    ...{ createdAt: Number(createdAt), updatedAt: Number(updatedAt), expiresAt: Number(expiresAt) },
  };
}

/** Returns a Redis key of a shard. A cluster sends a script with this key to the master that stores the shard. */
const routeKey = (shard: number) => shardKeys(shard).counter;

/** Returns the first `count` entries of a sorted list, such as an index in Redis. */
type Source<Entry> = (count: number) => Promise<readonly Entry[]>;

/**
 * Merges many sorted lists and returns the first `wanted` entries. First reads the same number of entries from each
 * list: about twice `wanted` divided by the number of lists. Then reads further entries only from lists that may have
 * more of the first `wanted` entries.
 */
export async function firstOfAll<Entry>(
  sources: readonly Source<Entry>[],
  wanted: number,
  compare: (one: Entry, other: Entry) => number,
): Promise<Entry[]> {
  if (wanted <= 0) return [];
  const share = Math.min(wanted, Math.ceil(wanted / sources.length) * 2 + 4);
  const requested = sources.map(() => share);
  const read = await Promise.all(sources.map((source) => source(share)));
  for (;;) {
    const merged = read.flat().sort(compare).slice(0, wanted);
    const end = merged[wanted - 1];
    const incomplete = [...read.keys()].filter((index) => {
      const last = read[index]?.at(-1);
      const mayHaveMore = last !== undefined && read[index]?.length === requested[index] && share < wanted;
      return mayHaveMore && (end === undefined || compare(last, end) < 0);
    });
    if (incomplete.length === 0) return merged;
    await Promise.all(
      incomplete.map(async (index) => {
        requested[index] = (requested[index] ?? share) * 2;
        read[index] = (await sources[index]?.(requested[index])) ?? [];
      }),
    );
  }
}

type CountBefore = (scores: readonly number[]) => Promise<readonly number[]>;

/** Number of sections into which each step of `scoreNear` divides the remaining range of scores. */
const sections = 16;

/**
 * Returns a score at or shortly before the entry at position `offset`, counted from 0. Also returns `before`, the
 * number of entries before this score. `offset` is at most `slack` greater than `before`, except if all entries between
 * the two positions have this score. Scores are whole numbers from `first` to `last`.
 */
export async function scoreNear(
  offset: number,
  slack: number,
  [first, last]: readonly [first: number, last: number],
  countBefore: CountBefore,
): Promise<{ readonly score: number; readonly before: number }> {
  let [score, before, end] = [first, 0, last + 1];
  while (offset - before > slack && end - score > 1) {
    const step = Math.max(1, (end - score) / sections);
    const steps = Math.min(sections, end - score) - 1;
    const scores = Array.from({ length: steps }, (_, index) => Math.floor(score + step * (index + 1)));
    const counts = await countBefore(scores);
    // The counts ascend, so the first count beyond `offset` ends the range of scores to search.
    const beyond = counts.findIndex((count) => count > offset);
    if (beyond >= 0) end = scores[beyond] ?? end;
    const at = beyond < 0 ? scores.length - 1 : beyond - 1;
    if (at >= 0) [score, before] = [scores[at] ?? score, counts[at] ?? before];
  }
  return { score, before };
}

/**
 * Sends one request to each Redis master for all items whose slots are on this master, and returns the answers. `keyOf`
 * returns a key in the slot of an item. A failed request is repeated once. In a cluster, the repetition is a separate
 * request for each item, because some slots may be moving to another master.
 *
 * @throws ServiceError 503 if the repeated request also fails
 */
async function overMasters<Item, Answer>(
  redis: RedisCommands,
  items: readonly Item[],
  keyOf: (item: Item) => string,
  ask: (items: readonly Item[]) => Promise<Answer>,
): Promise<Answer[]> {
  const cluster = clusterOf({ commands: redis });
  const masterOf = (item: Item) => cluster?.slots[slotOf(keyOf(item))]?.[0] ?? '';
  const groups = cluster ? [...Map.groupBy(items, masterOf).values()] : items.length > 0 ? [items] : [];
  const answers = groups.map(async (group) => {
    try {
      return [await ask(group)];
    } catch {
      return Promise.all(cluster ? group.map((item) => ask([item])) : [ask(group)]);
    }
  });
  return (await Promise.all(answers).catch(engineFault)).flat();
}
