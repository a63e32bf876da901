import type { Role } from '#contracts/audience.ts';
import type { Viewer } from '../../model/audiences.ts';
import { earlier } from '../../model/pricing.ts';
import { Bits } from './bits.ts';
import type { IndexedProducts } from './indexed-products.ts';
import { type OrderName, type PriceOrder, priceComparisons, priceOrders } from './orders.ts';
import type { Renumbering } from './postings.ts';
import { SortedSlots } from './sorted-slots.ts';

type PriceOrders = Readonly<Record<PriceOrder, SortedSlots>>;

function isPriceOrder(order: OrderName): order is PriceOrder {
  return (priceOrders as readonly OrderName[]).includes(order);
}

/**
 * The sorted lists of slots, one for each sort order, which all viewers share. A customer role with its own
 * prices has additional lists, sorted by these prices.
 */
export class OrdersByRole {
  readonly #products: IndexedProducts;
  readonly #shared: Readonly<Record<OrderName, SortedSlots>>;
  readonly #own = new Map<Role, PriceOrders>();

  constructor(products: IndexedProducts, shared: Readonly<Record<OrderName, SortedSlots>>) {
    this.#products = products;
    this.#shared = shared;
  }

  /** Returns all slots in a sort order. Sort orders by price use the prices that the viewer sees. */
  of(viewer: Viewer, order: OrderName): SortedSlots {
    if (viewer === null || !isPriceOrder(order)) return this.#shared[order];
    const prices = this.#products.pricesByRole.get(viewer);
    if (!prices) return this.#shared[order];
    const existing = this.#own.get(viewer);
    if (existing) return existing[order];
    const compare = priceComparisons(this.#products.columns, prices);
    const created = {
      lowestPrice: new SortedSlots(compare.lowestPrice),
      highestPrice: new SortedSlots(compare.highestPrice),
      shownPrice: new SortedSlots(compare.shownPrice),
    };
    this.#own.set(viewer, created);
    return created[order];
  }

  renumber(moves: Renumbering): void {
    for (const orders of this.#own.values()) for (const order of Object.values(orders)) order.renumber(moves);
  }

  /**
   * Applies every start and end of a sale up to `now` (Unix milliseconds). Returns false if no sale began or
   * ended.
   */
  advance(now: number): boolean {
    const { prices, pricesByRole } = this.#products;
    const shared = prices.advance(now);
    if (shared !== null) for (const name of priceOrders) this.#shared[name].replace(shared);
    let advanced = shared !== null;
    for (const [role, own] of pricesByRole) {
      const changed = own.advance(now);
      if (changed === null && shared === null) continue;
      advanced = true;
      const all = (changed ?? new Bits(0)).or(shared ?? new Bits(0));
      for (const order of Object.values(this.#own.get(role) ?? {})) order.replace(all);
    }
    return advanced;
  }

  /** The next start or end of a sale for any viewer, in Unix milliseconds; null if no sale will begin or end. */
  get holdsUntil(): number | null {
    const { prices, pricesByRole } = this.#products;
    return [...pricesByRole.values()].map((own) => own.holdsUntil).reduce(earlier, prices.holdsUntil);
  }
}
