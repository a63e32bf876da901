import { z } from 'zod';

/** Names a write so that a repetition has no second effect (docs/reference/rules.md#idempotency). */
export const Once = z.object({
  /** The client's `Idempotency-Key`, or one that the gateway made for its own retries. */
  key: z.string().min(1).max(255),
  origin: z.enum(['client', 'gateway']),
  /** Digest of the request, so that a key used again for another request is noticed. */
  digest: z.string().max(64),
});
export type Once = z.infer<typeof Once>;

/** What every write of a caller carries besides what it asks for. */
export const Marks = z.object({
  once: Once,
  /** The revision that the client believes in (`If-Match`); null when it did not say. */
  ifRevision: z.int().min(0).nullable(),
});
export type Marks = z.infer<typeof Marks>;
