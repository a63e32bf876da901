import type { Role } from '#contracts/audience.ts';
import type { EnteredPrices } from '#contracts/product.ts';
import type { ListedDocument } from '../../model/documents.ts';
import { earlier, pricesAt } from '../../model/pricing.ts';
import { Bits, type Range, type Renumbering } from './bits.ts';
import { NumberColumn } from './columns.ts';

/** The members of a document from which prices are calculated. */
interface Priced {
  readonly type: ListedDocument['type'];
  readonly prices: EnteredPrices;
  readonly childPrices?: readonly EnteredPrices[];
}

/** A document whose prices change at `holdsUntil` (Unix milliseconds). */
interface Scheduled {
  readonly priced: Priced;
  readonly holdsUntil: number;
}

/** Returns the prices of a product's children at `now`, each price once. */
function amountsAt({ childPrices = [] }: Priced, now: number): number[] {
  const amounts = childPrices.map((prices) => pricesAt({ type: 'simple', prices }, now).prices.price);
  return [...new Set(amounts.filter((amount) => amount !== null))];
}

/** The prices of each slot as one viewer sees them. */
export interface SlotPrices {
  /** The lowest price of a slot; NaN for a slot without a price. */
  readonly lowest: { at(slot: number): number };
  readonly highest: { at(slot: number): number };
  readonly onSale: Bits;
  isWithin(slot: number, min: number, max: number): boolean;
  /** Removes from `slots` all slots without a price in the range. */
  keepWithin(slots: Bits, range: Range): void;
}

/** The prices of each slot in minor units, at the time of the last call of `advance`. */
export class CurrentPrices implements SlotPrices {
  /** The lowest price of a slot; NaN for a slot without a price. */
  readonly lowest = new NumberColumn();
  readonly highest = new NumberColumn();
  #onSale = new Bits(0);
  /**
   * All prices of the slots with more than two different prices. For other slots, `lowest` and `highest` are
   * enough.
   */
  #amounts = new Map<number, number[]>();
  #scheduled = new Map<number, Scheduled>();
  /**
   * The time of the next price change; `holdsUntil` is null if prices stay. `#next` is null until this time
   * is calculated.
   */
  #next: { readonly holdsUntil: number | null } | null = { holdsUntil: null };

  /** Stores the prices of a document in `slot`, the next new slot. */
  push(slot: number, document: ListedDocument, now: number): void {
    const { type, prices } = document;
    this.lowest.push(Number.NaN);
    this.highest.push(Number.NaN);
    this.#set(
      slot,
      'childPrices' in document ? { type, prices, childPrices: document.childPrices } : { type, prices },
      now,
    );
  }

  forget(slot: number): void {
    this.#amounts.delete(slot);
    this.#onSale.delete(slot);
    if (this.#scheduled.delete(slot)) this.#next = null;
  }

  get onSale(): Bits {
    return this.#onSale;
  }

  /** The next start or end of a sale in Unix milliseconds; null if no sale will begin or end. */
  get holdsUntil(): number | null {
    this.#next ??= { holdsUntil: [...this.#scheduled.values()].reduce(soonest, null) };
    return this.#next.holdsUntil;
  }

  /** Applies the price changes up to `now`, and returns the changed slots; null if no price changed. */
  advance(now: number): Bits | null {
    const { holdsUntil } = this;
    if (holdsUntil === null || now < holdsUntil) return null;
    const changed = new Bits(0);
    for (const [slot, scheduled] of [...this.#scheduled]) {
      if (now < scheduled.holdsUntil) continue;
      this.forget(slot);
      this.#set(slot, scheduled.priced, now);
      changed.add(slot);
    }
    return changed;
  }

  /** Returns whether any price of a slot is in the range from `min` to `max`, both included. */
  isWithin(slot: number, min: number, max: number): boolean {
    const lowest = this.lowest.at(slot);
    const highest = this.highest.at(slot);
    if (!(highest >= min && lowest <= max)) return false;
    if (lowest >= min || highest <= max) return true;
    return this.#amounts.get(slot)?.some((amount) => amount >= min && amount <= max) ?? false;
  }

  keepWithin(slots: Bits, range: Range): void {
    slots.keepWithin(this.lowest.values, this.highest.values, range, (slot) =>
      this.isWithin(slot, range.min, range.max),
    );
  }

  get snapshot() {
    return {
      lowest: this.lowest.snapshot,
      highest: this.highest.snapshot,
      onSale: this.#onSale.words,
      amounts: this.#amounts,
      scheduled: this.#scheduled,
    };
  }

  restore({ lowest, highest, onSale, amounts, scheduled }: CurrentPrices['snapshot']): void {
    this.lowest.restore(lowest);
    this.highest.restore(highest);
    this.#onSale = Bits.fromWords(onSale.slice());
    this.#amounts = amounts;
    this.#scheduled = scheduled;
    this.#next = null;
  }

  /** Moves the prices of each slot to its new slot, and drops the prices of removed slots. */
  renumber(slots: Renumbering): void {
    this.#onSale = this.#onSale.renumbered(slots);
    this.lowest.renumber(slots);
    this.highest.renumber(slots);
    this.#amounts = new Map([...this.#amounts].map(([slot, amounts]) => [slots[slot] ?? -1, amounts]));
    this.#scheduled = new Map([...this.#scheduled].map(([slot, one]) => [slots[slot] ?? -1, one]));
  }

  #set(slot: number, priced: Priced, now: number): void {
    const { prices, holdsUntil } = pricesAt(priced, now);
    this.lowest.set(slot, prices.price ?? Number.NaN);
    this.highest.set(slot, prices.range?.max ?? prices.price ?? Number.NaN);
    // As in CoCart, a group is never on sale; only its products are.
    if (prices.onSale && priced.type !== 'grouped') this.#onSale.add(slot);
    const amounts = prices.range === null ? [] : amountsAt(priced, now);
    if (amounts.length > 2) this.#amounts.set(slot, amounts);
    if (holdsUntil === null) return;
    this.#scheduled.set(slot, { priced, holdsUntil });
    if (this.#next !== null) this.#next = { holdsUntil: earlier(this.#next.holdsUntil, holdsUntil) };
  }
}

function soonest(moment: number | null, { holdsUntil }: Scheduled): number | null {
  return earlier(moment, holdsUntil);
}

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
