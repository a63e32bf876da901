import { setTimeout as sleep } from 'node:timers/promises';
import DataLoader from 'dataloader';
import { type ClientSession, type Model, trusted } from 'mongoose';
import { unavailable } from '#platform/errors/errors.ts';
import type { Engine } from '#platform/mongodb/engine.ts';
import { isVariation, type SellableDocument } from '../model/documents.ts';
import type { Family } from '../model/product-change.ts';
import { Families } from '../model/product-change.ts';
import { reviewAudience } from '../model/reviews.ts';
import type { Counter } from './changes.ts';
import { refreshGroups } from './product-writer.ts';
import { updateReviewsOfProducts } from './reviewed-products.ts';
import { sellables } from './schema.ts';

/** Maximum number of changes in one transaction: each may read and write hundreds of variations. */
const maxChanges = 20;
/**
 * Milliseconds in which changes gather after a transaction with several changes. They share the next transactions, at
 * most `maxChanges` in each, which run without a pause.
 */
const pauseMs = 100;

/** The product or variation after a change, and the number of the change. */
interface Changed {
  readonly document: SellableDocument;
  readonly number: number;
}

/**
 * A transaction with changes of products: its number, the ids of the products and variations that it may affect
 * (`touched`), and the documents that it wrote. Groups that `refreshGroups` has updated are left out of `documents`.
 */
interface CommittedChanges {
  readonly number: number;
  readonly touched: readonly number[];
  readonly documents: readonly SellableDocument[];
  /** Whether all changes affect only prices and stock. */
  readonly onlyPricesAndStock: boolean;
}

/** A change of one product or variation. `change` returns the documents of the family that differ after the change. */
interface Request {
  readonly id: number;
  /** Unix milliseconds after which the change is refused. */
  readonly deadline: number;
  /** Whether the change affects only prices and stock. */
  readonly onlyPricesAndStock: boolean;
  readonly change: (family: Family) => readonly SellableDocument[];
}

/** The document after a change, the error of the change, or null for an unknown id. */
type Outcome = SellableDocument | Error | null;

/** Aborts a transaction in which no change wrote anything. */
class NothingWritten extends Error {}

/**
 * Changes single products. Changes that arrive while a transaction runs share the next transaction, which takes one
 * number of `Counter`. So the cost of many changes grows slower than their number, here and in all caches.
 */
export class ProductChanger {
  readonly #engine: Engine;
  readonly #counter: Counter;
  readonly #committed: (changes: CommittedChanges) => void;
  readonly #sellables: Model<SellableDocument>;
  readonly #requests: DataLoader<Request, Changed | null>;
  /** Resolves when the next transaction may start. */
  #ready: Promise<unknown> = Promise.resolve();

  /** `committed` is called after each transaction, before its callers get their results. It must not throw. */
  constructor(engine: Engine, counter: Counter, committed: (changes: CommittedChanges) => void) {
    this.#engine = engine;
    this.#counter = counter;
    this.#committed = committed;
    this.#sellables = sellables(engine.connection);
    this.#requests = new DataLoader<Request, Changed | null>((requests) => this.#run(requests), {
      cache: false,
      maxBatchSize: maxChanges,
      batchScheduleFn: (start) => void this.#ready.then(start),
    });
  }

  /**
   * Writes the documents that `request.change` returns for a product and its variations. Returns null for an unknown
   * id. A repeated transaction calls `change` again.
   *
   * @throws the error that `request.change` throws; other changes of the same transaction are made
   */
  change(request: Request): Promise<Changed | null> {
    return this.#requests.load(request);
  }

  /** Makes all changes in one transaction. Returns their results in the order of the requests. */
  async #run(requests: readonly Request[]): Promise<(Changed | Error | null)[]> {
    let outcomes: readonly Outcome[] = [];
    const transaction = this.#engine.transaction(async (session) => {
      // Takes the number first, which locks the counter, so that no concurrent change overwrites these changes.
      const number = await this.#counter.take(session);
      const families = await this.#families(requests, session);
      outcomes = requests.map((request) => outcomeOf(request, families));
      if (families.written.length === 0) throw new NothingWritten();
      const changes = await this.#write(number, families, session);
      return {
        ...changes,
        onlyPricesAndStock: requests.every(({ onlyPricesAndStock }) => onlyPricesAndStock),
      };
    });
    this.#ready = Promise.allSettled([transaction, requests.length > 1 && sleep(pauseMs)]);
    const changes = await transaction.catch((error: unknown) => {
      if (error instanceof NothingWritten) return null;
      throw error;
    });
    if (changes) this.#committed(changes);
    const number = changes?.number ?? (outcomes.some(isMade) ? await this.#counter.last() : 0);
    return outcomes.map((outcome) => (isMade(outcome) ? { document: outcome, number } : outcome));
  }

  async #write(number: number, families: Families, session: ClientSession) {
    const { connection } = this.#engine;
    const { written } = families;
    const writes = written.map((one) => ({
      replaceOne: { filter: { _id: one._id }, replacement: one },
    }));
    // Bypasses mongoose, because mongoose would cast every member. The contract has already checked all
    // members.
    await connection
      .collection<SellableDocument>(this.#sellables.collection.name)
      .bulkWrite(writes, { session, ordered: true });
    const direct = [
      ...new Set(written.flatMap((one) => [isVariation(one) ? one.parentId : one._id, one._id])),
    ];
    const groups = await refreshGroups(connection, direct, session);
    const audiences = families.changedProducts((one) => reviewAudience(one));
    await updateReviewsOfProducts(connection, audiences, session);
    const touched = [...new Set([...direct, ...groups])];
    await this.#counter.changes.write(session, { number, ids: touched });
    return { number, touched, documents: written.filter(({ _id }) => !groups.includes(_id)) };
  }

  /** Reads the products with these ids, and the products of variations with these ids, each with its variations. */
  async #families(requests: readonly Request[], session: ClientSession): Promise<Families> {
    const ids = requests.map(({ id }) => id);
    const named = await this.#withVariations(ids, session);
    const known = new Set(named.map(({ _id }) => _id));
    const parents = named.filter(isVariation).map(({ parentId }) => parentId);
    const missing = [...new Set(parents)].filter((id) => !known.has(id));
    return new Families([...named, ...(await this.#withVariations(missing, session))]);
  }

  async #withVariations(ids: readonly number[], session: ClientSession): Promise<SellableDocument[]> {
    if (ids.length === 0) return [];
    const $in = trusted({ $in: ids });
    return this.#sellables
      .find({ $or: [{ _id: $in }, { parentId: $in, type: 'variation' }] }, null, { session })
      .lean<SellableDocument[]>()
      .exec();
  }
}

/** Returns whether a change was made, or the product already had the values of the change. */
const isMade = (outcome: Outcome): outcome is SellableDocument =>
  outcome !== null && !(outcome instanceof Error);

/** Makes one change in the families. Returns the document with the id of the request. */
function outcomeOf({ id, deadline, change }: Request, families: Families): Outcome {
  if (Date.now() > deadline) return unavailable('the change is too late');
  const family = families.of(id);
  if (!family) return null;
  try {
    families.replace(change(family));
  } catch (error) {
    return error as Error;
  }
  return families.document(id);
}
