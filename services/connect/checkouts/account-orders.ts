import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { AccountOrder, listOrders, readOrder } from '#contracts/checkouts.ts';
import type { Context } from '#platform/bus/dispatcher.ts';
import { refusal, unavailable } from '#platform/errors/errors.ts';
import { Problem } from '#platform/errors/problem.ts';
import type { ShopClient } from '#platform/woocommerce/client.ts';
import { count, flag, id, list, object, text, whole } from '#platform/woocommerce/fields.ts';
import { plainText } from '#platform/woocommerce/values.ts';
import type { CheckoutStore } from '../store/checkouts.ts';
import type { Customers } from './customers.ts';

const WooAddress = object({
  ...{ first_name: text, last_name: text, company: text, address_1: text, address_2: text },
  ...{ city: text, state: text, postcode: text, country: text, phone: text, email: text },
});
const Meta = object({
  key: text,
  display_key: text,
  display_value: z.unknown().optional(),
  value: z.unknown().optional(),
});
const WooOrder = object({
  ...{ id, number: text, status: text, currency: text, customer_id: whole(0) },
  ...{ date_created_gmt: text, date_paid_gmt: text, payment_method_title: text },
  ...{ total: text, total_tax: text, discount_total: text, shipping_total: text },
  ...{ needs_payment: flag, payment_url: text, billing: WooAddress, shipping: WooAddress },
  line_items: list(
    object({
      ...{ product_id: whole(0), variation_id: whole(0), name: text, sku: text },
      ...{ quantity: count, total: text, total_tax: text, meta_data: list(Meta) },
    }),
  ),
  fee_lines: list(object({ total: text })),
});
type WooOrder = z.infer<typeof WooOrder>;

/** Milliseconds for which the orders of an account are remembered. */
const cached = { max: 2_000, ttl: 30_000 };

interface AccountOrdersDeps {
  readonly client: ShopClient;
  readonly store: Pick<CheckoutStore, 'boughtBy'>;
  readonly customers: Customers;
  /** Returns the number of decimals of the shop's currency. */
  decimals(): Promise<number>;
}

/**
 * The orders of accounts: those of the account's customer in WooCommerce. An account that is no customer there has the
 * orders that it began here.
 */
export class AccountOrders {
  readonly #deps: AccountOrdersDeps;
  readonly #cached = new LRUCache<string, z.input<typeof listOrders.reply>>(cached);

  constructor(deps: AccountOrdersDeps) {
    this.#deps = deps;
  }

