import { z } from 'zod';

/** By error code: HTTP status, message, and the schema of `data` without the member `status`, which every error has. */
export type DeclaredErrors = Record<string, { status: number; message: string; data: z.ZodObject }>;

/** The schema of `data` that has no member except `status`. */
export const noData = z.object({});
