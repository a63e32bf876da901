import { z } from 'zod';
import { BrowserName, HandOverToken, readHandOver, takeHandOver } from '#contracts/checkouts.ts';
import type { ErrorCode } from '#platform/errors/registry.ts';
import { members, text, wholeNumber } from '../../routing/parameters.ts';
import { type Route, route } from '../../routing/route.ts';
import { requireCheckout, unconfigured } from './checkout.ts';

/**
 * The routes with which the plugin in WordPress takes a cart over. The token in the path is the only credential. These
 * routes are for programs, so no page of another origin can read their answers with a token that it does not have.
 */
const path = '/v2/checkout/handover/:token';
const ofPlugin = {
  path,
  dialect: 'service',
  kind: 'account',
  credentials: 'ignored',
  params: z.object({ token: HandOverToken.describe('The token of the link.') }),
} as const;
const browser = BrowserName.describe('The name of the browser: 32 hexadecimal digits.');
const errors: readonly ErrorCode[] = [
  ...unconfigured,
  'service_checkout_not_found',
  'service_checkout_link_used',
  'service_checkout_ended',
];

/** GET /v2/checkout/handover/{token}: what the plugin fills into WooCommerce. Changes nothing. */
const readRoute = route({
  ...ofPlugin,
  method: 'GET',
  summary: 'The cart of a checkout, for the plugin in WordPress',
  answers: { 200: { handOver: '' } },
  query: z.object({ browser }),
  errors,
  async handle(request) {
    requireCheckout(request);
    const data = await request.ask(readHandOver, {
      token: request.params.token,
      browser: request.query.browser,
    });
    return { view: { name: 'handOver', data } };
  },
});

const amount = () => wholeNumber(-Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);
const Totals = z.object({
  currency: text(10).describe('The code of the currency.'),
  total: amount().describe('The total with taxes.'),
  items: amount().describe('The goods before discounts, without tax.'),
  discount: amount().describe('The discount, without tax.'),
  shipping: amount().describe('Shipping, without tax.'),
  tax: amount().describe('All taxes.'),
  fees: amount().describe('The fees, without tax.'),
});

/** POST /v2/checkout/handover/{token}: a browser takes the checkout, and the plugin says what WooCommerce calculates. */
const takeRoute = route({
  ...ofPlugin,
  method: 'POST',
  summary: 'Hand a checkout over to a browser',
  answers: { 200: { handOverTaken: '' } },
  body: z.object({
    browser,
    totals: members(Totals).optional().describe('What WooCommerce calculates, in minor units.'),
  }),
  errors,
  async handle(request) {
    requireCheckout(request);
    const { browser: name, totals = null } = request.body;
    const data = await request.ask(takeHandOver, { token: request.params.token, browser: name, totals });
    return { view: { name: 'handOverTaken', data } };
  },
});

export const handOverRoutes: readonly Route[] = [readRoute, takeRoute];
