import type { ShopKind } from '#contracts/connect.ts';
import { Problem } from '#platform/errors/problem.ts';
import { Notes } from '#platform/woocommerce/notes.ts';
import type { Item } from './store/item.ts';

/** Items that could not be handed on, and why. */
export interface Failure {
  readonly items: readonly Item[];
  readonly reason: string;
}

/** What happened to the items that were to be handed on. */
export class Brought {
  readonly failures: Failure[] = [];
  /** For each kind, the number of records that were made, changed or removed here. */
  readonly written = new Map<ShopKind, number>();
  /** Further items that have to be read because of a change, such as the products of a renamed category. */
  readonly more: Item[] = [];
  /** Items that were left out, because they need many requests. They are brought next. */
  readonly later: Item[] = [];
  /** Whether a change concerns so many records that the whole shop has to be compared. */
  concernsAll = false;
  readonly notes = new Notes();

  #isShopAway = false;

  /** Returns that nothing was brought, because the shop is away. */
  static away(): Brought {
    const none = new Brought();
    none.#isShopAway = true;
    return none;
  }

  /** Whether the shop did not answer, or said that it cannot answer now. This may have nothing to do with the items. */
  get isShopAway(): boolean {
    return this.#isShopAway;
  }

  fail(items: readonly Item[], error: unknown): void {
    if (error instanceof Problem && error.kind === 'unavailable') this.#isShopAway = true;
    this.failures.push({ items, reason: (error as Error).message });
  }

  add(kind: ShopKind, count: number): void {
    if (count > 0) this.written.set(kind, (this.written.get(kind) ?? 0) + count);
  }

  /** The items of `all` that are in step now. */
  done(all: readonly Item[]): Item[] {
    const open = new Set([...this.failures.flatMap(({ items }) => items), ...this.later]);
    return all.filter((item) => !open.has(item));
  }
}
