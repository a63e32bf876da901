import { z } from 'zod';
import { isLongEnough, passwordLength } from '#contracts/accounts.ts';

/** A password, unchanged: blanks are part of it, so nothing is trimmed. */
export function password() {
  return z.string().max(320);
}

/** A new password. */
export function newPassword() {
  const error = `must have at least ${passwordLength.least} characters.`;
  return z.string().max(passwordLength.most).refine(isLongEnough, { error });
}
