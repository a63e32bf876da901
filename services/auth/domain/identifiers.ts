/** Marks that people put into phone numbers to read them by. */
const phoneMarks = /[\s().-]/g;

/**
 * What somebody types to say who it is, as accounts are found by it: a user name, an e-mail address or a phone number,
 * in small letters, a phone number without what only parts its digits.
 */
export function normalised(identifier: string): string {
  const text = identifier.normalize('NFC').trim().toLowerCase();
  return /^\+[\d\s().-]+$/.test(text) ? text.replace(phoneMarks, '') : text;
}

/** All that an account can be named by. */
export function namesOf(account: {
  readonly username: string;
  readonly email: string;
  readonly phone: string;
}): string[] {
  const names = [account.username, account.email, account.phone].map(normalised);
  return [...new Set(names.filter((name) => name !== ''))];
}
