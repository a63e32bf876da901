import { z } from 'zod';

/** Identifies a write so that a repetition has no second effect (docs/reference/rules.md#idempotency). */
export const IdempotencyRecord = z.object({
  /** The client's `Idempotency-Key`, or a key that the gateway generated for its own retries. */
  key: z.string().min(1).max(255),
  origin: z.enum(['client', 'gateway']),
  /** Digest of the request, to detect a key that is reused for another request. */
  digest: z.string().max(64),
});
export type IdempotencyRecord = z.infer<typeof IdempotencyRecord>;

/** Members of every write by a caller, in addition to its content. */
export const WriteConditions = z.object({
  once: IdempotencyRecord,
  /** The revision that the client expects (`If-Match`); null without one. */
  ifRevision: z.int().min(0).nullable(),
});
export type WriteConditions = z.infer<typeof WriteConditions>;
