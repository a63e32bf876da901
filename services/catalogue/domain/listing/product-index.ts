import type { ListQuery } from '#contracts/listing.ts';
import type { SellableDocument } from '../documents.ts';

/** What a query needs to know that is not in the documents. */
export interface ListContext {
  /** Unix ms, for the hour of an unseeded random order. */
  readonly now: number;
  /** Decimals of the store's currency: price bounds of a query are texts in major units. */
  readonly decimals: number;
  /** Ids of a category and all below it, by id or slug; empty for one that is not there. */
  categories(reference: string): readonly number[];
  /**
   * Slug of a term of an attribute (named by its slug, `pa_colour`), by id or slug, since documents name options by
   * slug only; null for one that is not there. Left out, references are slugs.
   */
  attributeTerm?(attribute: string, reference: string): string | null;
}

/** All products and variations in memory, as far as lists need them: which are in a list, and in which order. */
export class ProductIndex {
  /** Takes in a product or variation of any status, in place of what it was. `now` is Unix ms. */
  put(_document: SellableDocument, _now: number): void {}

  remove(_id: number): void {}

  /** Takes in every sale that began or ended by `now`, Unix ms. */
  advance(_now: number): void {}

  /** Unix ms of the next moment at which a sale begins or ends; null for never. */
  get holdsUntil(): number | null {
    return null;
  }

  get size(): number {
    return 0;
  }

  /** Ids of a page in order, and how many there are on all pages. */
  page(_query: ListQuery, _context: ListContext): { ids: number[]; total: number } {
    return { ids: [], total: 0 };
  }
}
