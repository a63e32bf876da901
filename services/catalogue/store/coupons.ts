import { type ClientSession, type Model, Schema, trusted } from 'mongoose';
import type { ImportCounts } from '#contracts/catalogue-import.ts';
import type { Coupon, ListedCoupon, NewCoupon } from '#contracts/coupons.ts';
import type { Person } from '#contracts/erasure.ts';
import { refusal } from '#platform/errors/errors.ts';
import { invalidRequest } from '#platform/errors/faults.ts';
import { type Engine, isDuplicate, withQueryTimeout } from '#platform/mongodb/engine.ts';
import { type Counter, nextOwnId } from './changes.ts';
import {
  type DigestedCollection,
  digested,
  digestOf,
  idsAbove,
  removeIds,
  writeChanged,
} from './write-changed.ts';

/** A coupon as MongoDB stores it. `record` has the form of `Coupon` in contracts/coupons.ts. */
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

function documentOf(record: Coupon): CouponDocument {
  return { _id: record.id, code: record.code, digest: digestOf(record), record };
}

/** Returns the coupon of a document. A member that an old document lacks gets its default. */
function couponOf({ record }: Pick<CouponDocument, 'record'>): Coupon {
  return { ...record, usedBy: record.usedBy ?? [] };
}

/**
 * The number of a change of coupons, and the codes of the changed coupons. If nothing changed, `codes` is
 * empty and `number` is the last change.
 */
export interface ChangedCoupons {
  readonly number: number;
  readonly codes: readonly string[];
}

/** A query for a page of coupons. */
interface Listing {
  /** Only codes with this prefix are listed. */
  readonly search: string;
  readonly page: number;
  readonly perPage: number;
}

/** Replaces an erased email address in a coupon. No email address is equal to this text. */
const erasedEmail = 'deleted';
/**
 * The maximum number of coupons that one erasure changes, so that all their codes fit into one message of the
 * feed.
 */
const maxErased = 100;

/** The greatest Unicode character. `ab\u{10ffff}` sorts after all texts that begin with `ab`. */
const greatest = '\u{10ffff}';

function refuseDuplicate(error: unknown): never {
  if (!isDuplicate(error)) throw error;
  throw invalidRequest('records', 'same_id_or_code', {}, error);
}

/**
 * Stores coupons in MongoDB, with unique codes. Every write takes the next number of `Counter`, so that caches
 * notice the change.
 */
export class CouponStore {
  readonly #engine: Engine;
  readonly #counter: Counter;
  readonly #coupons: Model<CouponDocument>;
  readonly #collection: DigestedCollection;

  constructor(engine: Engine, counter: Counter) {
    this.#engine = engine;
    this.#counter = counter;
    this.#coupons = engine.connection.model<CouponDocument>('coupon', schema);
    this.#collection = digested(engine.connection, collection);
  }

  /** Creates missing collections and indexes. */
  async prepare(): Promise<void> {
    await this.#coupons.createIndexes();
  }

  /** Returns the coupon of each code, in the order of `codes`; null for an unknown code. */
  async byCodes(codes: readonly string[]): Promise<(Coupon | null)[]> {
    const found = await withQueryTimeout(
      this.#coupons
        .find({ code: trusted({ $in: codes }) })
        .lean<CouponDocument[]>()
        .exec(),
    );
    const byCode = new Map(found.map((one) => [one.code, couponOf(one)]));
    return codes.map((code) => byCode.get(code) ?? null);
  }

