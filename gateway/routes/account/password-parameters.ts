import { z } from 'zod';
import { passwordLength } from '#contracts/accounts.ts';

/** A password as it is. Blanks are part of it, so nothing is trimmed. */
export function password() {
  return z.string().max(320);
}

/** A new password. */
export function newPassword() {
  const { least, most } = passwordLength;
  return z
    .string()
    .max(most)
    .refine((given) => [...given.normalize('NFKC')].length >= least, {
      error: `must have at least ${least} characters.`,
    });
}
