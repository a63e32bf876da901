import type { z } from 'zod';
import {
  type Collection,
  findPictured,
  idBatch,
  importCoupons,
  importProducts,
  importReviews,
  importTerms,
  listIds,
  removeRecords,
} from '#contracts/catalogue-import.ts';
import type { Operation } from '#contracts/operation.ts';
import {
  followSettings,
  followShop,
  readSettings,
  releaseShop,
  type StoreSettings,
} from '#contracts/settings.ts';
import {
  followCustomers,
  forgetAllShopPasswords,
  forgetShopPasswords,
  listShopCustomers,
} from '#contracts/shop-customers.ts';
import { unavailable } from '#platform/errors/errors.ts';
import { invalidRequest } from '#platform/errors/faults.ts';
import type { Services } from '#platform/woocommerce/send.ts';

interface Held {
  readonly id: number;
  readonly sku?: string;
  readonly name?: string;
  readonly slug?: string;
  readonly image?: { readonly id: number } | null;
  readonly images?: readonly { readonly id: number }[];
  readonly variations?: readonly Held[];
}

/** Returns whether a record shows one of some pictures. */
function shows({ image, images = [], variations = [] }: Held, pictures: readonly number[]): boolean {
  const own = image ? [image, ...images] : images;
  return own.some(({ id }) => pictures.includes(id)) || variations.some((one) => shows(one, pictures));
}

/** Settings of a new store. */
const settings: StoreSettings = {
  title: 'Store',
  description: '',
  homeUrl: '',
  language: 'en-US',
  timezone: 'UTC',
  gmtOffset: 0,
  address: { address1: '', address2: '', city: '', state: '', country: '', postcode: '' },
  currency: {
    code: 'USD',
    symbol: '$',
    position: 'left',
    decimals: 2,
    decimalSeparator: '.',
    thousandSeparator: ',',
  },
  calculation: 'woocommerce-9.9',
  tax: {
    enabled: false,
    pricesIncludeTax: false,
    shownInShop: 'excl',
    shownInCart: 'excl',
    roundAtSubtotal: false,
    basedOn: 'base',
    shippingTaxClass: 'inherit',
    rates: [],
  },
  weightUnit: 'kg',
  dimensionUnit: 'cm',
  manageStock: true,
  lowStockAmount: 2,
  reviewsEnabled: true,
  reviewsHeld: true,
  reviewsByBuyersOnly: false,
  couponsEnabled: true,
  sequentialDiscounts: false,
  shippingEnabled: true,
  shippingZones: [],
  shippingHiddenUntilAddress: false,
  sellingCountries: [],
  shippingCountries: [],
  defaultCountry: '',
  customerRoles: [],
};

const none = { created: 0, changed: 0, unchanged: 0, removed: 0 };

/** A catalogue in memory, with the accounts of customers, that takes what connect hands on, and counts what it wrote. */
export class MemoryCatalogue implements Services {
  readonly #collections = new Map<string, Map<number, Held>>();
  settings = settings;
  /** Number of records that were written or removed. */
  writes = 0;
  /** The customers whose passwords were to be forgotten, in order; 0 for all. */
  readonly forgotten: number[] = [];
  /** How often it was told that the shop is followed, since it was last told that none is. */
  follows = 0;
  /** Whether no request is answered. */
  isAway = false;
  /** Whether the answer to the next request is lost, though the request was fulfilled. */
  losesAnswer: () => boolean = () => false;
  /** Called with each product that is written. */
  onProduct: (product: unknown) => void = () => undefined;

  of(collection: string): Map<number, Held> {
    const held = this.#collections.get(collection) ?? new Map<number, Held>();
    this.#collections.set(collection, held);
    return held;
  }

