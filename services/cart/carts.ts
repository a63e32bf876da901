import type { Cart, Notice } from '#contracts/cart.ts';
import type { StoreSettings } from '#contracts/settings.ts';
import { refusal, unavailable } from '#platform/errors/errors.ts';
import { registry } from '#platform/errors/registry.ts';
import type { Context } from '#platform/service/implement.ts';
import { type Command, fold, type Step } from './domain/fold.ts';
import { requireFittingState } from './domain/limits.ts';
import { rememberedOutcome } from './domain/outcome.ts';
import { type FactsById, factsIdOf, revalidated } from './domain/revalidate.ts';
import { type CartState, decodeState, emptyState, encodeState, NewerStateError } from './domain/state.ts';
import { type Life, viewOf } from './domain/view.ts';
import type { FactsAnswer } from './facts-cache.ts';
import { FoldQueue, type Waiting } from './fold-queue.ts';
import type { CartStore, Held, Remembered } from './store/cart-store.ts';

/** A request past this part of a cart's life renews it: 47 of 48 hours for a guest (contract 2.11). */
const renewalPart = 47 / 48;
/** With less time than this left, a command is not begun any more. Milliseconds. */
const leastMs = 20;

const staleNotice: Notice = {
  kind: 'notice',
  text: 'Prices and stock could not be checked just now and may be out of date.',
};

interface Asked {
  readonly command: Command;
  readonly context: Context;
}

/** Where carts learn of products. @throws ServiceError when nothing is known of one, not even as of late */
interface Facts {
  of(ids: readonly number[], context: Context, evenStale: boolean): Promise<FactsAnswer>;
}

/** What a command comes to for its caller. */
export interface Written {
  readonly cart: Cart;
  readonly lineKey: string;
  readonly replayed: boolean;
}

type WaitingCommand = Waiting<Asked, Written>;

