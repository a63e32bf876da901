import { z } from 'zod';

/** Errors by code, with status, sentence, and the schema of `data` without its member `status`. */
export type DeclaredErrors = Record<string, { status: number; message: string; data: z.ZodObject }>;

/** The schema of `data` that has no member except `status`. */
export const noData = z.object({});
