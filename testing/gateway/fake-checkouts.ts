import type { Cart } from '#contracts/cart.ts';
import {
  type AccountOrder,
  beginCheckout,
  type Checkout,
  type DifferenceCause,
  type HandedCart,
  listOrders,
  readCheckout,
  readHandOver,
  readOrder,
  takeHandOver,
} from '#contracts/checkouts.ts';
import { type Context, type ImplementedOperation, implement } from '#platform/bus/dispatcher.ts';
import { aLine } from './samples.ts';

const aCheckout: Checkout = {
  ...{ id: 'c1', state: 'begun', begunAt: 0, expiresAt: 900_000, total: 4_320, currency: 'EUR' },
  ...{ minorUnit: 2, order: null, difference: null },
};

const handed: HandedCart = {
  lines: [
    {
      ...{ key: aLine().key, product_id: 13, variation_id: 0, quantity: 2, name: 'T-Shirt' },
      ...{ variation: {}, item_data: {}, price: null },
    },
  ],
  ...{ billing: {}, shipping: {}, coupons: [], rates: [], fees: [], has_address: false },
  totals: { total: 4_320, items: 3_600, discount: 0, shipping: 0, tax: 720, fees: 0 },
};

/** The operations of connect about checkouts. A test sets the answers. */
export class FakeCheckouts {
  readonly url = 'https://shop.example/?wc-ajax=cartwright_checkout&token=T';
  confirmed = true;
  replayed = false;
  refuses: Error | null = null;
  cause: DifferenceCause | null = null;
  checkout: Partial<Checkout> = {};
  orders: AccountOrder[] = [];
  /** What differs in the cart that is bought. */
  cart: Partial<Cart> = {};

  reset(): void {
    const usual = { confirmed: true, replayed: false, refuses: null, cause: null };
    Object.assign(this, usual, { checkout: {}, orders: [], cart: {} });
  }

  operations(hear: (operation: string, request: unknown, context: Context) => void): ImplementedOperation[] {
    const checkout = () => ({ ...aCheckout, ...this.checkout });
    return [
      implement(beginCheckout, async (request, context) => {
        hear(beginCheckout.name, request, context);
        if (this.refuses) throw this.refuses;
        const { url, confirmed, replayed } = this;
        return { checkout: checkout(), url, confirmed, replayed };
      }),
      implement(readCheckout, async (request, context) => {
        hear(readCheckout.name, request, context);
        return { checkout: checkout() };
      }),
      implement(readHandOver, async (request, context) => {
        hear(readHandOver.name, request, context);
        return { checkout: checkout(), returnUrl: '', customer: null, cart: handed };
      }),
      implement(takeHandOver, async (request, context) => {
        hear(takeHandOver.name, request, context);
        return { cause: this.cause };
      }),
      implement(listOrders, async (request, context) => {
        hear(listOrders.name, request, context);
        return { orders: this.orders, total: this.orders.length };
      }),
      implement(readOrder, async (request, context) => {
        hear(readOrder.name, request, context);
        const [order] = this.orders;
        if (!order) throw new Error('the test has set no order');
        return { order };
      }),
    ];
  }
}
