import { eraseFromCarts, type Person } from '#contracts/erasure.ts';
import { type ImplementedOperation, implement } from '#platform/bus/dispatcher.ts';
import { readable } from '../model/state.ts';
import type { CartStore } from '../store/cart-store.ts';
import { shards } from '../store/keys.ts';
import type { SessionIndex } from '../store/session-index.ts';
import type { TransferStore } from '../store/transfer-store.ts';

/**
 * Maximum number of guests' carts that one lookup returns. A lookup finds the carts with an e-mail address,
 * or the carts in transfer in one shard.
 */
const maxCarts = 1_000;

interface ErasureDeps {
  readonly store: Pick<CartStore, 'read' | 'delete'>;
  readonly transferStore: Pick<TransferStore, 'moving'>;
  readonly index: Pick<SessionIndex, 'keysWith'>;
}

export function erasureOperations(deps: ErasureDeps): ImplementedOperation[] {
  return [implement(eraseFromCarts, async ({ person }) => ({ carts: await eraseCarts(deps, person) }))];
}

async function transfersInto({ store, transferStore }: ErasureDeps, to: string): Promise<readonly string[]> {
  const moving = await Promise.all(
    Array.from({ length: shards }, (_, shard) => transferStore.moving(shard, 0, maxCarts)),
  );
  const found: string[] = [];
  for (const key of moving.flat()) {
    if (readable(await store.read(key))?.moving?.to === to) found.push(key);
  }
  return found;
}

/**
 * Deletes the carts of a person and returns their number. Guests' carts in transfer to the customer's cart are deleted
 * first, because their transfer would create the customer's cart again.
 */
async function eraseCarts(deps: ErasureDeps, { account, emails }: Person): Promise<number> {
  const { store, index } = deps;
  // An entry of the index is the address, a NUL and the cart key. With the NUL, longer addresses do not match.
  const found = await Promise.all(emails.map((email) => index.keysWith(`${email}\0`, ['guest'], maxCarts)));
  const own = String(account);
  const transferring = await transfersInto(deps, own);
  let deleted = 0;
  for (const key of new Set([...transferring, own, ...found.flat()]))
    if (await store.delete(key)) deleted += 1;
  return deleted;
}