  /** Returns a page of coupons sorted by code, and the number of coupons on all pages. */
  async list({ search, page, perPage }: Listing): Promise<{ coupons: ListedCoupon[]; total: number }> {
    const filter = { code: trusted({ $gte: search, $lt: `${search}${greatest}` }) };
    const [found, total] = await Promise.all([
      withQueryTimeout(
        this.#coupons
          .find(filter, { 'record.usedBy': 0 })
          .sort({ code: 1 })
          .skip((page - 1) * perPage)
          .limit(perPage)
          .lean<{ readonly record: ListedCoupon }[]>()
          .exec(),
      ),
      withQueryTimeout(this.#coupons.countDocuments(filter).exec()),
    ]);
    return { coupons: found.map(({ record }) => record), total };
  }

  /**
   * Stores all given coupons. If one coupon is refused, no coupon is stored. Unchanged coupons are not written.
   *
   * @throws ServiceError for a code that belongs to another coupon
   */
  async keep(records: readonly Coupon[]): Promise<ChangedCoupons & { outcome: ImportCounts }> {
    const documents = records.map(documentOf);
    return this.#engine.transaction((session) => this.#keep(documents, session)).catch(refuseDuplicate);
  }

  async #keep(documents: readonly CouponDocument[], session: ClientSession) {
    const ids = documents.map(({ _id }) => _id);
    const codes = documents.map(({ code }) => code);
    const other = await this.#coupons
      .findOne({ code: trusted({ $in: codes }), _id: trusted({ $nin: ids }) }, { code: 1 }, { session })
      .lean<CouponDocument>()
      .exec();
    if (other) throw invalidRequest('records', 'code_taken', { code: other.code });
    const before = await this.#codesOf(ids, session);
    const { outcome, changed } = await writeChanged(this.#collection, documents, session);
    const touched = changed.flatMap(({ _id, code }) => [code, before.get(_id) ?? code]);
    return { outcome, ...(await this.#changed(touched, session)) };
  }

  /** Creates a coupon. @throws ServiceError `service_coupon_exists` for a code that belongs to another coupon */
  async create(newCoupon: NewCoupon): Promise<ChangedCoupons & { coupon: Coupon }> {
    return this.#engine
      .transaction(async (session) => {
        const id = await nextOwnId(this.#engine.connection, collection, this.#coupons, session);
        const taken = await this.#coupons.exists({ code: newCoupon.code }).session(session);
        if (taken) throw refusal('service_coupon_exists', {});
        const coupon = { id, ...newCoupon };
        await this.#coupons.create([documentOf(coupon)], { session });
        return { coupon, ...(await this.#changed([newCoupon.code], session)) };
      })
      .catch((error: unknown) => {
        throw isDuplicate(error) ? refusal('service_coupon_exists', {}, { cause: error }) : error;
      });
  }

  /** Deletes a coupon by code, and returns the deleted coupon. @throws ServiceError `service_coupon_not_exist` */
  async delete(code: string): Promise<ChangedCoupons & { coupon: Coupon }> {
    return this.#engine.transaction(async (session) => {
      const deleted = await this.#coupons
        .findOneAndDelete({ code }, { session })
        .lean<CouponDocument>()
        .exec();
      if (!deleted) throw refusal('service_coupon_not_exist', {});
      return { coupon: couponOf(deleted), ...(await this.#changed([code], session)) };
    });
  }

  /** Removes coupons by id and returns how many existed. */
  async remove(ids: readonly number[]): Promise<ChangedCoupons & { removed: number }> {
    return this.#engine.transaction(async (session) => {
      const codes = [...(await this.#codesOf(ids, session)).values()];
      const removed = await removeIds(this.#collection, ids, session);
      return { removed, ...(await this.#changed(codes, session)) };
    });
  }

  /**
   * Removes a person from `usedBy` and `allowedEmails` of up to 100 coupons. Nobody can then use a coupon that allowed
   * only this person.
   *
   * The digest of each coupon does not change. So if the shop's record of a coupon is the same as at the last import,
   * the next import skips this coupon and does not restore the person's data.
   */
  async erase({ account, emails }: Person): Promise<ChangedCoupons> {
    const names = [String(account), ...emails];
    const isNamed = (text: string) => names.includes(text.trim().toLowerCase());
    return this.#engine.transaction(async (session) => {
      const found = await this.#coupons
        .find(
          {
            $or: [
              { 'record.usedBy': trusted({ $in: names }) },
              { 'record.allowedEmails': trusted({ $in: emails }) },
            ],
          },
          null,
          // Strength 2 ignores case, because stored email addresses may be in any case.
          { session, collation: { locale: 'en', strength: 2 } },
        )
        .sort({ _id: 1 })
        .limit(maxErased)
        .lean<CouponDocument[]>()
        .exec();
      const writes = found.map(({ _id, record }) => {
        const usedBy = (record.usedBy ?? []).filter((one) => !isNamed(one));
        const allowedEmails = record.allowedEmails.map((one) => (isNamed(one) ? erasedEmail : one));
        const update = { $set: { 'record.usedBy': usedBy, 'record.allowedEmails': allowedEmails } };
        return { updateOne: { filter: { _id }, update } };
      });
      if (writes.length > 0) await this.#coupons.bulkWrite(writes, { session });
      return this.#changed(
        found.map(({ code }) => code),
        session,
      );
    });
  }

  /** Returns up to `limit` coupon ids above `after`, ascending. */
  async ids(after: number, limit: number): Promise<number[]> {
    return idsAbove(this.#collection, after, limit);
  }

  /** Returns the stored codes of coupons as a map by coupon id. */
  async #codesOf(ids: readonly number[], session: ClientSession): Promise<Map<number, string>> {
    const found = await this.#coupons
      .find({ _id: trusted({ $in: ids }) }, { code: 1 }, { session })
      .lean<Pick<CouponDocument, '_id' | 'code'>[]>()
      .exec();
    return new Map(found.map(({ _id, code }) => [_id, code]));
  }

  /**
   * Returns the changed codes and the number of the change. If no code changed, returns the number of the last change.
   */
  async #changed(codes: readonly string[], session: ClientSession): Promise<ChangedCoupons> {
    const uniqueCodes = [...new Set(codes)];
    const number = uniqueCodes.length === 0 ? this.#counter.last(session) : this.#counter.next(session, []);
    return { number: await number, codes: uniqueCodes };
  }
}
