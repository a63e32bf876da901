import {
  beginCheckout,
  eraseFromCheckouts,
  listCheckouts,
  listOrders,
  readCheckout,
  readHandOver,
  readOrder,
  showCheckout,
  takeHandOver,
} from '#contracts/checkouts.ts';
import { type Context, type ImplementedOperation, implement } from '#platform/bus/dispatcher.ts';
import { refusal } from '#platform/errors/errors.ts';
import { cartDigest } from '#platform/events/digests.ts';
import type { CheckoutDocument, CheckoutStore } from '../store/checkouts.ts';
import type { AccountOrders } from './account-orders.ts';
import type { Beginning } from './beginning.ts';
import type { Handing } from './handing.ts';
import { recordOf, shownCheckout } from './record.ts';

interface CheckoutDeps {
  readonly store: CheckoutStore;
  readonly beginning: Beginning;
  readonly handing: Handing;
  readonly orders: AccountOrders;
}

/** Returns the operations about checkouts and orders. Every replica answers. */
export function checkoutOperations(deps: CheckoutDeps): ImplementedOperation[] {
  return [...shopperOperations(deps), ...operatorOperations(deps)];
}

function shopperOperations({ store, beginning, handing, orders }: CheckoutDeps): ImplementedOperation[] {
  return [
    implement(beginCheckout, (request, context) => beginning.begin(request, context)),
    implement(readCheckout, async ({ id }, context) => {
      const found = await store.read(id);
      if (!found || !isOwn(found, context)) throw refusal('service_checkout_not_found', {});
      return { checkout: shownCheckout(found) };
    }),
    implement(readHandOver, (request) => handing.read(request)),
    implement(takeHandOver, (request) => handing.take(request)),
    implement(listOrders, (request, context) => orders.list(request, context)),
    implement(readOrder, async (request, context) => ({ order: await orders.read(request, context) })),
  ];
}

function operatorOperations({ store }: CheckoutDeps): ImplementedOperation[] {
  return [
    implement(listCheckouts, async ({ state, page, perPage }) => {
      const { checkouts, total } = await store.page(state, page, perPage);
      return { checkouts: checkouts.map(recordOf), total };
    }),
    implement(showCheckout, async ({ reference }) => {
      const byOrder = /^[1-9]\d{0,14}$/.test(reference) ? await store.ofOrder(Number(reference)) : null;
      const found = byOrder ?? (await store.read(reference));
      if (!found) throw refusal('service_checkout_not_found', {});
      return { checkout: recordOf(found) };
    }),
    implement(eraseFromCheckouts, async ({ person }) => ({ checkouts: await store.erase(person) })),
  ];
}

/** Returns whether a caller began a checkout: with the same cart, or with the cart that the customer took over. */
function isOwn({ cart, account }: CheckoutDocument, { claim }: Context): boolean {
  if (!claim) return false;
  if (claim.kind === 'customer' && account !== null && claim.account === account) return true;
  return [claim.cart, claim.carried].some((key) => key !== '' && cartDigest(key) === cart);
}
