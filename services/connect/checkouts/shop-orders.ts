import { z } from 'zod';
import { Problem } from '#platform/errors/problem.ts';
import { idOf, type ShopClient } from '#platform/woocommerce/client.ts';
import { count, id, list, object, text } from '#platform/woocommerce/fields.ts';

/** The names of meta that the plugin gives an order and its lines. */
const checkoutMeta = '_cartwright_checkout';
const lineMeta = '_cartwright_line';

const Meta = object({ key: text, value: z.unknown().optional() });
/** An order in WooCommerce's JSON, with the members that are followed. */
const WooOrder = object({
  id,
  status: text,
  date_paid_gmt: text,
  meta_data: list(Meta),
  line_items: list(object({ quantity: count, meta_data: list(Meta) })),
});
const fields = 'id,status,date_paid_gmt,meta_data,line_items';

/** An order of WooCommerce. */
export interface FollowedOrder {
  readonly id: number;
  readonly status: string;
  readonly paidAt: string | null;
  /** The checkout of which it is the order; null for other orders. */
  readonly checkout: string | null;
  /** The ordered quantities by the keys of the cart's lines. */
  readonly lines: readonly { readonly key: string; readonly quantity: number }[];
}

/** The plugin's answer about checkouts: the newest order of each. */
const Known = z.object({
  checkouts: z.array(z.object({ id: z.string(), order: z.int().positive(), status: z.string() })),
});

/** The order that counts of a checkout, and its status. */
interface KnownOrder {
  readonly order: number;
  readonly status: string;
}

/** Number of checkouts about which the plugin is asked at once. */
export const mostAtOnce = 50;

function orderOf({
  id,
  status,
  date_paid_gmt,
  meta_data,
  line_items,
}: z.infer<typeof WooOrder>): FollowedOrder {
  const quantities = new Map<string, number>();
  for (const { quantity, meta_data: meta } of line_items) {
    const key = meta.find((one) => one.key === lineMeta)?.value;
    if (typeof key === 'string' && quantity !== null && quantity > 0)
      quantities.set(key, (quantities.get(key) ?? 0) + quantity);
  }
  const checkout = meta_data.find(({ key }) => key === checkoutMeta)?.value;
  return {
    id,
    status,
    paidAt: date_paid_gmt || null,
    checkout: typeof checkout === 'string' && checkout !== '' ? checkout : null,
    lines: [...quantities].map(([key, quantity]) => ({ key, quantity })),
  };
}

/** Reads orders of the shop, and asks its plugin about checkouts. */
export class ShopOrders {
  readonly #client: ShopClient;

  constructor(client: ShopClient) {
    this.#client = client;
  }

  /**
   * Returns the newest order of each checkout that has one. Null if the shop has no plugin that takes checkouts.
   *
   * @throws Problem if the shop cannot be asked
   */
  async ofCheckouts(ids: readonly string[]): Promise<ReadonlyMap<string, KnownOrder> | null> {
    // The last parameter differs in each request, for caches that keep answers in spite of their headers.
    const given = await this.#read(`wc-cartwright/v1/checkouts?ids=${ids.join()}&at=${Date.now()}`);
    if (given === null) return null;
    const known = Known.safeParse(given);
    if (!known.success) throw new Problem("the shop's plugin gave an answer that cannot be read", 'failed');
    return new Map(known.data.checkouts.map(({ id, ...order }) => [id, order]));
  }

  /**
   * Returns orders by their ids; null for one that cannot be read. Those that the shop does not have any more are missing.
   *
   * @throws Problem if the shop cannot be asked
   */
  async orders(ids: readonly number[]): Promise<ReadonlyMap<number, FollowedOrder | null>> {
    const found = new Map<number, FollowedOrder | null>();
    for (let from = 0; from < ids.length; from += mostAtOnce) {
      const some = ids.slice(from, from + mostAtOnce);
      const query = `include=${some.join()}&per_page=${mostAtOnce}&_fields=${fields}&at=${Date.now()}`;
      const given = await this.#read(`wc/v3/orders?${query}`);
      const orders = z.array(z.unknown()).safeParse(given);
      if (!orders.success)
        throw new Problem('the shop answered wc/v3/orders with something else than a list', 'failed');
      for (const one of orders.data) {
        const order = WooOrder.safeParse(one);
        const id = order.data?.id ?? idOf(one);
        if (id !== null) found.set(id, order.success ? orderOf(order.data) : null);
      }
    }
    return found;
  }

  /** Returns the e-mail address of a customer; null if the shop has no customer with this id. @throws Problem */
  async customerEmail(id: number): Promise<string | null> {
    const given = await this.#client.readRecord(`wc/v3/customers/${id}?_fields=id,email`);
    return object({ email: text }).safeParse(given).data?.email ?? null;
  }

  /** Requests a path. A shop that got other permalinks is asked in another form from the next question on. */
  async #read(path: string): Promise<unknown> {
    try {
      return await this.#client.read(path, [404]);
    } catch (error) {
      if (error instanceof Problem && error.kind === 'failed')
        await this.#client.readIndex('?_fields=name').catch(() => undefined);
      throw error;
    }
  }
}
