import { z } from 'zod';

/** Errors by their codes: status, sentence, and the members that `data` carries beside `status`. */
export type Entries = Record<string, { status: number; message: string; data: z.ZodObject }>;

/** Nothing beside `status`. */
export const none = z.object({});
