import { eraseFromCarts, type Person } from '#contracts/erasure.ts';
import { implement, type Served } from '#platform/bus/implement.ts';
import type { CartStore } from './store/cart-store.ts';
import type { SessionIndex } from './store/session-index.ts';

/** Most guests' carts of one address that are deleted at once. */
const mostCarts = 1_000;

/** What a person is erased from. */
interface ErasureParts {
  readonly store: Pick<CartStore, 'delete'>;
  readonly index: Pick<SessionIndex, 'keysWith'>;
}

/** Deletes what carts know of a person. */
export function erasureOperations(parts: ErasureParts): Served[] {
  return [implement(eraseFromCarts, async ({ person }) => ({ carts: await eraseCarts(parts, person) }))];
}

/** Deletes the customer's cart and guests' carts with the person's e-mail, and tells how many there were. */
async function eraseCarts({ store, index }: ErasureParts, { account, emails }: Person): Promise<number> {
  // The index has the whole address and then a zero before the key, so that no longer address begins so.
  const found = await Promise.all(emails.map((email) => index.keysWith(`${email}\0`, ['guest'], mostCarts)));
  let deleted = 0;
  for (const key of new Set([String(account), ...found.flat()])) if (await store.delete(key)) deleted += 1;
  return deleted;
}
