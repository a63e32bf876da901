import { nobody } from '#contracts/claim.ts';
import type { Caller } from '#platform/bus/caller.ts';
import { Metrics } from '#platform/service/metrics.ts';
import { ResponseCache } from '../../gateway/cache/response-cache.ts';
import { GatewayMetrics } from '../../gateway/http/metrics.ts';
import { Mounts } from '../../gateway/http/mounts.ts';
import { guest } from '../../gateway/http/request-state.ts';
import { Call } from '../../gateway/routing/call.ts';
import { service } from '../../gateway/views/service.ts';
import { aCart } from './samples.ts';

/**
 * Returns a call whose caller has a key pair and may set prices and fees (docs/reference/login.md#key-pairs).
 * The call adds each request to `asked` and answers with a cart. If `refuses` is not null, each request fails
 * with this error.
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
  const writeConditions = { once: { key: 'k', origin: 'gateway', digest: '' }, ifRevision: null } as const;
  const claimOf = () => claim;
  const metrics = new GatewayMetrics(new Metrics('test'));
  const shared = { cache: new ResponseCache(), metrics, prices: 'trusted' as const };
  const request = { address: () => '', secure: () => true, headers: () => ({}) };
  const origin = {
    mount,
    identity: guest,
    ...request,
    identify: async () => guest,
    claimOf,
    newKey: () => '',
    shared,
  };
  // The cast is safe, because a route calls only the method `request` of the caller.
  return new Call(caller as unknown as Caller, context, origin, () => writeConditions);
}
