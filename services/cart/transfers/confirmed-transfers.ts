import type { PendingWrite } from '../carts/pending-writes.ts';
import { stateIn } from '../carts/stored-state.ts';
import type { CartWrite } from '../domain/commands.ts';
import type { CartState } from '../domain/state.ts';
import type { CartStore } from '../store/cart-store.ts';

/** Whether a write is a transfer's. */
export function isTakeOver({ task }: PendingWrite): boolean {
  return task.write.changes.every(({ kind }) => kind === 'take-over');
}

/** A transfer by the key of its guest's cart and its id. */
interface Named {
  readonly from: string;
  readonly id: string;
}

/** Returns whether the guest's cart still waits for the end of this transfer. */
async function isOpen({ from, id }: Named, store: Pick<CartStore, 'read'>): Promise<boolean> {
  // Items are transferred, or a record is dropped, because of this read, so a fail-over must not undo it.
  const { state } = await store.read(from, [], true);
  const moving = state === '' ? null : stateIn(state).moving;
  return moving?.id === id && !moving.done;
}

/**
 * Checks the transfers of writes to a customer's cart against the guests' carts, and returns the writes with the
 * results. Call it after reading the customer's cart: this order makes each transfer happen once. A replica drops
 * the record of a transfer only when the guest's cart is gone, and its id is never used again. If another replica
 * then finds no record, its commit succeeds only if the customer's cart is unchanged since it was read.
 */
export function confirmedTransfers(
  writes: readonly PendingWrite[],
  state: CartState,
  store: Pick<CartStore, 'read'>,
): Promise<readonly CartWrite[]> {
  return Promise.all(
    writes.map(async ({ task: { write } }) => {
      const [take] = write.changes;
      if (take?.kind !== 'take-over') return write;
      const recorded = state.transfers.map(async (one) => ((await isOpen(one, store)) ? [] : [one.id]));
      const over = (await Promise.all(recorded)).flat();
      const guest = (await isOpen(take, store)) ? take.guest : null;
      return { ...write, changes: [{ ...take, guest, over }] };
    }),
  );
}
