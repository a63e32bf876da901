/** Matches the separators in phone numbers. */
const phoneMarks = /[\s().-]/g;

/**
 * Returns a user name, an email address or a phone number in the form that the index of accounts contains. The text is
 * in lower case, and a phone number has no separators.
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
