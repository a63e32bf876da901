import type { Comparison, ConnectMode, ShopKind } from '#contracts/connect.ts';
import { ServiceError } from '#platform/errors/errors.ts';
import { portions, type ShopRecords } from '#platform/woocommerce/fetch-records.ts';
import { recordRoutes } from '#platform/woocommerce/routes.ts';
import type { ShopCollection } from '#platform/woocommerce/send.ts';
import { Brought } from './brought.ts';
import type { HandOver } from './hand-over.ts';
import type { Missing, Removing } from './missing.ts';
import { type Item, settingsItem } from './store/item.ts';
import type { ConnectState } from './store/state.ts';

const listed = Object.keys(recordRoutes) as (keyof typeof recordRoutes)[];

const dayMs = 86_400_000;
/** Time of the nightly comparison, in milliseconds after midnight (UTC). */
const nightMs = 3 * 3_600_000;
/** Maximum number of notes and failures in the result. */
const mostTexts = 50;

/** An incomplete comparison is made again after this many milliseconds. */
const againMs = 600_000;

/**
 * Returns when the next comparison is due, in Unix milliseconds: at once without an earlier one, soon after one that was
 * interrupted or incomplete, else in the night.
 */
export function nextComparison(last: Comparison | null): number {
  if (last === null || last.ended === null) return 0;
  if (last.isIncomplete) return last.ended + againMs;
  return (Math.floor((last.begun - nightMs) / dayMs) + 1) * dayMs + nightMs;
}

/** Pages of ids, by the collections that a list has. */
type IdPages = AsyncGenerator<ReadonlyMap<ShopCollection, readonly number[]>, void>;

interface ComparisonDeps {
  readonly records: ShopRecords;
  readonly missing: Missing;
  readonly handOver: HandOver;
  readonly state: ConnectState;
  now(): number;
}

/**
 * Compares the whole shop in portions. New changes are handed on between two portions. Each portion is read when its
 * turn comes, so a comparison never brings back an older state.
 */
export class ShopComparison {
  readonly #deps: ComparisonDeps;
  #portions: Item[][] = [];
  /** For each kind, how many records the comparison has, and how many of them are done. */
  readonly #counts = new Map<ShopKind, { done: number; of: number }>();
  #result: Comparison | null = null;
  #removing: Removing = { waits: true, apply: false };
  /** The lists of ids that are being read, one page at a time. Null once all are read. */
  #listing: AsyncGenerator<void> | null = null;
  /** A portion that was not read, because the shop was away. */
  #unread: Item[] | null = null;

  constructor(deps: ComparisonDeps) {
    this.#deps = deps;
  }

  get isRunning(): boolean {
    return this.#result !== null;
  }

  /** Begins a comparison. With `apply`, all that the shop lacks may be removed. */
  async begin(mode: ConnectMode, apply: boolean): Promise<void> {
    const begun = this.#deps.now();
    const result: Comparison = {
      ...{ begun, ended: null, progress: null, mended: {}, held: {} },
      ...{ isIncomplete: false, leftOut: [], failures: [] },
    };
    this.#removing = { waits: mode !== 'journal', apply };
    this.#beginLists(result);
    this.#result = result;
    await this.#deps.state.write('comparison', result);
  }

