import { addItem, CartKey, readCart } from '#contracts/cart.ts';
import type { Context } from '#platform/bus/context.ts';
import { implement, type Served } from '#platform/bus/implement.ts';
import { refusal } from '#platform/errors/errors.ts';
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
      const product = request.reference.trim() === '' ? null : await facts.find(request.reference, context);
      const change = { kind: 'add-item', request, product } as const;
      const { cart, lineKey, replayed } = await carts.change(
        key,
        { marks: { once, ifRevision }, change },
        context,
      );
      // An add is always about a line.
      return { cart, lineKey: lineKey ?? '', replayed };
    }),
  ];
}
