import type { z } from 'zod';
import type { Audience } from '#contracts/audience.ts';
import type { Notice } from '#contracts/notices.ts';
import { listSessions, type SessionRecord } from '#contracts/sessions.ts';
import type { Context } from '#platform/bus/dispatcher.ts';
import { asServiceError, refusal } from '#platform/errors/errors.ts';
import type { Sweeper } from '../background/sweeper.ts';
import type { Expiry } from '../carts/expiry.ts';
import { viewOf } from '../domain/view/view.ts';
import type { CommandContexts } from '../facts/command-contexts.ts';
import type { CommandContext } from '../model/command.ts';
import { type CartState, emptyState, ownerOf, owners, stateIn } from '../model/state.ts';
import type { CartStore } from '../store/cart-store.ts';
import type { FirstCarts, Listing, SessionIndex, StoredSession, Survey } from '../store/session-index.ts';

type Query = z.output<typeof listSessions.request>;

/** Maximum number of carts that a search examines. */
const maxFound = 1_000;

/** A page that ends within the list's first 200 carts is read with one request to each Redis master. */
const maxFirst = 200;

/** Maximum number of reads of one page. A page is read again if carts expire during the read. */
const maxTries = 3;

/** Maximum estimated bytes of JSON in one reply. The bus accepts replies up to 4 MB. */
const maxBytes = 2_500_000;

interface SessionsDeps {
  readonly store: Pick<CartStore, 'delete'>;
  readonly index: SessionIndex;
  readonly sweeper: Pick<Sweeper, 'shard'>;
  readonly contexts: CommandContexts;
  readonly expiry: Expiry;
}

/** Reads and deletes stored carts for managers. */
export class Sessions {
  readonly #deps: SessionsDeps;

  constructor(deps: SessionsDeps) {
    this.#deps = deps;
  }

  /** Returns a page of carts at current prices, with one request to the catalogue. @throws ServiceError */
  async list(query: Query, context: Context): Promise<z.input<typeof listSessions.reply>> {
    const { kept, total } = await this.#page(query);
    const held = fitting(kept.map(parsed));
    const contexts = await this.#deps.contexts.ofOwners(
      held.map(({ state }) => state),
      context,
    );
    const sessions = held.map((one) => this.#record(one, contexts));
    return { sessions, left: kept.slice(held.length).map(({ key }) => key), total };
  }

  /** Returns one cart. @throws ServiceError `service_cart_in_session_not_valid` if the cart does not exist */
  async read(key: string, context: Context): Promise<SessionRecord> {
    const kept = await this.#deps.index.read(key);
    const one = kept && parsed(kept);
    // After the transfer of a guest's cart, the stored state only marks the key as invalid.
    if (!one || one.state.moving?.done) throw refusal('service_cart_in_session_not_valid', {});
    return this.#record(one, await this.#deps.contexts.ofOwners([one.state], context));
  }

  /** Deletes a cart. @throws ServiceError `service_session_not_valid` if the cart does not exist */
  async delete(key: string): Promise<void> {
    if (!(await this.#deps.store.delete(key))) throw refusal('service_session_not_valid', {});
  }

  /** Returns the carts of a page; reads the page again if a cart expired after its key was found. */
  async #page(query: Query): Promise<{ kept: readonly StoredSession[]; total: number }> {
    for (let tries = 1; ; tries += 1) {
      const { keys, total } = await this.#keys(query);
      const kept = await this.#deps.index.readAll(keys);
      if (kept.length === keys.length || tries === maxTries) return { kept, total };
    }
  }

  /** Returns the cart keys of a page, and the number of all carts in the list. */
  async #keys(query: Query): Promise<{ keys: readonly string[]; total: number }> {
    const { index } = this.#deps;
    const listing: Listing = {
      owners: query.owner ? [query.owner] : owners,
      order: query.orderby,
      descending: query.descending,
    };
    const offset = (query.page - 1) * query.perPage;
    const end = offset + query.perPage;
    const candidates = await this.#candidates(query, listing);
    if (!candidates && end <= maxFirst) {
      const { keys, total } = await this.#first(listing, end);
      return { keys: keys.slice(offset), total };
    }
    const surveys = await this.#surveys(listing);
    if (candidates) {
      const keys = await index.ordered(candidates, listing);
      return { keys: keys.slice(offset, offset + query.perPage), total: keys.length };
    }
    const total = surveys.reduce((sum, { kept }) => sum + kept, 0);
    const count = Math.min(query.perPage, total - offset);
    return { keys: count > 0 ? await index.keysFrom(listing, surveys, offset, count) : [], total };
  }

