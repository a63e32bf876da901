import { type ClientSession, type Model, Schema, trusted } from 'mongoose';
import type { Outcome } from '#contracts/catalogue-import.ts';
import type { Coupon } from '#contracts/promotions.ts';
import { refusal } from '#platform/errors/errors.ts';
import { type Engine, isDuplicate } from '../../store/engine.ts';
import {
  type DigestedCollection,
  digested,
  digestOf,
  idsAbove,
  keepChanged,
  removeIds,
} from '../../store/keep-changed.ts';

/** A coupon as it is kept. `record` is as the contract has it. */
interface CouponDocument {
  readonly _id: number;
  readonly code: string;
  readonly digest: string;
  readonly record: Coupon;
}

const collection = 'coupons';

const schema = new Schema<CouponDocument>(
  {
    _id: { type: Number, required: true },
    code: { type: String, required: true },
    digest: { type: String, required: true },
    record: Schema.Types.Mixed,
  },
  { collection, versionKey: false, autoIndex: false, minimize: false },
);
schema.index({ code: 1 }, { unique: true });

function refused(message: string, cause?: unknown) {
  return refusal('service_invalid_request', { issues: [{ path: 'records', message }] }, { message, cause });
}

function refuseDuplicate(error: unknown): never {
  if (!isDuplicate(error)) throw error;
  throw refused('Two records have the same id or the same code.', error);
}

/** Coupons in MongoDB, each code once. */
export class CouponStore {
  readonly #engine: Engine;
  readonly #coupons: Model<CouponDocument>;
  readonly #collection: DigestedCollection;

  constructor(engine: Engine) {
    this.#engine = engine;
    this.#coupons = engine.connection.model<CouponDocument>('coupon', schema);
    this.#collection = digested(engine.connection, collection);
  }

  /** Makes the collection and indexes that are missing. */
  async prepare(): Promise<void> {
    await this.#coupons.createIndexes();
  }

  /** Keeps coupons, all or none; unchanged ones are not written. @throws ServiceError when a code is taken */
  async keep(records: readonly Coupon[]): Promise<Outcome> {
    const documents = records.map((record) => ({
      _id: record.id,
      code: record.code,
      digest: digestOf(record),
      record,
    }));
    return this.#engine.transaction((session) => this.#keep(documents, session)).catch(refuseDuplicate);
  }

  async #keep(documents: readonly CouponDocument[], session: ClientSession): Promise<Outcome> {
    const ids = documents.map(({ _id }) => _id);
    const codes = documents.map(({ code }) => code);
    const other = await this.#coupons
      .findOne({ code: trusted({ $in: codes }), _id: trusted({ $nin: ids }) }, { code: 1 }, { session })
      .lean<CouponDocument>()
      .exec();
    if (other) throw refused(`The code ${other.code} belongs to another coupon already.`);
    const { outcome } = await keepChanged(this.#collection, documents, session);
    return outcome;
  }

  /** Removes coupons; how many were there. */
  async remove(ids: readonly number[]): Promise<number> {
    return this.#engine.transaction((session) => removeIds(this.#collection, ids, session));
  }

  /** Ids of coupons above `after`, ascending. */
  async ids(after: number, limit: number): Promise<number[]> {
    return idsAbove(this.#collection, after, limit);
  }
}
