import type { Role } from '#contracts/audience.ts';
import type { ListedDocument } from '../../model/documents.ts';
import { Bits, type Range } from './bits.ts';
import { CurrentPrices, type SlotPrices } from './current-prices.ts';
import type { Renumbering } from './postings.ts';

/**
 * The prices of each slot for one customer role: its role prices, or else the public prices. Only documents
 * with role prices are stored here, each under a number called place.
 */
export class PricesOfRole implements SlotPrices {
  readonly lowest: SlotPrices['lowest'] = {
    at: (slot) => this.#of(slot, (prices, place) => prices.lowest.at(place)),
  };
  readonly highest: SlotPrices['highest'] = {
    at: (slot) => this.#of(slot, (prices, place) => prices.highest.at(place)),
  };
  readonly #base: SlotPrices;
  readonly #own = new CurrentPrices();
  /**
   * The place in `#own` of each slot. An unused slot keeps its place until renumbering, because sorted orders
   * still compare the slot.
   */
  #places = new Map<number, number>();
  #slots: number[] = [];

  constructor(base: SlotPrices) {
    this.#base = base;
  }

  /** Adds a document that has role prices. */
  push(slot: number, document: ListedDocument, now: number): void {
    const place = this.#slots.length;
    this.#own.push(place, document, now);
    this.#places.set(slot, place);
    this.#slots.push(slot);
  }

  forget(slot: number): void {
    const place = this.#places.get(slot);
    if (place !== undefined) this.#own.forget(place);
  }

  get onSale(): Bits {
    const own = this.#own.onSale;
    const found = this.#base.onSale.clone();
    for (const [slot, place] of this.#places) {
      if (own.has(place)) found.add(slot);
      else found.delete(slot);
    }
    return found;
  }

  get holdsUntil(): number | null {
    return this.#own.holdsUntil;
  }

  isWithin(slot: number, min: number, max: number): boolean {
    return this.#of(slot, (prices, place) => prices.isWithin(place, min, max));
  }

  keepWithin(slots: Bits, { min, max }: Range): void {
    slots.keep((slot) => this.isWithin(slot, min, max));
  }

  /** Applies the price changes up to `now`, and returns the changed slots; null if no price changed. */
  advance(now: number): Bits | null {
    const places = this.#own.advance(now);
    if (places === null) return null;
    const changed = new Bits(0);
    places.each((place) => changed.add(this.#slots[place] ?? 0));
    return changed;
  }

  get snapshot() {
    return { own: this.#own.snapshot, slots: this.#slots };
  }

  restore({ own, slots }: PricesOfRole['snapshot']): void {
    this.#own.restore(own);
    this.#setSlots(slots);
  }

  /** Replaces each slot by its new number, and drops the prices of removed slots. */
  renumber(slots: Renumbering): void {
    const places = new Int32Array(this.#slots.length).fill(-1);
    const remaining: number[] = [];
    for (const [place, slot] of this.#slots.entries()) {
      const moved = slots[slot] ?? -1;
      if (moved < 0) continue;
      places[place] = remaining.length;
      remaining.push(moved);
    }
    this.#own.renumber(places);
    this.#setSlots(remaining);
  }

  #setSlots(slots: number[]): void {
    this.#slots = slots;
    this.#places = new Map(slots.map((slot, place) => [slot, place]));
  }

  #of<Value>(slot: number, read: (prices: SlotPrices, place: number) => Value): Value {
    const place = this.#places.get(slot);
    return place === undefined ? read(this.#base, slot) : read(this.#own, place);
  }
}

/** The prices of each customer role that has its own prices. */
export type PricesByRole = ReadonlyMap<Role, PricesOfRole>;
