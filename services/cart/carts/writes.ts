import type { Audience } from '#contracts/audience.ts';
import type { Cart, Notice } from '#contracts/cart.ts';
import type { WriteConditions } from '#contracts/write.ts';
import type { Context } from '#platform/bus/dispatcher.ts';
import { refusal, statusOf, unavailable } from '#platform/errors/errors.ts';
import { writeDigest } from '#platform/events/digests.ts';
import type { Step } from '../domain/apply-writes.ts';
import type { CartWrite } from '../domain/commands.ts';
import { type CartTimes, viewOf } from '../domain/view/view.ts';
import type { CommandContext } from '../model/command.ts';
import { type ChangeResult, rememberedOutcome } from '../model/outcome.ts';
import { type CartState, cartEventOf, stateIn } from '../model/state.ts';
import type { CartStore, StoredCart, StoredOutcome } from '../store/cart-store.ts';

/** Maximum number of tasks that one call of `Run` gets. */
const maxAtOnce = 64;

/** Processes the waiting tasks of one key, and calls `resolve` or `reject` of each task. */
type Run<Task, Result> = (key: string, writes: readonly Queued<Task, Result>[]) => Promise<void>;

/** A task with its own promise, so that the refusal of one task does not stop other tasks. */
interface Queued<Task, Result> {
  readonly task: Task;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/**
 * Queues tasks by key. Each key has one run at a time, which gets up to 64 waiting tasks of the key, so that
 * simultaneous writes share one commit (docs/reference/rules.md#changes-at-the-same-time). Runs of different keys do
 * not wait for each other.
 */
export class WriteQueue<Task, Result> {
  readonly #run: Run<Task, Result>;
  readonly #queues = new Map<string, Queued<Task, Result>[]>();

  constructor(run: Run<Task, Result>) {
    this.#run = run;
  }

  /** Queues a task and returns its result. */
  push(key: string, task: Task): Promise<Result> {
    return new Promise((resolve, reject) => {
      const queue = this.#queues.get(key);
      if (!queue) {
        this.#queues.set(key, [{ task, resolve, reject }]);
        void this.#drain(key);
      } else queue.push({ task, resolve, reject });
    });
  }

  async #drain(key: string): Promise<void> {
    const queue = this.#queues.get(key);
    while (queue && queue.length > 0) {
      const taken = queue.splice(0, maxAtOnce);
      try {
        await this.#run(key, taken);
      } catch (error) {
        // Rejecting a settled promise has no effect, so tasks that the run has settled keep their results.
        for (const one of taken) one.reject(error);
      }
    }
    this.#queues.delete(key);
  }
}

/** A write is refused if its deadline is less than this many milliseconds away. */
const minMs = 20;

/** A write and the context of the request that contains the write. */
export interface WriteRequest {
  readonly write: CartWrite;
  readonly context: Context;
}

/** The result of a write for its caller. */
export interface WriteResult {
  readonly cart: Cart;
  /** Keys of the lines that the write changed. */
  readonly lineKeys: readonly string[];
  /** The result of each change; null if the write has a single change. */
  readonly results: readonly ChangeResult[] | null;
  readonly replayed: boolean;
  /** Notices for the shopper about this write. */
  readonly notices: readonly Notice[];
}

/** A write whose caller waits for its commit. */
export type PendingWrite = Queued<WriteRequest, WriteResult>;

/** Returns the writes whose deadline is at least `minMs` away. Refuses all other writes. */
export function withinDeadline(writes: readonly PendingWrite[], now: number): readonly PendingWrite[] {
  return writes.filter(({ task, reject }) => {
    const hasTime = task.context.deadline > now + minMs;
    if (!hasTime) reject(unavailable('the deadline has passed'));
    return hasTime;
  });
}

/** Returns the earliest deadline of these writes, in Unix milliseconds. */
export function firstDeadline(writes: readonly PendingWrite[]): number {
  return Math.min(...writes.map(({ task }) => task.context.deadline));
}

export function longestContext(writes: readonly PendingWrite[]): Context {
  const all = writes.map(({ task }) => task.context);
  return all.reduce((one, other) => (other.deadline > one.deadline ? other : one));
}

/** Returns the audience of the cart's owner; `public` for a guest. */
export function audienceOf(writes: readonly PendingWrite[]): Audience {
  const claim = writes.at(-1)?.task.context.claim;
  return claim?.kind === 'customer' ? claim.audience : 'public';
}

export function onceKeysOf(writes: readonly PendingWrite[]): string[] {
  return writes.flatMap(({ task: { write } }) => (write.conditions ? [write.conditions.once.key] : []));
}

/** Returns a map from the idempotency keys to the stored outcomes. Keys without a stored outcome are left out. */
export function storedOutcomesOf(
  stored: StoredCart,
  onceKeys: readonly string[],
): ReadonlyMap<string, string> {
  const storedOutcomes = new Map<string, string>();
  for (const [index, key] of onceKeys.entries()) {
    const outcome = stored.outcomes[index];
    if (outcome) storedOutcomes.set(key, outcome);
  }
  return storedOutcomes;
}

/**
 * Returns the outcomes to store, so that a repeated write gets the same answer. Every success is stored. A refusal is
 * stored if the client chose the idempotency key, or if an earlier try of the request may still run (`repeated`).
 * Server errors, and refusals because of the idempotency key or the revision, are never stored.
 */
export function outcomesToStore(writes: readonly PendingWrite[], steps: readonly Step[]): StoredOutcome[] {
  return writes.flatMap(({ task: { write, context } }, index) => {
    const step = steps[index];
    if (!step || step.replayed || !write.conditions) return [];
    const { once } = write.conditions;
    return isWorthRemembering(step, once.origin === 'client' || context.repeated === true)
      ? [rememberedOutcome(once, step.outcome)]
      : [];
  });
}

function isWorthRemembering({ outcome }: Step, mayBeRepeated: boolean): boolean {
  if (outcome.ok) return true;
  const { code } = outcome.error;
  const isOfRequest = code !== 'service_idempotency_key_reused' && code !== 'service_revision_mismatch';
  return isOfRequest && mayBeRepeated && statusOf(outcome.error) < 500;
}

/**
 * Answers one write. If the view of the cart cannot be calculated, the caller gets an error, but the change stays
 * stored.
 */
export function settleOne(
  { resolve, reject }: PendingWrite,
  { outcome, overtaken, replayed, state }: Step,
  times: CartTimes,
  commandContext: CommandContext,
  more: readonly Notice[],
): void {
  try {
    if (overtaken) throw refusal('service_revision_mismatch', { revision: times.revision });
    if (!outcome.ok) throw outcome.error;
    const { lineKeys, notices, results } = outcome;
    const cart = viewOf(state, times, commandContext, [...notices, ...more]);
    resolve({ cart, lineKeys, results, replayed, notices });
  } catch (error) {
    reject(error);
  }
}

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

/** Returns the billing e-mail address in lower case, by which managers search carts. Empty without an address. */
export function emailOf({ customer }: CartState): string {
  return customer.billing.email.toLowerCase();
}

/**
 * Returns the event of a change as JSON. The event contains the digest of the write's idempotency key, so that
 * consumers can find the write that made a revision.
 */
export function eventOf(state: CartState, conditions: WriteConditions | null, isFirst: boolean): string {
  const event = cartEventOf(isFirst ? 'cart.created' : 'cart.changed', state);
  return JSON.stringify(conditions ? { ...event, write: writeDigest(conditions.once.key) } : event);
}
