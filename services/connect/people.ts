import type { NotFollowed, ShopCustomer } from '#contracts/shop-customers.ts';
import { followCustomers, forgetAllShopPasswords, forgetShopPasswords } from '#contracts/shop-customers.ts';
import { leftOutReasons, shopCustomer } from '#platform/woocommerce/customers.ts';
import { portions, type ShopRecords } from '#platform/woocommerce/fetch-records.ts';
import { type Notes, UnreadableRecord } from '#platform/woocommerce/notes.ts';
import type { Services } from '#platform/woocommerce/send.ts';
import type { Brought } from './brought.ts';
import type { Item } from './store/item.ts';

/** Hands customers of the shop on to auth, and tells auth which passwords changed there. */
export class People {
  readonly #records: ShopRecords;
  readonly #services: Services;

  constructor(records: ShopRecords, services: Services) {
    this.#records = records;
    this.#services = services;
  }

  /** Reads at most 100 customers and hands them on. One that cannot be read stays behind. */
  async bring(items: readonly Item[], brought: Brought, zone: string): Promise<void> {
    const { files, gone } = await this.#records.read(
      'customers',
      items.map(({ id }) => id),
    );
    const context = { zone, owners: new Map<string, number>(), notes: brought.notes };
    const customers: ShopCustomer[] = [];
    const others = new Set(items.map(({ id }) => id));
    for (const entry of Object.values(files).flat()) {
      try {
        const customer = shopCustomer(entry, context);
        if (!customer) continue;
        customers.push(customer);
        others.delete(customer.id);
      } catch (error) {
        if (!(error instanceof UnreadableRecord)) throw error;
        others.delete(error.id ?? 0);
        const item = items.find(({ id }) => id === error.id);
        if (item) brought.failures.push({ items: [item], reason: `${error.where(1)}: ${error.message}` });
      }
    }
    if (customers.length > 0) {
      const { outcome, leftOut } = await this.#services.request(followCustomers, { records: customers });
      brought.add('customers', outcome.created + outcome.changed);
      noteLeftOut(leftOut, brought.notes);
    }
    // Users of WordPress who are no customers, or not any more, are followed by nobody.
    const released = [...new Set([...gone, ...others])];
    if (released.length > 0) {
      const request = { changed: [], gone: released };
      brought.add('customers', (await this.#services.request(forgetShopPasswords, request)).released);
    }
  }

  /** Forgets the passwords of customers. The id 0 means all. */
  async forget(items: readonly Item[]): Promise<void> {
    if (items.some(({ id }) => id === 0)) await this.#services.request(forgetAllShopPasswords, {});
    const changed = items.flatMap(({ id, row = 0 }) => (id > 0 ? [{ id, row }] : []));
    for (const some of portions(changed))
      await this.#services.request(forgetShopPasswords, { changed: some, gone: [] });
  }
}

function noteLeftOut(leftOut: readonly NotFollowed[], notes: Notes): void {
  for (const { why } of leftOut) notes.leaveOut('customers', leftOutReasons[why]);
}
