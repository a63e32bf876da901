import { z } from 'zod';
import { isLongEnough, passwordLength } from '#contracts/accounts.ts';

/**
 * Returns the schema of a password. The schema does not trim the text, because blanks are part of a password.
 */
export function password() {
  return z.string().max(320);
}

/** Returns the schema of a new password. */
export function newPassword() {
  const error = `must be at least ${passwordLength.least} characters long.`;
  return z.string().max(passwordLength.most).refine(isLongEnough, { error });
}