/** Reads and changes carts: the way from a command to its one atomic commit (design 7). */
export class Carts {
  readonly #store: CartStore;
  readonly #facts: Facts;
  readonly #settings: () => StoreSettings;
  readonly #lifeMs: number;
  readonly #queue = new FoldQueue<Asked, Written>((key, waiting) => this.#commit(key, waiting));

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
      return (await this.write(key, { kind: 'revalidate' }, context)).cart;
    }
    const life = await this.#renewed(key, held);
    return viewOf(state, life, facts, this.#settings(), stale ? [staleNotice] : []);
  }

  /** Does what a command asks, in one commit with whatever else waits for this cart. @throws ServiceError */
  write(key: string, command: Command, context: Context): Promise<Written> {
    return this.#queue.push(key, { command, context });
  }

  /** Folds commands into one commit, again and again while others commit first. */
  async #commit(key: string, waiting: readonly WaitingCommand[]): Promise<void> {
    for (let left = inTime(waiting); left.length > 0; left = inTime(left)) {
      const held = await this.#store.read(key, onceKeysOf(left));
      const state = stateOf(held);
      const facts = await this.#factsOf(state, left);
      const recalled = recalledOf(held, onceKeysOf(left));
      const commands = left.map(({ command }) => command.command);
      const steps = fold({ revision: held.revision, state, recalled }, commands, facts, this.#settings());
      const done = await this.#write(key, held, left, steps);
      if (done === 'split') return this.#oneByOne(key, left);
      if (done !== 'raced') return this.#settle(left, steps, held.revision, done, facts);
    }
  }

  /**
   * Writes what the steps came to. `raced` when it must be done again: another commit came first, or a deadline
   * passed, and nothing was written; `split` when the whole is too large.
   */
  async #write(
    key: string,
    held: Held,
    waiting: readonly WaitingCommand[],
    steps: readonly Step[],
  ): Promise<Life | 'raced' | 'split'> {
    const changed = steps.filter((step) => step.changed).length;
    const remembered = waiting.flatMap(({ command }, index) => toRemember(command, steps[index]));
    if (changed === 0) {
      if (remembered.length > 0 && !(await this.#store.remember(key, remembered))) return 'raced';
      return this.#lifeOf(
        key,
        held.revision,
        held.revision === 0 ? Date.now() + this.#lifeMs : held.expiresAt,
      );
    }
    const state = (steps.at(-1) as Step).state;
    const text = encodeState(state);
    try {
      requireFittingState(text);
    } catch (error) {
      if (waiting.length > 1) return 'split';
      throw error;
    }
    const committed = await this.#store.commit(key, {
      from: held,
      state: text,
      lifeMs: this.#lifeMs,
      email: state.customer.billing.email.toLowerCase(),
      event: JSON.stringify({
        type: held.revision === 0 ? 'cart.created' : 'cart.changed',
        lines: state.lines.length,
      }),
      deadline: Math.min(...waiting.map(({ command }) => command.context.deadline)),
      commands: changed,
      remembered,
    });
    if (committed === 'raced' || committed === 'late') return 'raced';
    return this.#lifeOf(key, committed.revision, committed.expiresAt);
  }

  async #oneByOne(key: string, waiting: readonly WaitingCommand[]): Promise<void> {
    for (const one of waiting) await this.#commit(key, [one]).catch((error: unknown) => one.reject(error));
  }

  /** Gives each command its own answer: the cart right after it, under the revision that it made. */
  #settle(
    waiting: readonly WaitingCommand[],
    steps: readonly Step[],
    from: number,
    life: Life,
    facts: FactsById,
  ): void {
    let ahead = steps.filter((step) => step.changed).length;
    let revision = from;
    for (const [index, step] of steps.entries()) {
      if (step.changed) {
        ahead -= 1;
        revision = life.revision - ahead;
      }
      const { outcome, overtaken, replayed, state } = step;
      const one = waiting[index] as WaitingCommand;
      if (overtaken) one.reject(refusal('service_revision_mismatch', { revision }));
      else if (!outcome.ok) one.reject(outcome.error);
      else {
        try {
          const cart = viewOf(state, { ...life, revision }, facts, this.#settings(), outcome.notices);
          one.resolve({ cart, lineKey: outcome.lineKey, replayed });
        } catch (error) {
          one.reject(error);
        }
      }
    }
  }

  /** Facts of a cart's lines and of the products that commands bring, asked for as long as any of them may wait. */
  async #factsOf(state: CartState, waiting: readonly WaitingCommand[]): Promise<FactsById> {
    const [longest] = waiting.map(({ command }) => command.context).sort((a, b) => b.deadline - a.deadline);
    const ids = state.lines.map(factsIdOf);
    const { facts } = await this.#facts.of(ids, longest as Context, false);
    const brought = waiting.flatMap(({ command: { command } }) =>
      command.kind === 'add-item' && command.facts ? [[command.facts.id, command.facts] as const] : [],
    );
    return brought.length === 0 ? facts : new Map([...brought, ...facts]);
  }

  async #renewed(key: string, held: Held): Promise<Life> {
    const fresh = Date.now() + this.#lifeMs;
    if (held.revision === 0) return this.#lifeOf(key, 0, fresh);
    const life = this.#lifeOf(key, held.revision, held.expiresAt);
    if (Date.now() < life.renewsAt) return life;
    await this.#store.renew(key, this.#lifeMs);
    return this.#lifeOf(key, held.revision, fresh);
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

/** The commands that somebody still waits for; the others are refused, having done nothing. */
function inTime(waiting: readonly WaitingCommand[]): readonly WaitingCommand[] {
  const latest = Date.now() + leastMs;
  return waiting.filter(({ command, reject }) => {
    const hasTime = command.context.deadline > latest;
    if (!hasTime) reject(unavailable('the deadline has passed'));
    return hasTime;
  });
}

function onceKeysOf(waiting: readonly WaitingCommand[]): string[] {
  return waiting.flatMap(({ command: { command } }) =>
    command.kind === 'revalidate' ? [] : [command.once.key],
  );
}

function recalledOf(held: Held, onceKeys: readonly string[]): ReadonlyMap<string, string> {
  const recalled = new Map<string, string>();
  for (const [index, key] of onceKeys.entries()) {
    const outcome = held.outcomes[index];
    if (outcome) recalled.set(key, outcome);
  }
  return recalled;
}

/**
 * A success is remembered in any case. A refusal only where another answer to the same request could be in the world:
 * for a client that named a key, and for a request that the gateway sends again. One about the key or the revision
 * says nothing of the command.
 */
function toRemember({ command, context }: Asked, step: Step | undefined): Remembered[] {
  if (!step || step.replayed || command.kind === 'revalidate') return [];
  const { outcome } = step;
  if (outcome.ok) return [rememberedOutcome(command.once, outcome)];
  const { code } = outcome.error;
  const isOfCommand = code !== 'service_idempotency_key_reused' && code !== 'service_revision_mismatch';
  const isFinal =
    registry[code].status < 500 && (command.once.origin === 'client' || context.repeated === true);
  return isOfCommand && isFinal ? [rememberedOutcome(command.once, outcome)] : [];
}
