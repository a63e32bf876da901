import { type ClientSession, type Model, trusted } from 'mongoose';
import type { Outcome } from '#contracts/catalogue-import.ts';
import type { Person } from '#contracts/erasure.ts';
import type { Coupon, ListedCoupon, NewCoupon } from '#contracts/promotions.ts';
import { refusal } from '#platform/errors/errors.ts';
import { answered, type Engine, isDuplicate } from '#platform/mongodb/engine.ts';
import type { Counter } from '../../store/counter.ts';
import {
  type DigestedCollection,
  digested,
  idsAbove,
  keepChanged,
  removeIds,
} from '../../store/keep-changed.ts';
import { nextOwnId } from '../../store/own-ids.ts';
import { type CouponDocument, collection, couponOf, documentOf, schema } from './coupon-schema.ts';

/** A change of coupons: its number, and the codes under which something else is found since; none for no change. */
export interface ChangedCoupons {
  readonly number: number;
  readonly codes: readonly string[];
}

/** What pages of coupons are asked for by. */
interface Listing {
  /** How a code begins. */
  readonly search: string;
  readonly page: number;
  readonly perPage: number;
}

/** What stands for an erased address that a coupon is for: no address is like it. */
const nobodyAtAll = 'deleted';
/** How many coupons a person is taken off at once: their codes go into one message. */
const mostErased = 100;

/** Behind every text that begins with what stands before it: the last of all characters. */
const last = '\u{10ffff}';

function refused(message: string, cause?: unknown) {
  return refusal('service_invalid_request', { issues: [{ path: 'records', message }] }, { message, cause });
}

function refuseDuplicate(error: unknown): never {
  if (!isDuplicate(error)) throw error;
  throw refused('Two records have the same id or the same code.', error);
}

/** Coupons in MongoDB, each code once. Every change is one numbered change of the catalogue. */
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

  /** Makes the collection and indexes that are missing. */
  async prepare(): Promise<void> {
    await this.#coupons.createIndexes();
  }

  /** Coupons by their codes, in the order asked; null where there is none. */
  async byCodes(codes: readonly string[]): Promise<(Coupon | null)[]> {
    const found = await answered(
      this.#coupons
        .find({ code: trusted({ $in: codes }) })
        .lean<CouponDocument[]>()
        .exec(),
    );
    const byCode = new Map(found.map((one) => [one.code, couponOf(one)]));
    return codes.map((code) => byCode.get(code) ?? null);
  }

  /** A page of coupons by their codes, and how many there are on all pages. */
  async list({ search, page, perPage }: Listing): Promise<{ coupons: ListedCoupon[]; total: number }> {
    const filter = { code: trusted({ $gte: search, $lt: `${search}${last}` }) };
    const [found, total] = await Promise.all([
      answered(
        this.#coupons
          .find(filter, { 'record.usedBy': 0 })
          .sort({ code: 1 })
          .skip((page - 1) * perPage)
          .limit(perPage)
          .lean<{ readonly record: ListedCoupon }[]>()
          .exec(),
      ),
      answered(this.#coupons.countDocuments(filter).exec()),
    ]);
    return { coupons: found.map(({ record }) => record), total };
  }

  /** Keeps coupons, all or none; unchanged ones are not written. @throws ServiceError when a code is taken */
  async keep(records: readonly Coupon[]): Promise<ChangedCoupons & { outcome: Outcome }> {
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
    if (other) throw refused(`The code ${other.code} belongs to another coupon already.`);
    const before = await this.#codesOf(ids, session);
    const { outcome, changed } = await keepChanged(this.#collection, documents, session);
    const touched = changed.flatMap(({ _id, code }) => [code, before.get(_id) ?? code]);
    return { outcome, ...(await this.#changed(touched, session)) };
  }

  /** Makes a coupon. @throws ServiceError `service_coupon_exists` when the code is taken */
  async create(made: NewCoupon): Promise<ChangedCoupons & { coupon: Coupon }> {
    return this.#engine
      .transaction(async (session) => {
        const id = await nextOwnId(this.#engine.connection, collection, this.#coupons, session);
        const taken = await this.#coupons.exists({ code: made.code }).session(session);
        if (taken) throw refusal('service_coupon_exists', {});
        const coupon = { id, ...made };
        await this.#coupons.create([documentOf(coupon)], { session });
        return { coupon, ...(await this.#changed([made.code], session)) };
      })
      .catch((error: unknown) => {
        throw isDuplicate(error) ? refusal('service_coupon_exists', {}, { cause: error }) : error;
      });
  }

  /** Deletes a coupon by its code, and gives what it was. @throws ServiceError `service_coupon_not_exist` */
  async delete(code: string): Promise<ChangedCoupons & { coupon: Coupon }> {
    return this.#engine.transaction(async (session) => {
      const held = await this.#coupons.findOneAndDelete({ code }, { session }).lean<CouponDocument>().exec();
      if (!held) throw refusal('service_coupon_not_exist', {});
      return { coupon: couponOf(held), ...(await this.#changed([code], session)) };
    });
  }

  /** Removes coupons by id; how many were there. */
  async remove(ids: readonly number[]): Promise<ChangedCoupons & { removed: number }> {
    return this.#engine.transaction(async (session) => {
      const codes = [...(await this.#codesOf(ids, session)).values()];
      const removed = await removeIds(this.#collection, ids, session);
      return { removed, ...(await this.#changed(codes, session)) };
    });
  }

  /**
   * Takes a person off the uses of coupons and off the addresses that they are for, of a hundred coupons at once. A coupon
   * for the person alone is nobody's then. The digest stays, so that a repeated import of the same record does not bring
   * the person back.
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
          // Whatever the case.
          { session, collation: { locale: 'en', strength: 2 } },
        )
        .sort({ _id: 1 })
        .limit(mostErased)
        .lean<CouponDocument[]>()
        .exec();
      const writes = found.map(({ _id, record }) => {
        const usedBy = (record.usedBy ?? []).filter((one) => !isNamed(one));
        const allowedEmails = record.allowedEmails.map((one) => (isNamed(one) ? nobodyAtAll : one));
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

  /** Ids of coupons above `after`, ascending. */
  async ids(after: number, limit: number): Promise<number[]> {
    return idsAbove(this.#collection, after, limit);
  }

  /** The codes that coupons have now, by id. */
  async #codesOf(ids: readonly number[], session: ClientSession): Promise<Map<number, string>> {
    const found = await this.#coupons
      .find({ _id: trusted({ $in: ids }) }, { code: 1 }, { session })
      .lean<Pick<CouponDocument, '_id' | 'code'>[]>()
      .exec();
    return new Map(found.map(({ _id, code }) => [_id, code]));
  }

  /** Numbers a change of these codes; where nothing has changed, the last number is that of what is there. */
  async #changed(codes: readonly string[], session: ClientSession): Promise<ChangedCoupons> {
    const named = [...new Set(codes)];
    const number = named.length === 0 ? this.#counter.last(session) : this.#counter.next(session, []);
    return { number: await number, codes: named };
  }
}
