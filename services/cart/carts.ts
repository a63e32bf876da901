import type { Cart, CartEvent, Notice } from '#contracts/cart.ts';
import type { Context } from '#platform/bus/context.ts';
import { refusal, unavailable } from '#platform/errors/errors.ts';
import { type CartWrite, mayBeStale } from './domain/change.ts';
import { fold, refusedStep, type Step } from './domain/fold.ts';
import { requireFittingState } from './domain/limits.ts';
import { revalidated } from './domain/revalidate.ts';
import { type CartState, decodeState, emptyState, encodeState, NewerStateError } from './domain/state.ts';
import { type Life, viewOf } from './domain/view/view.ts';
import type { Seen, World } from './domain/world.ts';
import { FoldQueue } from './fold-queue.ts';
import type { Lives } from './lives.ts';
import { customerOf } from './owner.ts';
import type { CartStore, Held } from './store/cart-store.ts';
import {
  type Asked,
  type Changed,
  firstDeadline,
  inTime,
  longestContext,
  onceKeysOf,
  recalledOf,
  toRemember,
  type WaitingWrite,
} from './waiting.ts';
import type { Worlds } from './worlds.ts';

const staleNotice: Notice = {
  kind: 'notice',
  text: 'Prices and stock could not be checked just now and may be out of date.',
};

/** What carts stand on. */
export interface CartsParts {
  readonly store: Pick<CartStore, 'read' | 'commit' | 'renew' | 'remember'>;
  readonly worlds: Pick<Worlds, 'of' | 'forChanges' | 'forView'>;
  readonly lives: Lives;
  /** Unix milliseconds. */
  readonly now: () => number;
}

/** Reads and changes carts: the way from a write to its one atomic commit (design 7). */
export class Carts {
  readonly #parts: CartsParts;
  /** Writes that need what holds at this moment, and those that go on without: these never wait for those. */
  readonly #queues = {
    fresh: new FoldQueue<Asked, Changed>((key, waiting) => this.#fold(key, waiting, false)),
    evenStale: new FoldQueue<Asked, Changed>((key, waiting) => this.#fold(key, waiting, true)),
  };

  constructor(parts: CartsParts) {
    this.#parts = parts;
  }

  /** The cart as it is now. Writes nothing, but for what must leave and for a life past its renewal point. */
  async read(key: string, context: Context): Promise<Cart> {
    const { worlds } = this.#parts;
    const { held, state } = await this.#found(key, []);
    const { world, stale } = await worlds.of([state], context, customerOf(key));
    if (!stale && revalidated(state, world).state !== state) {
      const write: CartWrite = { marks: null, changes: [{ kind: 'revalidate' }], together: null };
      return (await this.change(key, write, context)).cart;
    }
    const life = await this.#renewed(key, held);
    return viewOf(state, life, await worlds.forView(world, state, context), stale ? [staleNotice] : []);
  }

  /** Does what a write asks for, in one commit with whatever else waits for this cart. @throws ServiceError */
  change(key: string, write: CartWrite, context: Context): Promise<Changed> {
    const { fresh, evenStale } = this.#queues;
    const queue = write.changes.every(mayBeStale) ? evenStale : fresh;
    return queue.push(key, { write, context });
  }

  /**
   * Folds writes into one commit, again and again while others commit first. With `evenStale`, they are judged by what
   * was known of late while the catalogue is silent; without, they are refused then.
   */
  async #fold(key: string, waiting: readonly WaitingWrite[], evenStale: boolean): Promise<void> {
    const { worlds, now } = this.#parts;
    for (let left = inTime(waiting, now()); left.length > 0; left = inTime(left, now())) {
      const onceKeys = onceKeysOf(left);
      const found = await this.#found(key, onceKeys);
      const { held, state } = found;
      const writes = left.map(({ task }) => task.write);
      const changes = writes.flatMap((write) => write.changes);
      const asking = { context: longestContext(left), evenStale, customerId: customerOf(key) };
      const seen = await worlds.forChanges(state, changes, asking);
      const start = { revision: held.revision, state, recalled: recalledOf(held, onceKeys) };
      const steps = fold(start, writes, seen);
      const kept = await this.#keep(key, found, left, steps);
      if (kept === 'one by one') return this.#oneByOne(key, left, evenStale);
      if (kept !== 'again') return this.#settle(left, steps, held.revision, kept, seen);
    }
  }