  /** Returns a page of orders. @throws ServiceError */
  async list(
    { email, page, perPage }: z.output<typeof listOrders.request>,
    context: Context,
  ): Promise<z.input<typeof listOrders.reply>> {
    const account = accountOf(context);
    const name = `${account} ${email} ${page} ${perPage}`;
    const known = this.#cached.get(name);
    if (known) return known;
    const found = await this.#asking(async () => {
      const filter = await this.#filter(account, email);
      if (filter === null) return { orders: [], total: 0 };
      const query = `${filter}&page=${page}&per_page=${perPage}&at=${Date.now()}`;
      const { records, total } = await this.#deps.client.readPage(`wc/v3/orders?${query}`);
      return { orders: await this.#shown(records), total };
    });
    this.#cached.set(name, found);
    return found;
  }

  /** Returns one order. @throws ServiceError `service_order_not_found` for an order of somebody else */
  async read({ email, id: wanted }: z.output<typeof readOrder.request>, context: Context) {
    const account = accountOf(context);
    const found = await this.#asking(async () => {
      const [customer, own] = await Promise.all([
        this.#deps.customers.of(account, email),
        this.#deps.store.boughtBy(account),
      ]);
      if (customer === null && !own.some(({ order }) => order === wanted)) return null;
      const given = await this.#deps.client.readRecord(`wc/v3/orders/${wanted}?at=${Date.now()}`);
      const order = given === null ? null : (WooOrder.safeParse(given).data ?? null);
      const isOwn = order?.customer_id === customer?.id || own.some((one) => one.order === wanted);
      return order && isOwn ? (await this.#shown([given]))[0] : null;
    });
    if (!found) throw refusal('service_order_not_found', {});
    return found;
  }

  /** Returns the query that selects an account's orders; null if it has none. */
  async #filter(account: number, email: string): Promise<string | null> {
    const customer = await this.#deps.customers.of(account, email);
    if (customer) return `customer=${customer.id}`;
    const ids = (await this.#deps.store.boughtBy(account)).flatMap(({ order }) => order ?? []);
    return ids.length === 0 ? null : `include=${ids.join()}`;
  }

  async #shown(records: readonly unknown[]): Promise<AccountOrder[]> {
    const decimals = await this.#deps.decimals();
    return records.flatMap((record) => {
      const { data } = WooOrder.safeParse(record);
      // The draft of an order that nobody has sent is none yet.
      return data && data.status !== 'checkout-draft' ? [orderOf(data, decimals)] : [];
    });
  }

  /** Returns the result of questions to the shop. @throws ServiceError `service_unavailable` if the shop is away */
  async #asking<T>(ask: () => Promise<T>): Promise<T> {
    try {
      return await ask();
    } catch (error) {
      throw error instanceof Problem ? unavailable(error) : error;
    }
  }
}

function accountOf({ claim }: Context): number {
  if (claim?.kind !== 'customer' || claim.account === null)
    throw refusal('service_access_my_account_denied', {});
  return claim.account;
}

/** Returns an amount of WooCommerce, a decimal text, in minor units. */
function minorOf(amount: string, decimals: number): number {
  return Math.round(Number(amount || 0) * 10 ** decimals);
}

function addressOf(given: z.infer<typeof WooAddress>) {
  const { first_name, last_name, company, address_1, address_2, city, state, postcode, country, phone } =
    given;
  const names = { firstName: first_name, lastName: last_name, company };
  return { ...names, address1: address_1, address2: address_2, city, state, postcode, country, phone };
}

function orderOf(order: WooOrder, decimals: number): AccountOrder {
  const minor = (amount: string) => minorOf(amount, decimals);
  const { billing, shipping } = order;
  return {
    id: order.id,
    number: order.number || String(order.id),
    status: order.status,
    createdAt: order.date_created_gmt,
    paidAt: order.date_paid_gmt || null,
    currency: order.currency,
    minorUnit: decimals,
    totals: {
      total: minor(order.total),
      discount: minor(order.discount_total),
      shipping: minor(order.shipping_total),
      tax: minor(order.total_tax),
      fees: order.fee_lines.reduce((sum, { total }) => sum + minor(total), 0),
    },
    lines: order.line_items.map((line) => ({
      productId: line.product_id,
      variationId: line.variation_id,
      name: line.name,
      sku: line.sku,
      quantity: line.quantity ?? 0,
      total: minor(line.total),
      tax: minor(line.total_tax),
      meta: visibleMeta(line.meta_data),
    })),
    billing: { ...addressOf(billing), email: billing.email },
    shipping: addressOf(shipping),
    paymentMethod: order.payment_method_title,
    paymentUrl: order.needs_payment && order.payment_url !== '' ? order.payment_url : null,
  };
}

/** Returns the meta of a line that WooCommerce shows to customers, as plain text. */
function visibleMeta(meta: readonly z.infer<typeof Meta>[]) {
  return meta.flatMap(({ key, display_key, display_value, value }) => {
    const shown = typeof display_value === 'string' ? display_value : value;
    if (key.startsWith('_') || (typeof shown !== 'string' && typeof shown !== 'number')) return [];
    return [{ label: plain(display_key || key), value: plain(String(shown)) }];
  });
}

function plain(html: string): string {
  return plainText(html).trim();
}
