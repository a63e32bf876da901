import type { ReviewRecord } from '#contracts/catalogue-import.ts';

/** Returns an approved review of product 1 with four stars. The members of `changes` replace its members. */
export function reviewRecord(changes: Partial<ReviewRecord> & { id: number }): ReviewRecord {
  return {
    productId: 1,
    created: { local: '2026-05-01T12:00:00', utc: '2026-05-01T10:00:00' },
    status: 'approved',
    reviewer: `Reader ${changes.id}`,
    review: `Words of ${changes.id}`,
    rating: 4,
    verified: false,
    email: `reader${changes.id}@shop.example`,
    accountId: 0,
    ...changes,
  };
}
