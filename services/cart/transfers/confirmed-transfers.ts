import type { PendingWrite } from '../carts/pending-writes.ts';
import { stateIn } from '../carts/stored-state.ts';
import type { CartWrite } from '../domain/commands.ts';
import type { CartState } from '../domain/state.ts';
import type { CartStore } from '../store/cart-store.ts';

/** Returns whether a write only transfers a guest's cart into a customer's cart. */
export function isTransferWrite({ task }: PendingWrite): boolean {
  return task.write.changes.every(({ kind }) => kind === 'take-over');
}

/** A transfer: the key of the guest's cart, and the id of the transfer. */
interface TransferId {
  readonly from: string;
  readonly id: string;
}

/** Returns whether the guest's cart is still marked with this transfer and the transfer is not complete. */
async function isOpen({ from, id }: TransferId, store: Pick<CartStore, 'read'>): Promise<boolean> {
  // With `true`, the read waits until a fail-over can no longer undo the returned state. The transfer depends
  // on this state.
  const { state } = await store.read(from, [], true);
  const moving = state === '' ? null : stateIn(state).moving;
  return moving?.id === id && !moving.done;
}

/**
 * Returns the writes to a customer's cart. Sets `guest` to null in each transfer that is not open in the guest's cart
 * (`isOpen`), so that this transfer has no effect.
 *
 * The caller must read the customer's cart before this check, so that each transfer happens only once:
 * - If another replica records the transfer after the read, the commit fails, because the customer's cart has changed.
 * - If the record was dropped before the read, the transfer had already ended, so this check finds no open transfer.
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
      const endedTransferIds = (await Promise.all(recorded)).flat();
      const guest = (await isOpen(take, store)) ? take.guest : null;
      return { ...write, changes: [{ ...take, guest, endedTransferIds }] };
    }),
  );
}
