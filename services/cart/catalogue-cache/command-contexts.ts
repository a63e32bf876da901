import type { Audience } from '#contracts/audience.ts';
import { nobody } from '#contracts/claim.ts';
import type { Coupon } from '#contracts/promotions.ts';
import type { StoreSettings } from '#contracts/settings.ts';
import type { Context } from '#platform/bus/context.ts';
import { type CommandContext, type FactsById, idsIn, type Seen } from '../domain/command-context.ts';
import { type Change, codesOf, furtherIds, referencesOf } from '../domain/commands.ts';
import type { CartExtension } from '../domain/extension.ts';
import { labellingIds } from '../domain/product-choice/options.ts';
import type { CartState } from '../domain/state.ts';
import { crossSellIds } from '../domain/view/cross-sells.ts';

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

/** What is known of coupons by their codes; null for one that there is not. `stale` as in `Known`. */
export interface KnownCoupons {
  readonly coupons: ReadonlyMap<string, Coupon | null>;
  readonly stale: boolean;
}

/** What is asked of the catalogue, and by whom. */
interface Question extends Wanted {
  readonly codes: readonly string[];
  readonly asking: Asking;
}

/** Who asks, how long they wait, and whether knowledge may be as old as for reading while the catalogue is silent. */
export interface Asking {
  readonly context: Context;
  readonly evenStale: boolean;
  /** The id of the customer whose cart it is; empty for a guest's, and for carts of several. */
  readonly customerId: string;
}

/** What worlds are made of. */
export interface CommandContextsParts {
  /** Where carts learn of products. @throws ServiceError when nothing is known of one, not even as of late */
  readonly facts: { lookUp(wanted: Wanted, context: Context, evenStale: boolean): Promise<Known> };
  /** Where they learn of coupons. @throws ServiceError in the same way */
  readonly coupons: {
    lookUp(codes: readonly string[], context: Context, evenStale: boolean): Promise<KnownCoupons>;
  };
  readonly settings: () => StoreSettings;
  readonly extensions: readonly CartExtension[];
  /** Unix milliseconds. */
  readonly now: () => number;
}

const noCoupons: KnownCoupons = { coupons: new Map(), stale: false };

/**
 * Puts together what rules about carts judge by: one question to the catalogue, or two where options were chosen, and
 * beside the first one for coupons where there are any.
 */
export class CommandContexts {
  readonly #parts: CommandContextsParts;
  readonly #extensions: ReadonlyMap<string, CartExtension>;

  constructor(parts: CommandContextsParts) {
    this.#parts = parts;
    this.#extensions = new Map(parts.extensions.map((extension) => [extension.namespace, extension]));
  }

  /** What carts are shown by, as of late while the catalogue is silent. @throws ServiceError */
  of(states: readonly CartState[], context: Context, customerId = ''): Promise<Seen> {
    return this.#seen({
      ids: states.flatMap(idsIn),
      references: [],
      codes: states.flatMap(({ coupons }) => coupons),
      asking: { context, evenStale: true, customerId },
    });
  }

  /** What managers are shown carts by: each as its owner has products and prices. @throws ServiceError */
  async ofOwners(
    states: readonly CartState[],
    context: Context,
  ): Promise<ReadonlyMap<Audience, CommandContext>> {
    const byAudience = Map.groupBy(states, ({ audience }) => audience);
    const worlds = [...byAudience].map(async ([audience, own]) => {
      const claim = { ...(context.claim ?? nobody), audience };
      return [audience, (await this.of(own, { ...context, claim })).world] as const;
    });
    return new Map(await Promise.all(worlds));
  }

  /** What changes of a cart are judged by. @throws ServiceError */
  async forChanges(state: CartState, changes: readonly Change[], asking: Asking): Promise<Seen> {
    const { world, stale } = await this.#seen({
      ids: idsIn(state),
      references: changes.flatMap((change) => referencesOf(change, state)),
      codes: [...state.coupons, ...changes.flatMap(codesOf)],
      asking,
    });
    const further = changes.flatMap((change) => furtherIds(change, state, world));
    return { world: await this.#withFacts(world, further, asking.context, asking.evenStale), stale };
  }

  /** What is known of a product that a client names, by id or SKU, and of nothing else. @throws ServiceError */
  async forReference(reference: string, context: Context): Promise<CommandContext> {
    const asking = { context, evenStale: false, customerId: '' };
    return (await this.#seen({ ids: [], references: [reference], codes: [], asking })).world;
  }

  /** The same with what a view of the cart names besides its lines; without it where the catalogue is silent. */
  async forView(world: CommandContext, state: CartState, context: Context): Promise<CommandContext> {
    const labelling = labellingIds([...state.lines, ...state.removed], world.facts);
    const ids = [...crossSellIds(state, world.facts), ...labelling];
    try {
      return await this.#withFacts(world, ids, context, true);
    } catch {
      return world;
    }
  }

  async #seen({ codes, asking, ...wanted }: Question): Promise<Seen> {
    const { context, evenStale, customerId } = asking;
    const settings = this.#parts.settings();
    const asksCoupons = settings.couponsEnabled && codes.length > 0;
    const [{ facts, named, stale }, known] = await Promise.all([
      this.#parts.facts.lookUp(wanted, context, evenStale),
      asksCoupons ? this.#parts.coupons.lookUp(codes, context, evenStale) : noCoupons,
    ]);
    const [now, extensions] = [this.#parts.now(), this.#extensions];
    const world = { facts, named, coupons: known.coupons, settings, now, customerId, extensions };
    return { world, stale: stale || known.stale };
  }

  async #withFacts(
    world: CommandContext,
    ids: readonly number[],
    context: Context,
    evenStale: boolean,
  ): Promise<CommandContext> {
    const missing = ids.filter((id) => !world.facts.has(id));
    if (missing.length === 0) return world;
    const { facts } = await this.#parts.facts.lookUp({ ids: missing, references: [] }, context, evenStale);
    return { ...world, facts: new Map([...world.facts, ...facts]) };
  }
}
