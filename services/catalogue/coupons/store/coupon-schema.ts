import { Schema } from 'mongoose';
import type { Coupon } from '#contracts/coupons.ts';
import { digestOf } from '../../store/write-changed.ts';

/** A coupon as MongoDB stores it. `record` has the form of `Coupon` in contracts/coupons.ts. */
export interface CouponDocument {
  readonly _id: number;
  readonly code: string;
  readonly digest: string;
  readonly record: Coupon;
}

export const collection = 'coupons';

export const schema = new Schema<CouponDocument>(
  {
    _id: { type: Number, required: true },
    code: { type: String, required: true },
    digest: { type: String, required: true },
    record: Schema.Types.Mixed,
  },
  { collection, versionKey: false, autoIndex: false, minimize: false },
);
schema.index({ code: 1 }, { unique: true });

export function documentOf(record: Coupon): CouponDocument {
  return { _id: record.id, code: record.code, digest: digestOf(record), record };
}

/** Returns the coupon of a document. A member that an old document lacks gets its default. */
export function couponOf({ record }: Pick<CouponDocument, 'record'>): Coupon {
  return { ...record, usedBy: record.usedBy ?? [] };
}
