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

/** Whether the guest's cart still waits for this transfer's end. */
async function isOpen({ from, id }: Named, store: Pick<CartStore, 'read'>): Promise<boolean> {
  // By what is read here, goods are taken or forgotten to have been: a fail-over must not undo it.
  const { state } = await store.read(from, [], true);
  const moving = state === '' ? null : stateIn(state).moving;
  return moving?.id === id && !moving.done;
}

/**
 * What is asked of a customer's cart, the transfers among it with what is known of them now that this cart was read.
 * That order makes each happen once: a record is dropped only by who has seen its guest's cart gone, which never comes
 * back under that id; and whoever finds no record has seen the guest's cart after reading this one, which nobody may have
 * changed when it is committed.
 */
export function confirmedTransfers(
  waiting: readonly PendingWrite[],
  state: CartState,
  store: Pick<CartStore, 'read'>,
): Promise<readonly CartWrite[]> {
  return Promise.all(
    waiting.map(async ({ task: { write } }) => {
      const [take] = write.changes;
      if (take?.kind !== 'take-over') return write;
      const recorded = state.transfers.map(async (one) => ((await isOpen(one, store)) ? [] : [one.id]));
      const over = (await Promise.all(recorded)).flat();
      const guest = (await isOpen(take, store)) ? take.guest : null;
      return { ...write, changes: [{ ...take, guest, over }] };
    }),
  );
}