  /**
   * Keeps what the steps came to, and gives the cart's life after it. `again` when nothing was written and it has to be
   * done over what is there now: another commit came first, or a deadline passed; `one by one` when the whole is too
   * large to be kept, though parts of it may fit.
   */
  async #keep(
    key: string,
    { held, state: before }: Found,
    waiting: readonly WaitingWrite[],
    steps: readonly Step[],
  ): Promise<Life | 'again' | 'one by one'> {
    const { store, lives } = this.#parts;
    const changes = steps.filter(({ changed }) => changed);
    const last = changes.at(-1);
    if (!last) return (await this.#remember(key, waiting, steps)) ? this.#heldLife(key, held) : 'again';
    const state = encodeState(last.state);
    try {
      requireFittingState(state);
    } catch (error) {
      if (waiting.length > 1) return 'one by one';
      if (!(await this.#remember(key, waiting, [refusedStep(before, error)]))) return 'again';
      throw error;
    }
    const committed = await store.commit(key, {
      from: held,
      state,
      lifeMs: lives.of(key),
      emailBefore: emailOf(before),
      email: emailOf(last.state),
      events: changes.map((step, index) => JSON.stringify(eventOf(step, held.revision === 0 && index === 0))),
      deadline: firstDeadline(waiting),
      remembered: toRemember(waiting, steps),
    });
    return committed ? this.#lifeOf(key, committed.revision, committed.expiresAt) : 'again';
  }

  /** Remembers what came of writes that changed nothing. False when nothing was: one of them was done before. */
  async #remember(key: string, waiting: readonly WaitingWrite[], steps: readonly Step[]): Promise<boolean> {
    const remembered = toRemember(waiting, steps);
    return remembered.length === 0 || this.#parts.store.remember(key, remembered);
  }

  async #oneByOne(key: string, waiting: readonly WaitingWrite[], evenStale: boolean): Promise<void> {
    for (const one of waiting) {
      await this.#fold(key, [one], evenStale).catch((error: unknown) => one.reject(error));
    }
  }

  /** Gives each write its own answer: the cart right after it, under the revision that it made. */
  async #settle(
    waiting: readonly WaitingWrite[],
    steps: readonly Step[],
    from: number,
    life: Life,
    { world, stale }: Seen,
  ): Promise<void> {
    const last = steps.at(-1)?.state;
    const context = longestContext(waiting);
    const shown = last ? await this.#parts.worlds.forView(world, last, context) : world;
    let ahead = steps.filter(({ changed }) => changed).length;
    let revision = from;
    for (const [index, step] of steps.entries()) {
      if (step.changed) {
        ahead -= 1;
        revision = life.revision - ahead;
      }
      const more = stale ? [staleNotice] : [];
      settleOne(waiting[index] as WaitingWrite, step, { ...life, revision }, shown, more);
    }
  }

  /** The life of a cart that was only read, renewed when it is past that point. */
  async #renewed(key: string, held: Held): Promise<Life> {
    const { store, lives, now } = this.#parts;
    const life = this.#heldLife(key, held);
    if (held.revision === 0 || now() < life.renewsAt) return life;
    const lifeMs = lives.of(key);
    const end = await store.renew(key, lifeMs, life.expiresAt - life.renewsAt);
    return end === null ? life : this.#lifeOf(key, held.revision, end);
  }

  #heldLife(key: string, { revision, expiresAt }: Held): Life {
    const { lives, now } = this.#parts;
    return this.#lifeOf(key, revision, revision === 0 ? now() + lives.of(key) : expiresAt);
  }

  #lifeOf(key: string, revision: number, expiresAt: number): Life {
    return { key, revision, expiresAt, renewsAt: this.#parts.lives.renewsAt(key, expiresAt) };
  }

  async #found(key: string, onceKeys: readonly string[]): Promise<Found> {
    const { store, now } = this.#parts;
    const held = await store.read(key, onceKeys);
    return { held, state: held.state === '' ? emptyState(now()) : stateIn(held.state) };
  }
}

/** A cart as it is held, and what is in it. */
interface Found {
  readonly held: Held;
  readonly state: CartState;
}

/** By what a cart is found again: the customer's e-mail in small letters; empty when there is none. */
function emailOf({ customer }: CartState): string {
  return customer.billing.email.toLowerCase();
}

/** The state in a kept text. @throws ServiceError 503 for a newer form; `service_cart_error` for what is none */
export function stateIn(text: string): CartState {
  try {
    return decodeState(text);
  } catch (error) {
    throw error instanceof NewerStateError
      ? unavailable(error)
      : refusal('service_cart_error', {}, { cause: error });
  }
}

function eventOf({ state }: Step, isFirst: boolean): CartEvent {
  return { type: isFirst ? 'cart.created' : 'cart.changed', lines: state.lines.length };
}

/** Ends one write. A view that cannot be made is this write's fault alone: what was committed stays. */
function settleOne(
  { resolve, reject }: WaitingWrite,
  { outcome, overtaken, replayed, state }: Step,
  life: Life,
  world: World,
  more: readonly Notice[],
): void {
  try {
    if (overtaken) throw refusal('service_revision_mismatch', { revision: life.revision });
    if (!outcome.ok) throw outcome.error;
    const { lineKeys, notices, parts } = outcome;
    resolve({ cart: viewOf(state, life, world, [...notices, ...more]), lineKeys, parts, replayed });
  } catch (error) {
    reject(error);
  }
}
