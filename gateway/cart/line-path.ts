import { z } from 'zod';
import type { ErrorCode } from '#platform/errors/registry.ts';

/** The key of a line in a path: whatever has another form makes it a path that is not there (contract 1.1). */
export const LinePath = z.object({ item_key: z.string().regex(/^[\w-]{1,32}$/) });

/** Codes about the key of a line (contract 3 B). */
export const lineErrors = [
  'service_cart_item_key_required',
  'service_item_not_in_cart',
] as const satisfies readonly ErrorCode[];
