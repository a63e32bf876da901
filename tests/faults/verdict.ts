import { check, type Verdict } from './checker.ts';
import type { DamagedSystem } from './damaged-system.ts';
import type { CartHistory, Write } from './history.ts';
import type { Stock } from './model.ts';

/**
 * Reads every cart and its events after all requests have ended, checks the histories, and returns the
 * verdict.
 */
export async function verdictOf(
  system: DamagedSystem,
  writes: readonly Write[],
  stock: Stock = new Map(),
): Promise<Verdict> {
  const byCart = Map.groupBy(writes, (write) => write.cart);
  const finals = new Map<string, CartHistory['final']>();
  for (const cart of byCart.keys()) finals.set(cart, await system.readCart(cart));
  const { committed, gaps } = await system.committedEvents(
    new Map([...finals].map(([cart, { revision }]) => [cart, revision])),
  );
  const histories = [...finals].map(
    ([cart, final]): CartHistory => ({
      cart,
      writes: byCart.get(cart) ?? [],
      committed: committed.get(cart) ?? [],
      final,
      stock,
    }),
  );
  return check(histories, gaps);
}
