import { z } from 'zod';

/**
 * HTTP status, message and schema of `data` for each error code. Every `data` also has a `status`, which the
 * schema omits.
 */
export type DeclaredErrors = Record<string, { status: number; message: string; data: z.ZodObject }>;

/** The schema of `data` with no member except `status`. */
export const noData = z.object({});
