import type { Collection } from '#contracts/catalogue-import.ts';
import type { ShopKind } from '#contracts/connect.ts';
import type { Changed, Digests, ShopRecords } from '#platform/woocommerce/fetch-records.ts';
import type { Missing } from './missing.ts';
import { distinct, type Item, settingsItem } from './store/item.ts';
import type { ConnectState } from './store/state.ts';

/** Milliseconds between two questions for changes by date, and between two readings of what has no such dates. */
const byDateMs = 15_000;
const wholesMs = 300_000;
/** Milliseconds between two readings of the stock and the prices of all products, and of all reviews. */
const rareMs = 3_600_000;
/** Milliseconds after which lists that could not be read are read again. */
const againMs = 60_000;
/** Seconds by which the questions by date overlap. */
const overlapS = 60;
/** A change that is younger than these seconds when it is found is handed on twice, since it may be under way. */
const settledS = 5;
/** Seconds for which new reviews are looked at again. */
const reviewsS = 86_400;
/** Number of records from which a page is not the last one of its list. */
const fullPage = 100;

/** The kinds whose changes set no date. */
const wholes = ['coupons', 'categories', 'tags', 'brands', 'shippingClasses'] as const;

/** What is found in the pages of lists. */
type Pages<T> = AsyncGenerator<readonly T[], void>;

/** A question for changes by date, of which not all pages are read. */
interface Question {
  readonly pages: Pages<Changed>;
  /** The time of the question, in Unix milliseconds, and in Unix seconds of the shop's clock. */
  readonly asked: number;
  readonly clock: number;
}

/** Lists of which not all pages are read. */
interface Lists {
  readonly pages: Pages<Item>;
  readonly kinds: readonly ShopKind[];
  readonly begun: number;
  /** Begins again at the given time. */
  dueAt(time: number): void;
  readonly everyMs: number;
}

/** What one page says. */
export interface Found {
  readonly items: readonly Item[];
  /** The kinds that were looked at as a whole, and since when. */
  readonly kinds: readonly ShopKind[];
  readonly asked: number;
}

interface ReadingDeps {
  readonly records: ShopRecords;
  readonly missing: Missing;
  readonly state: ConnectState;
}

/**
 * Finds what has changed in a shop without the plugin: products by the dates of their changes and by changed orders, and
 * other records by comparing whole lists with those of the last time. The lists are in memory only: after a restart, the
 * first ones name all coupons and terms.
 *
 * Lists are read one page at a time, so that what a page says is handed on before the next page is read. A new question by
 * date goes before the further pages of an earlier one, and names the newest changes first: so one changed price does not
 * wait for thousands of others.
 */
export class Reading {
  readonly #deps: ReadingDeps;
  readonly #digests = new Map<string, ReadonlyMap<number, string>>();
  /** The times of changes that earlier questions have found. */
  readonly #known = new Map<string, number>();
  /** The oldest first. */
  #questions: Question[] = [];
  #lists: Lists | null = null;
  #byDateAt = 0;
  #wholesAt = 0;
  #rareAt = 0;
  /** What is to be remembered once the items that were found are stored. */
  #toRemember: (() => unknown)[] = [];

  constructor(deps: ReadingDeps) {
    this.#deps = deps;
  }

