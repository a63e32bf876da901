import { z } from 'zod';
import type { ShopKind } from '#contracts/connect.ts';
import { Problem } from '#platform/errors/problem.ts';
import type { ShopClient } from '#platform/woocommerce/client.ts';
import { distinct, type Item, settingsItem } from './store/item.ts';
import type { JournalPosition } from './store/state.ts';
import { fewItems } from './store/tasks.ts';

/** Where a reader of the journal is. */
const Position = z.object({ after: z.int().min(0), stamp: z.int().min(0) });

/** An answer of the plugin. integrations/wordpress/cartwright.php describes the rows. */
const Answer = z.object({
  clock: z.int(),
  /** Why the journal says nothing about earlier changes; null if the position is a row of the journal. */
  everything: z.enum(['first', 'restored']).nullable(),
  changes: z.array(
    z.object({ number: z.int(), kind: z.string(), id: z.int(), parent: z.int(), time: z.int() }),
  ),
  more: z.boolean(),
  next: Position,
});
type Change = z.infer<typeof Answer>['changes'][number];

/** What changed in the shop since a position. */
export interface Changes {
  readonly items: readonly Item[];
  /** The newest ones, if these are few. They go before a burst. */
  readonly newest: readonly Item[];
  /** The ids of orders. */
  readonly orders: readonly number[];
  /** The ids of pictures. */
  readonly pictures: readonly number[];
  /** The numbers of the rows that say so. */
  readonly numbers: readonly number[];
  /** Whether the whole shop has to be compared, because the journal does not name each change. */
  readonly concernsAll: boolean;
  readonly next: JournalPosition;
  /** Whether the journal has further rows already. */
  readonly more: boolean;
}

/** The plugin's kinds of records that are read by their own ids. */
const kinds: Readonly<Record<string, ShopKind>> = {
  product: 'products',
  category: 'categories',
  tag: 'tags',
  brand: 'brands',
  shipping_class: 'shippingClasses',
  attribute: 'attributes',
  attribute_term: 'terms',
  review: 'reviews',
  coupon: 'coupons',
  customer: 'customers',
};
const kindsOfSettings = ['tax', 'shipping', 'setting'];

/** Maximum number of rows that are remembered. What is forgotten is read once more when the plugin repeats it. */
const maxKnown = 50_000;

/** Rows whose times lie in one window of this many seconds belong together, and many of them are a burst. */
const windowS = 5;
/** The plugin writes two rows for most changes. */
const fewRows = 2 * fewItems;

/** The journal that the plugin keeps in WordPress. */
export class Journal {
  readonly #client: ShopClient;
  readonly #known = new Set<number>();

  constructor(client: ShopClient) {
    this.#client = client;
  }

  /**
   * Asks what has changed since a position. Returns null if the shop has no plugin.
   *
   * The plugin repeats the rows of the last minute, because rows get their numbers before they can be seen. Rows that
   * came before are skipped.
   *
   * @throws Problem if the shop's answer cannot be read
   */
  async changes(since: JournalPosition | null): Promise<Changes | null> {
    const { after, stamp, clock } = since ?? { after: 0, stamp: 0, clock: 0 };
    // The last parameter differs in each request, for caches that keep answers in spite of their headers.
    const query = `after=${after}&stamp=${stamp}&clock=${clock}&at=${Date.now()}`;
    const given = await this.#answer(`wc-cartwright/v1/changes?${query}`);
    if (given === null) return null;
    const parsed = Answer.safeParse(given);
    if (!parsed.success) throw new Problem("the shop's plugin gave an answer that cannot be read", 'failed');
    const { changes, everything, more, next, clock: now } = parsed.data;
    // After the restoration of a backup, other rows have the numbers of known ones.
    if (everything !== null) this.#known.clear();
    const fresh = changes.filter(({ number }) => !this.#known.has(number));
    // Nobody knows whose passwords changed while the journal was not read, or not kept.
    const isUnknown = everything !== null || fresh.some(({ kind }) => kind === 'everything');
    const first = more ? fresh.length : firstOfNewest(fresh);
    return {
      items: distinct(fresh.slice(0, first).flatMap(itemsOf)),
      newest: distinct([...fresh.slice(first).flatMap(itemsOf), ...(isUnknown ? [allPasswords] : [])]),
      orders: idsOf('order', fresh),
      pictures: idsOf('media', fresh),
      numbers: fresh.map(({ number }) => number),
      concernsAll: isUnknown || fresh.some(concernsAll),
      next: { ...next, clock: now },
      more,
    };
  }

  /** Requests a path. A shop that got other permalinks is asked in another form from the next question on. */
  async #answer(path: string): Promise<unknown> {
    try {
      return await this.#client.readRoute(path);
    } catch (error) {
      if (error instanceof Problem && error.kind === 'failed')
        await this.#client.readIndex('?_fields=name').catch(() => undefined);
      throw error;
    }
  }

  /** Skips these rows when the plugin repeats them. Called once it is stored what they say. */
  skip(numbers: readonly number[]): void {
    for (const number of numbers) this.#known.add(number);
    if (this.#known.size > maxKnown) this.#known.clear();
  }
}

/** Returns the place of the first of the newest rows: of as many whole windows of time as have few rows together. */
function firstOfNewest(rows: readonly Change[]): number {
  const windowOf = ({ time }: Change) => Math.floor(time / windowS);
  let first = rows.length;
  for (let at = rows.length - 1; at >= 0 && rows.length - at <= fewRows; at -= 1) {
    const [row, before] = [rows[at], rows[at - 1]];
    if (row && (!before || windowOf(before) !== windowOf(row))) first = at;
  }
  return first;
}

/** Returns whether a row names no single record. */
function concernsAll({ kind, id }: Change): boolean {
  return kind === 'everything' || (Object.hasOwn(kinds, kind) && id === 0);
}

/** The passwords of all customers. */
const allPasswords: Item = { kind: 'passwords', id: 0 };

/** Returns the ids that rows of one of the plugin's kinds name. */
function idsOf(kind: 'order' | 'media', rows: readonly Change[]): number[] {
  return [...new Set(rows.flatMap((row) => (row.kind === kind && row.id > 0 ? [row.id] : [])))];
}

function itemsOf({ kind, id, parent, number }: Change): Item[] {
  if (kind === 'password') return [{ kind: 'passwords', id, row: number }];
  if (kindsOfSettings.includes(kind)) return [settingsItem];
  if (kind === 'variation') return [{ kind: 'products', id: parent || id }];
  const known = kinds[kind];
  if (!known || id === 0) return [];
  const product: Item[] = kind === 'review' && parent > 0 ? [{ kind: 'products', id: parent }] : [];
  return [{ kind: known, id }, ...product];
}
