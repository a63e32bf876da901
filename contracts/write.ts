import { z } from 'zod';

/** Identifies a write, so that a repeated write has only one effect (docs/reference/rules.md#idempotency). */
export const IdempotencyRecord = z.object({
  /** The client's `Idempotency-Key`, or a key that the gateway generated for its own retries. */
  key: z.string().min(1).max(255),
  origin: z.enum(['client', 'gateway']),
  /** Digest of the request's content, which detects a key that is used again for another request. */
  digest: z.string().max(64),
});
export type IdempotencyRecord = z.infer<typeof IdempotencyRecord>;

/** Members that every write of a caller has in addition to the content of the write. */
export const WriteConditions = z.object({
  once: IdempotencyRecord,
  /** Revision of the cart that the client expects (`If-Match`); null if the client did not send a revision. */
  ifRevision: z.int().min(0).nullable(),
});
export type WriteConditions = z.infer<typeof WriteConditions>;
