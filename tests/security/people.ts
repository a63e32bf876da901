import { randomBytes, randomInt } from 'node:crypto';
import { type Account, createAccount } from '#contracts/accounts.ts';
import { createApiKey, type Permissions } from '#contracts/api-keys.ts';
import type { Operator } from '#testing/operator.ts';
import type { RunningSystem } from '#testing/system.ts';

/** Returns a random text that occurs nowhere else. */
export const unique = (): string => randomBytes(10).toString('hex');

/** A person who can log in. No process may log the members. */
export interface Person {
  readonly id: number;
  readonly username: string;
  readonly email: string;
  readonly phone: string;
  readonly password: string;
}

/** A key pair. */
export interface Pair {
  readonly key: string;
  readonly secret: string;
}

/** Creates an account. When the system stops, the tests fail if a process has logged data of the person. */
export async function newPerson(
  system: RunningSystem,
  operator: Operator,
  role: Account['role'] = 'customer',
): Promise<Person> {
  const person = {
    username: `user-${unique()}`,
    email: `mail-${unique()}@example.com`,
    phone: `+4477${randomInt(10_000_000, 99_999_999)}${randomInt(100, 999)}`,
    // The password contains non-ASCII characters, and characters that URLs and headers must escape.
    password: `pä ss:%&"${unique()}`,
  };
  for (const secret of Object.values(person)) system.secret(secret);
  const { account } = await operator.ask(createAccount, { ...person, role });
  return { ...person, id: account.id };
}

/** Creates a key pair. When the system stops, the tests fail if a process has logged the key or the secret. */
export async function newPair(
  system: RunningSystem,
  operator: Operator,
  permissions: Permissions,
  user: string | null = null,
): Promise<Pair> {
  const request = { permissions, description: `${permissions} for tests`, user };
  const { consumerKey, consumerSecret } = await operator.ask(createApiKey, request);
  for (const secret of [consumerKey, consumerSecret]) system.secret(secret);
  return { key: consumerKey, secret: consumerSecret };
}
