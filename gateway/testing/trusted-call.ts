import { nobody } from '#contracts/claim.ts';
import type { Caller } from '#platform/bus/caller.ts';
import { Metrics } from '#platform/service/metrics.ts';
import { service } from '../dialects/service/dialect.ts';
import { Call } from '../http/call.ts';
import { GatewayMetrics } from '../http/metrics.ts';
import { Mounts } from '../http/mounts.ts';
import { ResponseCache } from '../http/response-cache.ts';
import { guest } from '../identity/identity.ts';
import { aCart } from './samples.ts';

/**
 * A request of somebody who may set prices and fees, as key pairs that may write will
 * (docs/reference/login.md#key-pairs): no guest can be one. What is asked of the cart is put into `asked`; the cart
 * answers, or refuses.
 */
export function trustedCall(asked: unknown[], refuses: Error | null = null): Call {
  const caller = {
    async request(_operation: unknown, request: unknown) {
      if (refuses) throw refuses;
      asked.push(request);
      return { cart: aCart(), lineKeys: [], replayed: false, rate: null };
    },
  };
  const claim = { ...nobody, cart: aCart().key, setsPrices: true, setsFees: true };
  const context = { requestId: 'test', deadline: 0, claim };
  const { mount } = new Mounts([{ prefix: '', dialect: service }], 'https://api.example').of('/');
  const marks = { once: { key: 'k', origin: 'gateway', digest: '' }, ifRevision: null } as const;
  const claimOf = () => claim;
  const metrics = new GatewayMetrics(new Metrics('test'));
  const shared = { cache: new ResponseCache(), metrics, prices: 'trusted' as const };
  const request = { address: () => '', secure: () => true, headers: () => ({}) };
  const origin = { mount, identity: guest, ...request, identify: async () => guest, claimOf, shared };
  // The route asks the caller for nothing but a reply.
  return new Call(caller as unknown as Caller, context, origin, () => marks);
}
