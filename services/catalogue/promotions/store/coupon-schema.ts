import { Schema } from 'mongoose';
import type { Coupon } from '#contracts/promotions.ts';
import { digestOf } from '../../store/keep-changed.ts';

/** A coupon as it is kept. `record` is as the contract has it. */
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

/** The document that a coupon is kept as. */
export function documentOf(record: Coupon): CouponDocument {
  return { _id: record.id, code: record.code, digest: digestOf(record), record };
}

/** What is read of a document, whatever it was stored by: a member that is younger than it has its default. */
export function couponOf({ record }: Pick<CouponDocument, 'record'>): Coupon {
  return { ...record, usedBy: record.usedBy ?? [] };
}
