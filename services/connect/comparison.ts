import type { Comparison, ConnectMode } from '#contracts/connect.ts';
import { ServiceError } from '#platform/errors/errors.ts';
import { portions, type ShopRecords } from '#platform/woocommerce/fetch-records.ts';
import { recordRoutes } from '#platform/woocommerce/routes.ts';
import type { ShopCollection } from '#platform/woocommerce/send.ts';
import type { Brought, HandOver } from './hand-over.ts';
import type { Missing } from './missing.ts';
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
  #result: Comparison | null = null;

  constructor(deps: ComparisonDeps) {
    this.#deps = deps;
  }

  get isRunning(): boolean {
    return this.#result !== null;
  }

  /** Lists all records of the shop and of this system. With `apply`, all that the shop lacks may be removed. */
  async begin(mode: ConnectMode, apply: boolean): Promise<void> {
    const begun = this.#deps.now();
    const result: Comparison = {
      ...{ begun, ended: null, mended: {}, held: {}, isIncomplete: false, leftOut: [], failures: [] },
    };
    const items: Item[][] = [[settingsItem]];
    for (const { kinds, list } of this.#lists()) {
      try {
        const ids = await list();
        for (const kind of kinds) {
          const present = ids[kind] ?? [];
          const gone = await this.#deps.missing.removable(kind, present, {
            waits: mode !== 'journal',
            apply,
          });
          if (gone.held > 0) result.held[kind] = gone.held;
          items.push(...portions([...present, ...gone.ids].map((id) => ({ kind, id }))));
        }
      } catch (error) {
        if (error instanceof ServiceError) throw error;
        result.isIncomplete = true;
        result.failures.push(`${kinds.join(', ')}: ${(error as Error).message}`);
      }
    }
    this.#portions = items;
    this.#result = result;
    await this.#deps.state.write('comparison', result);
  }

  /** Returns how the ids of all records are listed. Attributes and their terms come together. */
  #lists(): {
    kinds: readonly ShopCollection[];
    list(): Promise<Partial<Record<ShopCollection, number[]>>>;
  }[] {
    const { records } = this.#deps;
    const ofAttributes = async () => {
      const { slugs, owners } = await records.attributes();
      return { attributes: [...slugs.keys()], terms: [...owners.keys()] };
    };
    return [
      { kinds: ['attributes', 'terms'], list: ofAttributes },
      ...listed.map((kind) => ({ kinds: [kind], list: async () => ({ [kind]: await records.ids(kind) }) })),
    ];
  }

  /**
   * Brings the next portion into step. Returns what happened, so that failed records are tried again; null after the
   * last portion.
   */
  async step(): Promise<Brought | null> {
    const result = this.#result;
    const items = this.#portions.shift();
    if (!result) return null;
    if (items === undefined) {
      await this.#end(result);
      return null;
    }
    const brought = await this.#deps.handOver.bring(items).catch((error: unknown) => {
      this.#portions.unshift(items);
      throw error;
    });
    for (const [kind, count] of brought.written) result.mended[kind] = (result.mended[kind] ?? 0) + count;
    for (const { reason } of brought.failures) addText(result.failures, reason);
    for (const { what, why } of brought.notes.leftOut) addText(result.leftOut, `${what}: ${why}`);
    await this.#deps.state.write('comparison', result);
    return brought;
  }

  async #end(result: Comparison): Promise<void> {
    this.#result = null;
    await this.#deps.state.write('comparison', { ...result, ended: this.#deps.now() });
  }
}

function addText(texts: string[], text: string): void {
  if (texts.length < mostTexts && !texts.includes(text)) texts.push(text);
}