  #beginLists(result: Comparison): void {
    this.#portions = [];
    this.#counts.clear();
    this.#add('settings', [settingsItem]);
    this.#listing = this.#list(result, this.#removing);
  }

  /** Lists all records of the shop and of this system. Stops after each page of a list. */
  async *#list(result: Comparison, removing: Removing): AsyncGenerator<void> {
    for (const { kinds, list } of this.#lists()) {
      try {
        const ids = new Map<ShopCollection, number[]>(kinds.map((kind) => [kind, []]));
        for await (const page of list()) {
          for (const [kind, some] of page) {
            const all = ids.get(kind);
            all?.push(...some);
            result.progress = { kind, done: all?.length ?? 0, of: null };
          }
          yield;
        }
        for (const [kind, present] of ids) await this.#plan(kind, present, result, removing);
      } catch (error) {
        if (error instanceof ServiceError) throw error;
        result.isIncomplete = true;
        result.failures.push(`${kinds.join(', ')}: ${(error as Error).message}`);
      }
    }
  }

  /** Plans to bring all records of a kind into step, and to remove those that the shop lacks. */
  async #plan(
    kind: ShopCollection,
    present: number[],
    result: Comparison,
    removing: Removing,
  ): Promise<void> {
    const gone = await this.#deps.missing.removable(kind, present, removing);
    if (gone.held > 0) result.held[kind] = gone.held;
    this.#add(
      kind,
      [...present, ...gone.ids].map((id) => ({ kind, id })),
    );
  }

  #add(kind: ShopKind, items: readonly Item[]): void {
    this.#portions.push(...portions(items));
    this.#counts.set(kind, { done: 0, of: items.length });
  }

  /** Counts items of one kind that have been compared. */
  #count(result: Comparison, items: readonly Item[]): void {
    const kind = items[0]?.kind;
    const counts = kind && this.#counts.get(kind);
    if (!counts) return;
    counts.done += items.length;
    result.progress = { kind, ...counts };
  }

  /** Returns how the ids of all records are listed. Attributes and their terms come together. */
  #lists(): { kinds: readonly ShopCollection[]; list(): IdPages }[] {
    const { records } = this.#deps;
    async function* ofAttributes(): IdPages {
      const { slugs, owners } = await records.attributes();
      yield new Map([
        ['attributes', [...slugs.keys()]],
        ['terms', [...owners.keys()]],
      ]);
    }
    async function* ofKind(kind: (typeof listed)[number]): IdPages {
      for await (const ids of records.ids(kind)) yield new Map([[kind, ids]]);
    }
    return [
      { kinds: ['attributes', 'terms'], list: ofAttributes },
      ...listed.map((kind) => ({ kinds: [kind], list: () => ofKind(kind) })),
    ];
  }

  /**
   * Lists a page of ids or, once all are listed, brings up to `size` records into step. Returns what happened, so that
   * failed records are tried again; null after the last portion.
   */
  async step(size: number): Promise<Brought | null> {
    const result = this.#result;
    if (!result) return null;
    if (this.#listing) {
      const { done } = await this.#listing.next().catch((error: unknown) => {
        this.#beginLists(result);
        throw error;
      });
      if (done) this.#listing = null;
      await this.#deps.state.write('comparison', result);
      return new Brought();
    }
    const portion = this.#portions.shift();
    if (portion === undefined) {
      await this.#end(result);
      return null;
    }
    const items = portion.slice(0, size);
    if (items.length < portion.length) this.#portions.unshift(portion.slice(size));
    const again = () => this.#portions.unshift(items);
    const brought = await this.#deps.handOver.bring(items).catch((error: unknown) => {
      again();
      throw error;
    });
    // Once more, so that a shop that is away for a while does not make a list of failures.
    if (brought.isShopAway && this.#unread !== portion) {
      this.#unread = items;
      again();
      return Brought.away();
    }
    const { later } = brought;
    if (later.length > 0) this.#portions.unshift(later);
    this.#count(
      result,
      items.filter((item) => !later.includes(item)),
    );
    for (const [kind, count] of brought.written) result.mended[kind] = (result.mended[kind] ?? 0) + count;
    for (const { reason } of brought.failures) addText(result.failures, reason);
    for (const { what, why } of brought.notes.leftOut) addText(result.leftOut, `${what}: ${why}`);
    await this.#deps.state.write('comparison', result);
    return brought;
  }

  async #end(result: Comparison): Promise<void> {
    this.#result = null;
    await this.#deps.state.write('comparison', { ...result, progress: null, ended: this.#deps.now() });
  }
}

function addText(texts: string[], text: string): void {
  if (texts.length < mostTexts && !texts.includes(text)) texts.push(text);
}
