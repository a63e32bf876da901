import { z } from 'zod';
import { listOrders, readOrder } from '#contracts/checkouts.ts';
import { readOwnAccount } from '#contracts/own-account.ts';
import { pagesOf } from '../../routing/paging.ts';
import { pathId, wholeNumber } from '../../routing/parameters.ts';
import type { Request } from '../../routing/request.ts';
import { type Route, route } from '../../routing/route.ts';
import { requireCheckout, unconfigured } from '../checkout/checkout.ts';
import { ownAccountErrors, requireCustomer } from './account.ts';

const usualOrders = 10;
const mostOrders = 50;

/** Returns the e-mail address of the caller's account. @throws ServiceError `service_access_my_account_denied` */
async function ownEmail(request: Request): Promise<string> {
  requireCustomer(request);
  requireCheckout(request);
  return (await request.ask(readOwnAccount, {})).account.email;
}

/** GET /v2/my-account/orders: the orders of the caller's account (docs/reference/checkout.md#list-orders). */
const listRoute = route({
  method: 'GET',
  path: '/v2/my-account/orders',
  summary: "The orders of the caller's account",
  dialect: 'service',
  answers: { 200: { orders: '' } },
  kind: 'account',
  query: z.object({
    page: wholeNumber(1, 1_000).default(1).describe('The page, from 1.'),
    per_page: wholeNumber(1, mostOrders).default(usualOrders).describe('The number of orders per page.'),
  }),
  errors: [...ownAccountErrors, ...unconfigured],
  async handle(request) {
    const { page, per_page: perPage } = request.query;
    const email = await ownEmail(request);
    const { orders, total } = await request.ask(listOrders, { email, page, perPage });
    return {
      view: { name: 'orders', data: { orders } },
      paging: { page, totalPages: pagesOf(total, perPage), total },
    };
  },
});

/** GET /v2/my-account/orders/{id}: one order of the caller's account. */
const readRoute = route({
  method: 'GET',
  path: '/v2/my-account/orders/:id',
  summary: "One order of the caller's account",
  dialect: 'service',
  answers: { 200: { order: '' } },
  kind: 'account',
  params: z.object({ id: pathId().describe('The ID of the order.') }),
  errors: [...ownAccountErrors, ...unconfigured, 'service_order_not_found'],
  async handle(request) {
    const email = await ownEmail(request);
    const { order } = await request.ask(readOrder, { email, id: request.params.id });
    return { view: { name: 'order', data: order } };
  },
});

export const orderRoutes: readonly Route[] = [listRoute, readRoute];