  /** Returns the first carts of a listing, after the sweeper has removed expired carts from the indexes. */
  async #first(listing: Listing, count: number): Promise<FirstCarts> {
    const { index, sweeper } = this.#deps;
    const found = await index.first(listing, count);
    if (found.expiredShards.length === 0) return found;
    await Promise.all(found.expiredShards.map((shard) => sweeper.shard(shard)));
    return index.first(listing, count);
  }

  /**
   * Returns for each shard the number of carts, and the lowest and highest of the times by which the list is sorted.
   * Expired carts are removed from the indexes first.
   */
  async #surveys(listing: Listing): Promise<Survey[]> {
    const { index, sweeper } = this.#deps;
    const surveys = await index.survey(listing);
    const unswept = surveys.filter(({ expired }) => expired > 0);
    if (unswept.length === 0) return surveys;
    await Promise.all(unswept.map(({ shard }) => sweeper.shard(shard)));
    return index.survey(listing);
  }

  /** Returns the cart keys that match a search or a customer's id. Null if the query has neither. */
  async #candidates({ search, customer }: Query, { owners }: Listing): Promise<string[] | null> {
    const prefix = search.trim().toLowerCase();
    if (customer === null) {
      return prefix === '' ? null : this.#deps.index.keysWith(prefix, owners, maxFound);
    }
    if (ownerOf(customer) !== 'customer') return [];
    const kept = await this.#deps.index.read(customer);
    if (!kept) return [];
    const names = [customer, parsed(kept).state.customer.billing.email.toLowerCase()];
    return names.some((name) => name.startsWith(prefix)) ? [customer] : [];
  }

  #record(
    { kept, state, notices }: ParsedCart,
    contexts: ReadonlyMap<Audience, CommandContext>,
  ): SessionRecord {
    const commandContext = contexts.get(state.audience);
    if (!commandContext) throw new Error('a cart has no command context');
    const { key, createdAt, updatedAt, expiresAt } = kept;
    const times = this.#deps.expiry.timesOf(key, kept);
    const owner = ownerOf(key);
    return {
      key,
      owner,
      createdAt,
      updatedAt,
      expiresAt,
      cart: viewOf(state, times, commandContext, notices),
    };
  }
}

/** A stored cart with its parsed state, and a notice if the state is invalid. */
interface ParsedCart {
  readonly kept: StoredSession;
  readonly state: CartState;
  readonly notices: readonly Notice[];
}

/**
 * Returns a cart with its parsed state. A cart with an invalid state is shown as empty, so that a manager can
 * delete the cart.
 */
function parsed(kept: StoredSession): ParsedCart {
  try {
    return { kept, state: stateIn(kept.state), notices: [] };
  } catch (error) {
    if (asServiceError(error).code !== 'service_cart_error') throw error;
    const notice: Notice = { kind: 'error', code: 'cart_unreadable', data: {} };
    return { kept, state: emptyState(kept.createdAt), notices: [notice] };
  }
}

/** Returns as many of the first carts as fit into one reply, at least one. */
function fitting(carts: readonly ParsedCart[]): readonly ParsedCart[] {
  let bytes = 0;
  const end = carts.findIndex(({ kept, state }) => {
    bytes += 4_000 + kept.state.length + 2_000 * (state.lines.length + state.removed.length);
    return bytes > maxBytes;
  });
  return end < 0 ? carts : carts.slice(0, Math.max(1, end));
}

const rounds = 3;

/** Maximum milliseconds for one call of `sessions.list`. */
const maxMs = 1_000;

/**
 * Lists the last changed carts several times, before this replica accepts requests. Node then has compiled
 * the code, and products are cached, so the first answers are in time. Ends at the first failure.
 */
export async function warmUp(sessions: Pick<Sessions, 'list'>): Promise<void> {
  const query = listSessions.request.parse({ perPage: 20 });
  try {
    for (let round = 0; round < rounds; round += 1)
      await sessions.list(query, { requestId: 'warm-up', deadline: Date.now() + maxMs, claim: null });
  } catch {
    // If Redis or the catalogue does not answer, the replica starts without a warm-up.
  }
}
