import { passwordLength } from '#contracts/accounts.ts';
import { refusal } from '#platform/errors/errors.ts';

let common: Promise<ReadonlySet<string>> | null = null;

/** Returns the most common passwords that are long enough to be accepted, in lower case. */
function commonPasswords(): Promise<ReadonlySet<string>> {
  // The list is loaded when the first password is chosen, because most replicas never need the list.
  common ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => {
    const long = dictionary['passwords-common'].filter((one) => one.length >= passwordLength.least);
    return new Set(long);
  });
  return common;
}

/**
 * Refuses a password that is common, consists of one repeated character, or is a name of the account.
 *
 * @param names the names of the account, as `namesOf` returns them
 *
 * @throws ServiceError `service_password_too_common`
 */
export async function requireStrongPassword(password: string, names: readonly string[]): Promise<void> {
  const guess = password.normalize('NFKC').toLowerCase();
  const known = await commonPasswords();
  const repeats = new Set(guess).size === 1;
  if (repeats || known.has(guess) || names.includes(guess)) throw refusal('service_password_too_common', {});
}
