import type { StoreSettings } from '#contracts/settings.ts';
import type { Context } from '#platform/bus/context.ts';
import { type Change, furtherIds, idsIn, referencesOf } from './domain/change.ts';
import type { CartExtension } from './domain/extension.ts';
import { labellingIds } from './domain/product-choice/options.ts';
import type { CartState } from './domain/state.ts';
import { crossSellIds } from './domain/view/cross-sells.ts';
import type { FactsById, Seen, World } from './domain/world.ts';

/** Products that are asked for: by id, and by what clients wrote, an id or a SKU. */
export interface Wanted {
  readonly ids: readonly number[];
  readonly references: readonly string[];
}

/** What is known of products, and whether some of it is older than it should be since the catalogue does not answer. */
export interface Known {
  readonly facts: FactsById;
  readonly named: ReadonlyMap<string, number | null>;
  readonly stale: boolean;
}

/** Where carts learn of products. @throws ServiceError when nothing is known of one, not even as of late */
interface Facts {
  lookUp(wanted: Wanted, context: Context, evenStale: boolean): Promise<Known>;
}

/** Puts together what rules about carts judge by: one question to the catalogue, or two where options were chosen. */
export class Worlds {
  readonly #facts: Facts;
  readonly #settings: () => StoreSettings;
  readonly #extensions: ReadonlyMap<string, CartExtension>;

  constructor(facts: Facts, settings: () => StoreSettings, extensions: readonly CartExtension[] = []) {
    this.#facts = facts;
    this.#settings = settings;
    this.#extensions = new Map(extensions.map((extension) => [extension.namespace, extension]));
  }

  /** What carts are shown by, as of late while the catalogue is silent. @throws ServiceError */
  of(states: readonly CartState[], context: Context): Promise<Seen> {
    return this.#seen({ ids: states.flatMap(idsIn), references: [] }, context, true);
  }

  /** What changes of a cart are judged by. @throws ServiceError */
  async forChanges(
    state: CartState,
    changes: readonly Change[],
    context: Context,
    evenStale: boolean,
  ): Promise<Seen> {
    const references = changes.flatMap((change) => referencesOf(change, state));
    const { world, stale } = await this.#seen({ ids: idsIn(state), references }, context, evenStale);
    const further = changes.flatMap((change) => furtherIds(change, state, world));
    return { world: await this.#withFacts(world, further, context, evenStale), stale };
  }

  /** The same with what a view of the cart names besides its lines; without it where the catalogue is silent. */
  async forView(world: World, state: CartState, context: Context): Promise<World> {
    const labelling = labellingIds([...state.lines, ...state.removed], world.facts);
    const ids = [...crossSellIds(state, world.facts), ...labelling];
    try {
      return await this.#withFacts(world, ids, context, true);
    } catch {
      return world;
    }
  }

  async #seen(wanted: Wanted, context: Context, evenStale: boolean): Promise<Seen> {
    const { facts, named, stale } = await this.#facts.lookUp(wanted, context, evenStale);
    const world = { facts, named, coupons: new Map(), settings: this.#settings(), now: Date.now() };
    return { world: { ...world, extensions: this.#extensions }, stale };
  }

  async #withFacts(
    world: World,
    ids: readonly number[],
    context: Context,
    evenStale: boolean,
  ): Promise<World> {
    const missing = ids.filter((id) => !world.facts.has(id));
    if (missing.length === 0) return world;
    const { facts } = await this.#facts.lookUp({ ids: missing, references: [] }, context, evenStale);
    return { ...world, facts: new Map([...world.facts, ...facts]) };
  }
}
