// A file of its own, because the link begins a checkout without a route of the interface.
import { randomUUID } from 'node:crypto';
import { readCart } from '#contracts/cart.ts';
import { beginCheckout } from '#contracts/checkouts.ts';
import type { Caller } from '#platform/bus/caller.ts';
import { refusal, unavailable } from '#platform/errors/errors.ts';
import { cartClaimOf, claimOf, type PriceOverride } from '../caller/claim.ts';
import { type GatewayContext, guest } from '../http/request-state.ts';
import type { TransportSecurity } from '../http/transport.ts';

export interface LinkDeps {
  readonly caller: Caller;
  readonly prices: PriceOverride;
  readonly transport: TransportSecurity;
}

/**
 * Begins a checkout with the cart of a guest, and returns its link. The shopper sees the total in WooCommerce before
 * paying, so any total is good.
 *
 * @throws ServiceError `service_cart_empty`, `service_unavailable` for a prefetch, which no shopper has asked for, and
 * the refusals of `beginCheckout`
 */
export async function beginByLink(
  key: string,
  { req, method, state }: GatewayContext,
  { caller, prices, transport }: LinkDeps,
): Promise<string> {
  // A browser asks again when the shopper follows a link whose prefetch failed.
  if (method === 'HEAD' || isPrefetch(req.headers)) throw unavailable('a prefetch begins no checkout');
  const claim = cartClaimOf(claimOf(guest, prices, transport.clientAddress(req)), key, null);
  const context = { requestId: state.requestId, deadline: state.deadline, claim, mayBeSlow: true };
  const read = await caller.request(readCart, {}, context);
  if ('unchanged' in read || read.cart.lines.length === 0) throw refusal('service_cart_empty', {});
  const once = { key: randomUUID(), origin: 'gateway', digest: '' } as const;
  const begin = { once, cart: read.cart, total: null, returnUrl: '', email: null };
  const { url } = await caller.request(beginCheckout, begin, context);
  if (url === null) throw refusal('service_checkout_ended', {});
  return url;
}

/** Returns whether a browser or a proxy fetches a page before somebody asks for it. */
function isPrefetch(headers: GatewayContext['req']['headers']): boolean {
  return ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'].some((name) =>
    /prefetch|preview|prerender/i.test(String(headers[name] ?? '')),
  );
}
