import type { ShopTime } from '#contracts/product.ts';
import { isVariation, type ListedDocument } from '../../model/documents.ts';
import { stockOf } from '../../model/pricing.ts';
import { folded, plainText } from '../../model/text.ts';
import type { Renumbering } from './bits.ts';

/** Stores one number per slot; NaN for a slot without a number. */
export class NumberColumn {
  #values = new Float64Array(64).fill(Number.NaN);
  #length = 0;

  at(slot: number): number {
    return this.#values[slot] ?? Number.NaN;
  }

  /** The numbers by slot, filled up with NaN to a multiple of 32. */
  get values(): Float64Array {
    return this.#values;
  }

  push(value: number): void {
    if (this.#length === this.#values.length) {
      const larger = new Float64Array(Math.ceil((this.#length * 1.25) / 32) * 32).fill(
        Number.NaN,
        this.#length,
      );
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[this.#length] = value;
    this.#length += 1;
  }

  set(slot: number, value: number): void {
    this.#values[slot] = value;
  }

  get snapshot() {
    return { values: this.#values, length: this.#length };
  }

  restore({ values, length }: NumberColumn['snapshot']): void {
    this.#values = values.slice();
    this.#length = length;
  }

  /** Moves the value of each slot to its new slot, and drops the values of removed slots. */
  renumber(slots: Renumbering): void {
    let length = 0;
    for (let slot = 0; slot < slots.length; slot++) {
      if ((slots[slot] ?? -1) >= 0) this.#values[length++] = this.at(slot);
    }
    this.#values.fill(Number.NaN, length);
    this.#length = length;
  }
}

/** Returns a 32-bit hash of a text. Every process returns the same hash. */
export function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let place = 0; place < text.length; place++) {
    value = Math.imul(value ^ text.charCodeAt(place), 0x01000193);
  }
  return value | 0;
}

/** Stores one text per slot, and finds slots by text. */
class TextColumn {
  #texts: string[] = [];
  #hashes = new Int32Array(64);

  at(slot: number): string {
    return this.#texts[slot] ?? '';
  }

  push(text: string): void {
    if (this.#texts.length === this.#hashes.length) {
      const larger = new Int32Array(Math.ceil(this.#hashes.length * 1.25));
      larger.set(this.#hashes);
      this.#hashes = larger;
    }
    this.#hashes[this.#texts.length] = hash(text.toLowerCase());
    this.#texts.push(text);
  }

  /**
   * Returns the slots with exactly this text, or else the slots whose text differs only in case. Skips slots
   * for which `counts` returns false.
   */
  find(text: string, counts: (slot: number) => boolean): number[] {
    const lower = text.toLowerCase();
    const wanted = hash(lower);
    const alike: number[] = [];
    for (let slot = this.#next(wanted, 0); slot >= 0; slot = this.#next(wanted, slot + 1)) {
      if (counts(slot) && this.at(slot).toLowerCase() === lower) alike.push(slot);
    }
    const same = alike.filter((slot) => this.at(slot) === text);
    return same.length > 0 ? same : alike;
  }

  get snapshot() {
    return { texts: this.#texts, hashes: this.#hashes };
  }

  restore({ texts, hashes }: TextColumn['snapshot']): void {
    this.#texts = texts;
    this.#hashes = hashes.slice();
  }

  renumber(slots: Renumbering): void {
    let length = 0;
    for (let slot = 0; slot < slots.length; slot++) {
      if ((slots[slot] ?? -1) >= 0) this.#hashes[length++] = this.#hashes[slot] ?? 0;
    }
    this.#texts = this.#texts.filter((_text, slot) => (slots[slot] ?? -1) >= 0);
  }

  #next(wanted: number, from: number): number {
    const slot = this.#hashes.indexOf(wanted, from);
    return slot < this.#texts.length ? slot : -1;
  }
}

/** Returns a time such as `2026-05-01T12:00:00` as Unix seconds. A local time counts as if the time zone were UTC. */
export function seconds(dateTime: string): number {
  return Date.parse(`${dateTime}Z`) / 1_000;
}

function at<Value>(values: readonly Value[], place: number): Value {
  const value = values[place];
  if (value === undefined) throw new Error('a column is missing');
  return value;
}

/** The maximum number of characters of a product's name that sorting and searching use. */
const titleCharacters = 1_000;

/**
 * The values by which lists are sorted and filtered, one value per slot. Prices change with time and are in
 * `CurrentPrices`.
 */
export class Columns {
  readonly id = new NumberColumn();
  readonly created = new NumberColumn();
  readonly createdUtc = new NumberColumn();
  readonly modified = new NumberColumn();
  readonly modifiedUtc = new NumberColumn();
  readonly sales = new NumberColumn();
  readonly rating = new NumberColumn();
  readonly ratingCount = new NumberColumn();
  readonly reviewCount = new NumberColumn();
  readonly menuOrder = new NumberColumn();
  /** The quantity in stock; NaN if stock is not counted. */
  readonly quantity = new NumberColumn();
  /** The name of the document in each slot, as `folded` returns it. */
  titles: string[] = [];
  readonly slug = new TextColumn();
  readonly sku = new TextColumn();
  readonly globalUniqueId = new TextColumn();

  /** The number of slots, including unused slots. */
  get size(): number {
    return this.titles.length;
  }

  /** Adds a document and returns its new slot. */
  push(document: ListedDocument): number {
    const reviewed = isVariation(document) ? null : document;
    this.id.push(document._id);
    this.#pushTimes(document.created, document.modified);
    this.sales.push(document.totalSales);
    this.rating.push(Number(reviewed?.averageRating ?? 0) || 0);
    this.ratingCount.push(reviewed?.ratingCount ?? 0);
    this.reviewCount.push(reviewed?.reviewCount ?? 0);
    this.menuOrder.push(document.menuOrder);
    this.quantity.push(stockOf(document, true).quantity ?? Number.NaN);
    this.slug.push(document.slug);
    this.sku.push(document.sku ?? '');
    this.globalUniqueId.push(document.globalUniqueId);
    return this.titles.push(folded(plainText(document.name, titleCharacters))) - 1;
  }

  get snapshot() {
    const numbers = this.#ofKind(NumberColumn).map((column) => column.snapshot);
    const texts = this.#ofKind(TextColumn).map((column) => column.snapshot);
    return { titles: this.titles, numbers, texts };
  }

  restore({ titles, numbers, texts }: Columns['snapshot']): void {
    this.titles = titles;
    for (const [place, column] of this.#ofKind(NumberColumn).entries()) column.restore(at(numbers, place));
    for (const [place, column] of this.#ofKind(TextColumn).entries()) column.restore(at(texts, place));
  }

  /** Moves the value of each slot to its new slot, and drops the values of removed slots. */
  renumber(slots: Renumbering): void {
    for (const column of [...this.#ofKind(NumberColumn), ...this.#ofKind(TextColumn)]) column.renumber(slots);
    this.titles = this.titles.filter((_title, slot) => (slots[slot] ?? -1) >= 0);
  }

  /** Returns all columns of a kind, always in the same order. */
  #ofKind<Column extends object>(kind: new () => Column): Column[] {
    return Object.values(this).filter((one): one is Column => one instanceof kind);
  }

  /**
   * Stores the times of a document. An invalid date, such as `0000-00-00` of a draft, counts as 1970, because
   * `NaN` cannot be sorted.
   */
  #pushTimes(created: ShopTime, modified: ShopTime): void {
    this.created.push(seconds(created.local) || 0);
    this.createdUtc.push(seconds(created.utc) || 0);
    this.modified.push(seconds(modified.local) || 0);
    this.modifiedUtc.push(seconds(modified.utc) || 0);
  }
}
