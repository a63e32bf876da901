import type { Cart, CartEvent, Notice } from '#contracts/cart.ts';
import type { StoreSettings } from '#contracts/settings.ts';
import type { Context } from '#platform/bus/context.ts';
import { refusal, unavailable } from '#platform/errors/errors.ts';
import { type Command, productsOf } from './domain/command.ts';
import { fold, type Step } from './domain/fold.ts';
import { requireFittingState } from './domain/limits.ts';
import { factsIdOf, revalidated } from './domain/revalidate.ts';
import { type CartState, decodeState, emptyState, encodeState, NewerStateError } from './domain/state.ts';
import { type Life, viewOf } from './domain/view.ts';
import type { World } from './domain/world.ts';
import type { FactsAnswer } from './facts-cache.ts';
import { FoldQueue } from './fold-queue.ts';
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
  type WaitingCommand,
} from './waiting.ts';

/** A request past this part of a cart's life renews it: 47 of 48 hours for a guest (contract 2.11). */
const renewalPart = 47 / 48;

const staleNotice: Notice = {
  kind: 'notice',
  text: 'Prices and stock could not be checked just now and may be out of date.',
};

/** Where carts learn of products. @throws ServiceError when nothing is known of one, not even as of late */
interface Facts {
  of(ids: readonly number[], context: Context, evenStale: boolean): Promise<FactsAnswer>;
}

/** Reads and changes carts: the way from a command to its one atomic commit (design 7). */
export class Carts {
  readonly #store: CartStore;
  readonly #facts: Facts;
  readonly #settings: () => StoreSettings;
  readonly #lifeMs: number;
  readonly #queue = new FoldQueue<Asked, Changed>((key, waiting) => this.#fold(key, waiting));

  /** `lifeMs` is how long an untouched cart is kept. */
  constructor(store: CartStore, facts: Facts, settings: () => StoreSettings, lifeMs: number) {
    this.#store = store;
    this.#facts = facts;
    this.#settings = settings;
    this.#lifeMs = lifeMs;
  }

  /** The cart as it is now. Writes nothing, but for a line that must leave and for a life past its renewal point. */
  async read(key: string, context: Context): Promise<Cart> {
    const held = await this.#store.read(key);
    const state = stateOf(held);
    const { facts, stale } = await this.#facts.of(state.lines.map(factsIdOf), context, true);
    if (!stale && revalidated(state, facts).state !== state) {
      return (await this.change(key, { marks: null, change: { kind: 'revalidate' } }, context)).cart;
    }
    const life = await this.#renewed(key, held);
    const world = { facts, settings: this.#settings() };
    return viewOf(state, life, world, stale ? [staleNotice] : []);
  }

  /** Does what a command asks, in one commit with whatever else waits for this cart. @throws ServiceError */
  change(key: string, command: Command, context: Context): Promise<Changed> {
    return this.#queue.push(key, { command, context });
  }

  /** Folds commands into one commit, again and again while others commit first. */
  async #fold(key: string, waiting: readonly WaitingCommand[]): Promise<void> {
    for (let left = inTime(waiting); left.length > 0; left = inTime(left)) {
      const onceKeys = onceKeysOf(left);
      const held = await this.#store.read(key, onceKeys);
      const state = stateOf(held);
      const world = await this.#worldOf(state, left);
      const start = { revision: held.revision, state, recalled: recalledOf(held, onceKeys) };
      const steps = fold(
        start,
        left.map(({ command }) => command.command),
        world,
      );
      const kept = await this.#keep(key, held, left, steps);
      if (kept === 'one by one') return this.#oneByOne(key, left);
      if (kept !== 'again') return this.#settle(left, steps, held.revision, kept, world);
    }
  }

