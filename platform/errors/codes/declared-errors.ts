import { z } from 'zod';

/** Errors by code: status, sentence, and the members of `data` beside `status`. */
export type Entries = Record<string, { status: number; message: string; data: z.ZodObject }>;

/** No members beside `status`. */
export const none = z.object({});