  async request<Request extends z.ZodType, Reply extends z.ZodType>(
    operation: Operation<Request, Reply>,
    given: z.input<Request>,
  ): Promise<z.output<Reply>> {
    if (this.isAway) throw unavailable('the catalogue is away');
    const request = operation.request.parse(given);
    const reply = this.#answer(operation.name, request);
    if (operation.effect === 'write' && this.losesAnswer()) throw unavailable('the answer is lost');
    return operation.reply.parse(reply) as z.output<Reply>;
  }

  #answer(name: string, request: unknown): unknown {
    switch (name) {
      case readSettings.name:
        return { settings: this.settings, number: 1 };
      case followSettings.name:
        this.writes += 1;
        this.settings = { ...this.settings, ...(request as { settings: object }).settings };
        return { settings: this.settings, number: 1 };
      case followShop.name:
        this.follows += 1;
        return {};
      case releaseShop.name:
        this.follows = 0;
        return {};
      case listIds.name: {
        const { collection, after } = request as { collection: Collection; after: number };
        const ids = [...this.of(collection).keys()].filter((id) => id > after).sort((a, b) => a - b);
        return { ids: ids.slice(0, idBatch) };
      }
      case findPictured.name: {
        const { pictures } = request as { pictures: number[] };
        const idsOf = (collection: string) =>
          [...this.of(collection).values()].filter((one) => shows(one, pictures)).map(({ id }) => id);
        return { products: idsOf('products'), categories: idsOf('categories'), brands: idsOf('brands') };
      }
      case removeRecords.name: {
        const { collection, ids } = request as { collection: Collection; ids: number[] };
        const removed = ids.filter((id) => this.of(collection).delete(id)).length;
        this.writes += removed;
        return { removed, variations: 0 };
      }
      case importProducts.name:
        return { products: this.#keep('products', request), variations: none, number: 1 };
      case importReviews.name:
        return { outcome: this.#keep('reviews', request), number: 1 };
      case followCustomers.name:
        return { outcome: this.#keep('customers', request), leftOut: [] };
      case listShopCustomers.name: {
        const { after } = request as { after: number };
        return { ids: [...this.of('customers').keys()].filter((id) => id > after).sort((a, b) => a - b) };
      }
      case forgetShopPasswords.name: {
        const { changed, gone } = request as { changed: { id: number }[]; gone: number[] };
        this.forgotten.push(...changed.map(({ id }) => id));
        const released = gone.filter((id) => this.of('customers').delete(id)).length;
        this.writes += released;
        return { forgotten: changed.length, released };
      }
      case forgetAllShopPasswords.name:
        this.forgotten.push(0);
        return { forgotten: 0 };
      case importCoupons.name:
        return { outcome: this.#keep('coupons', request) };
      case importTerms.name: {
        const { kind, records } = request as { kind: string; records: Held[] };
        const renamed = records.filter((one) => {
          const before = this.of(kind).get(one.id);
          return before && (before.name !== one.name || before.slug !== one.slug);
        });
        return { outcome: this.#keep(kind, request), number: 1, renamed: renamed.map(({ id }) => id) };
      }
      default:
        throw new Error(`connect may not call ${name}`);
    }
  }

  #keep(collection: string, request: unknown) {
    const held = this.of(collection);
    const { records } = request as { records: Held[] };
    const ids = new Set(records.map(({ id }) => id));
    const taken = [...held.values()].filter(({ id, sku }) => sku && !ids.has(id)).map(({ sku }) => sku);
    const twice = records.find(({ sku }) => taken.includes(sku));
    if (twice) throw invalidRequest('records', 'sku_taken', { sku: twice.sku ?? '' });
    const outcome = { ...none };
    for (const one of records) {
      if (collection === 'products') this.onProduct(one);
      const before = held.get(one.id);
      const text = JSON.stringify({ ...one, relatedIds: [] });
      if (before && JSON.stringify({ ...before, relatedIds: [] }) === text) outcome.unchanged += 1;
      else {
        outcome[before ? 'changed' : 'created'] += 1;
        this.writes += 1;
        held.set(one.id, one);
      }
    }
    return outcome;
  }
}