  /**
   * Keeps what the steps came to, and gives the cart's life after it. `again` when nothing was written and it has to be
   * done over what is there now: another commit came first, or a deadline passed; `one by one` when the whole is too
   * large to be kept, though parts of it may fit.
   */
  async #keep(
    key: string,
    held: Held,
    waiting: readonly WaitingCommand[],
    steps: readonly Step[],
  ): Promise<Life | 'again' | 'one by one'> {
    const remembered = toRemember(waiting, steps);
    const changes = steps.filter(({ changed }) => changed);
    const last = changes.at(-1);
    if (!last) {
      if (remembered.length > 0 && !(await this.#store.remember(key, remembered))) return 'again';
      return this.#heldLife(key, held);
    }
    const state = encodeState(last.state);
    try {
      requireFittingState(state);
    } catch (error) {
      if (waiting.length > 1) return 'one by one';
      throw error;
    }
    const committed = await this.#store.commit(key, {
      from: held,
      state,
      lifeMs: this.#lifeMs,
      email: last.state.customer.billing.email.toLowerCase(),
      events: changes.map((step, index) => JSON.stringify(eventOf(step, held.revision === 0 && index === 0))),
      deadline: firstDeadline(waiting),
      remembered,
    });
    return committed ? this.#lifeOf(key, committed.revision, committed.expiresAt) : 'again';
  }

  async #oneByOne(key: string, waiting: readonly WaitingCommand[]): Promise<void> {
    for (const one of waiting) await this.#fold(key, [one]).catch((error: unknown) => one.reject(error));
  }

  /** Gives each command its own answer: the cart right after it, under the revision that it made. */
  #settle(
    waiting: readonly WaitingCommand[],
    steps: readonly Step[],
    from: number,
    life: Life,
    world: World,
  ): void {
    let ahead = steps.filter(({ changed }) => changed).length;
    let revision = from;
    for (const [index, step] of steps.entries()) {
      if (step.changed) {
        ahead -= 1;
        revision = life.revision - ahead;
      }
      settleOne(waiting[index] as WaitingCommand, step, { ...life, revision }, world);
    }
  }

  /** What the fold judges by, asked for as long as any of the commands may wait. */
  async #worldOf(state: CartState, waiting: readonly WaitingCommand[]): Promise<World> {
    const ids = state.lines.map(factsIdOf);
    const { facts } = await this.#facts.of(ids, longestContext(waiting), false);
    const brought = waiting.flatMap(({ command: { command } }) => productsOf(command.change));
    const all = new Map([...brought.map((product) => [product.id, product] as const), ...facts]);
    return { facts: all, settings: this.#settings() };
  }

  /** The life of a cart that was only read, renewed when it is past that point. */
  async #renewed(key: string, held: Held): Promise<Life> {
    const life = this.#heldLife(key, held);
    if (held.revision === 0 || Date.now() < life.renewsAt) return life;
    await this.#store.renew(key, this.#lifeMs);
    return this.#lifeOf(key, held.revision, Date.now() + this.#lifeMs);
  }

  #heldLife(key: string, { revision, expiresAt }: Held): Life {
    return this.#lifeOf(key, revision, revision === 0 ? Date.now() + this.#lifeMs : expiresAt);
  }

  #lifeOf(key: string, revision: number, expiresAt: number): Life {
    return { key, revision, expiresAt, renewsAt: expiresAt - this.#lifeMs * (1 - renewalPart) };
  }
}

function stateOf(held: Held): CartState {
  try {
    return held.state === '' ? emptyState(Date.now()) : decodeState(held.state);
  } catch (error) {
    if (error instanceof NewerStateError) throw unavailable(error);
    throw error;
  }
}

function eventOf({ state }: Step, isFirst: boolean): CartEvent {
  return { type: isFirst ? 'cart.created' : 'cart.changed', lines: state.lines.length };
}

/** Ends one command. A view that cannot be made is this command's fault alone: what was committed stays. */
function settleOne(
  { resolve, reject }: WaitingCommand,
  { outcome, overtaken, replayed, state }: Step,
  life: Life,
  world: World,
): void {
  try {
    if (overtaken) throw refusal('service_revision_mismatch', { revision: life.revision });
    if (!outcome.ok) throw outcome.error;
    resolve({ cart: viewOf(state, life, world, outcome.notices), lineKey: outcome.lineKey, replayed });
  } catch (error) {
    reject(error);
  }
}