  /** Remembers what was found, so that it is not found again. Called once the items are stored. */
  async stored(): Promise<void> {
    for (const remember of this.#toRemember) await remember();
    this.#toRemember = [];
  }

  /** Begins all open lists again, because items could not be stored. */
  forget(): void {
    this.#toRemember = [];
    this.#questions = [];
    this.#lists = null;
    this.#byDateAt = 0;
  }

  /** Asks by date, if this is due. @throws Problem if the shop's answers cannot be read; it is then due again */
  async ask(now: number): Promise<Found> {
    if (now < this.#byDateAt) return { items: [], kinds: [], asked: now };
    this.#byDateAt = now + byDateMs;
    try {
      return await this.#askByDate(now);
    } catch (error) {
      this.#byDateAt = 0;
      throw error;
    }
  }

  async #askByDate(now: number): Promise<Found> {
    const none: Found = { items: [], kinds: [], asked: now };
    const { records, state } = this.#deps;
    const since = this.#questions.at(-1)?.clock ?? (await state.read('readUntil')) ?? (await records.clock());
    const pages = records.changedSince(since - overlapS);
    const items: Item[] = [];
    let page = await pages.next();
    const question: Question = { pages, asked: now, clock: records.lastClock };
    for (; !page.done; page = await pages.next()) {
      items.push(...this.#fresh(page.value, question));
      if (page.value.length >= fullPage) {
        this.#questions.push(question);
        return { ...none, items: distinct(items) };
      }
    }
    const isWhole = this.#questions.length === 0;
    if (isWhole) this.#rememberEnd(question);
    return { ...none, items: distinct(items), kinds: isWhole ? ['products'] : [] };
  }

  /**
   * Reads the next page of a list that has further pages or is due; with `onlyByDate` only of changes by date. Returns
   * null if there is none.
   * @throws Problem if the shop's answers cannot be read
   */
  async next(now: number, onlyByDate = false): Promise<Found | null> {
    const [question] = this.#questions;
    if (question) return this.#further(question);
    if (onlyByDate) return null;
    this.#lists ??= this.#due(now);
    if (!this.#lists) return null;
    const { pages, kinds, begun, dueAt, everyMs } = this.#lists;
    const page = await pages.next().catch((error: unknown) => {
      this.#lists = null;
      dueAt(now + againMs);
      throw error;
    });
    if (!page.done) return { items: distinct(page.value), kinds: [], asked: begun };
    this.#lists = null;
    // In a slow shop, the comparison gets as much time as these lists.
    dueAt(Math.max(begun + everyMs, 2 * now - begun));
    return { items: [], kinds, asked: begun };
  }

  async #further(question: Question): Promise<Found> {
    const page = await question.pages.next().catch((error: unknown) => {
      // The next question begins where the last complete one did.
      this.#questions = [];
      throw error;
    });
    const { asked } = question;
    if (!page.done) return { items: distinct(this.#fresh(page.value, question)), kinds: [], asked };
    this.#questions.shift();
    this.#rememberEnd(question);
    return { items: [], kinds: ['products'], asked };
  }

  /** Returns the products of changes that no earlier question has found. */
  #fresh(changes: readonly Changed[], { clock }: Question): Item[] {
    const fresh = changes.filter(({ key, time }) => time === 0 || this.#known.get(key) !== time);
    this.#toRemember.push(() => {
      for (const { key, time } of fresh) if (time <= clock - settledS) this.#known.set(key, time);
    });
    return fresh.flatMap(({ products }) => products.map((id) => ({ kind: 'products' as const, id })));
  }

  /** Remembers that all changes until a question are found. */
  #rememberEnd({ clock }: Question): void {
    this.#toRemember.push(async () => {
      for (const [key, time] of this.#known) if (time < clock - 2 * overlapS) this.#known.delete(key);
      await this.#deps.state.write('readUntil', clock);
    });
  }

  #due(now: number): Lists | null {
    if (now >= this.#wholesAt)
      return {
        pages: this.#wholes(),
        kinds: ['settings', 'attributes', 'terms', 'reviews', ...wholes],
        begun: now,
        dueAt: (time) => {
          this.#wholesAt = time;
        },
        everyMs: wholesMs,
      };
    if (now < this.#rareAt) return null;
    return {
      pages: this.#rare(),
      kinds: [],
      begun: now,
      dueAt: (time) => {
        this.#rareAt = time;
      },
      everyMs: rareMs,
    };
  }

  /** Yields what differs in whole lists, and what these lists lack for an hour. */
  async *#wholes(): Pages<Item> {
    const { records } = this.#deps;
    yield [settingsItem];
    for (const kind of wholes) yield* this.#differing(kind, records.digests(kind));
    const { digests, slugs } = await records.attributes();
    const ofAttributes = new Map([...slugs].map(([id, slug]) => [id, slug]));
    yield [...(await this.#whole('attributes', ofAttributes)), ...(await this.#whole('terms', digests))];
    const reviews = await this.#all(records.newReviews((await records.clock()) - reviewsS));
    yield this.#changed('new reviews', reviews, true).map((id) => ({ kind: 'reviews', id }));
  }

  /** Yields the products whose stock or prices differ from those of the last reading, and the reviews that do. */
  async *#rare(): Pages<Item> {
    const { records } = this.#deps;
    yield* this.#differing('products', records.stockAndPrices());
    yield* this.#differing('reviews', records.digests('reviews'));
  }

  /** Reads a list, and yields nothing for each page until the last one. */
  async *#differing(kind: Collection, pages: AsyncGenerator<Digests>): Pages<Item> {
    const all = new Map<number, string>();
    for await (const page of pages) {
      for (const [id, digest] of page) all.set(id, `${all.get(id) ?? ''}${digest}`);
      yield [];
    }
    yield this.#whole(kind, all);
  }

  async #all(pages: AsyncGenerator<Digests>): Promise<Digests> {
    const all: [number, string][] = [];
    for await (const page of pages) all.push(...page);
    return new Map(all);
  }

  /** Returns the records of a whole list that have changed, or are gone for an hour. */
  async #whole(kind: Collection, digests: Digests): Promise<Item[]> {
    // All products and reviews were read by the comparison, and most of their changes have dates.
    const namesAll = kind !== 'products' && kind !== 'reviews';
    const changed = this.#changed(kind, digests, namesAll);
    const gone = await this.#deps.missing.removable(kind, digests.keys(), { waits: true, apply: false });
    return [...changed, ...gone.ids].map((id) => ({ kind, id }));
  }

  /** Returns the ids whose digests differ from those of the last list of this name; without one, all if `namesAll`. */
  #changed(name: string, digests: Digests, namesAll: boolean): number[] {
    const before = this.#digests.get(name);
    this.#toRemember.push(() => this.#digests.set(name, digests));
    if (!before && !namesAll) return [];
    return [...digests].filter(([id, digest]) => before?.get(id) !== digest).map(([id]) => id);
  }
}
