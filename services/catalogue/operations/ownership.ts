import { createCategory, createProduct, deleteCategory, deleteProduct } from '#contracts/catalogue-edit.ts';
import {
  importCoupons,
  importProducts,
  importReviews,
  importTerms,
  removeRecords,
} from '#contracts/catalogue-import.ts';
import { setProduct } from '#contracts/catalogue-operators.ts';
import { createCoupon, deleteCoupon } from '#contracts/coupons.ts';
import { followSettings, followShop, releaseShop } from '#contracts/settings.ts';
import { type Context, type ImplementedOperation, implement } from '#platform/bus/dispatcher.ts';
import { refusal } from '#platform/errors/errors.ts';
import type { SettingsStore } from '../store/settings.ts';

/** Milliseconds for which a shop counts as followed after `connect` last said so. */
const followedMs = 86_400_000;

/**
 * The operations that change only what belongs to a followed shop. `writeSettings` and `setReviewStatus` also change what
 * does not, and decide by themselves.
 */
const ofShop: ReadonlySet<string> = new Set(
  [
    ...[createProduct, setProduct, deleteProduct, createCategory, deleteCategory, createCoupon, deleteCoupon],
    ...[importProducts, importTerms, importReviews, importCoupons, removeRecords, followSettings],
  ].map(({ name }) => name),
);

/** Refuses changes by operators to what belongs to a followed shop, because the next comparison would undo them. */
export class Ownership {
  readonly #store: Pick<SettingsStore, 'follow' | 'followedShop'>;
  readonly #now: () => number;

  constructor(store: Pick<SettingsStore, 'follow' | 'followedShop'>, now: () => number) {
    this.#store = store;
    this.#now = now;
  }

  /** @throws ServiceError `service_belongs_to_shop` if an operator calls while a shop is followed */
  async requireUnfollowed({ by }: Pick<Context, 'by'>): Promise<void> {
    // Of the services, only `connect` may call such operations.
    if (by === 'caller') return;
    const shop = await this.#store.followedShop(this.#now());
    if (shop !== null) throw refusal('service_belongs_to_shop', { shop });
  }

  /** Returns an operation that is refused if it changes what belongs to a followed shop. */
  guarded(served: ImplementedOperation): ImplementedOperation {
    if (!ofShop.has(served.operation.name)) return served;
    return {
      ...served,
      run: async (request, context) => {
        await this.requireUnfollowed(context);
        return served.run(request, context);
      },
    };
  }

  /** Returns the operations that say whether a shop is followed. */
  operations(): ImplementedOperation[] {
    return [
      implement(followShop, async ({ url }) => {
        await this.#store.follow({ url, until: this.#now() + followedMs });
        return {};
      }),
      implement(releaseShop, async () => {
        await this.#store.follow(null);
        return {};
      }),
    ];
  }
}
