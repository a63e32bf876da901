/** Matches the separators in phone numbers. */
const phoneMarks = /[\s().-]/g;

/**
 * Returns a user name, email address or phone number in the stored form: `'Ana '` → `'ana'`,
 * `'+49 (30) 12-34'` → `'+49301234'`.
 */
export function normalised(identifier: string): string {
  const text = identifier.normalize('NFC').trim().toLowerCase();
  return /^\+[\d\s().-]+$/.test(text) ? text.replace(phoneMarks, '') : text;
}

/** Returns the user name, email address and phone of an account in normalised form, without empty texts. */
export function namesOf(account: {
  readonly username: string;
  readonly email: string;
  readonly phone: string;
}): string[] {
  const names = [account.username, account.email, account.phone].map(normalised);
  return [...new Set(names.filter((name) => name !== ''))];
}
