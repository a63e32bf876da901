import { addItem, CartKey, readCart } from '#contracts/cart.ts';
import { refusal } from '#platform/errors/errors.ts';
import { type Context, implement, type Served } from '#platform/service/implement.ts';
import type { Carts } from './carts.ts';
import type { FactsCache } from './facts-cache.ts';

/** The key of the cart that the caller may touch. @throws ServiceError `service_not_allowed` without a claim to one */
function claimedKey({ claim }: Context): string {
  const key = CartKey.safeParse(claim?.cart);
  if (!key.success) throw refusal('service_not_allowed', {});
  return key.data;
}

/** The operations of the cart service: its table of contents. */
export function cartOperations(carts: Carts, facts: FactsCache): readonly Served[] {
  return [
    implement(readCart, async (_request, context) => ({
      cart: await carts.read(claimedKey(context), context),
    })),

    implement(addItem, async ({ once, ifRevision, ...request }, context) => {
      const key = claimedKey(context);
      if (request.price !== null && !context.claim?.setsPrices) {
        throw refusal('service_price_override_not_allowed', {});
      }
      const named = request.reference.trim() === '' ? null : await facts.find(request.reference, context);
      return carts.write(key, { kind: 'add-item', once, ifRevision, request, facts: named }, context);
    }),
  ];
}
