import { randomBytes, randomInt } from 'node:crypto';
import { type Account, createAccount } from '#contracts/accounts.ts';
import { createApiKey, type Permissions } from '#contracts/api-keys.ts';
import type { Operator } from '#testing/operator.ts';
import type { RunningSystem } from '#testing/system.ts';

/** Text that stands nowhere else. */
export const unique = (): string => randomBytes(10).toString('hex');

/** Somebody who can sign in, with everything that must not be told of them. */
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

/** Makes an account that is known to be secret in every part. */
export async function newPerson(
  system: RunningSystem,
  operator: Operator,
  role: Account['role'] = 'customer',
): Promise<Person> {
  const person = {
    username: `user-${unique()}`,
    email: `mail-${unique()}@example.com`,
    phone: `+4477${randomInt(10_000_000, 99_999_999)}${randomInt(100, 999)}`,
    // As people choose them: not ASCII alone, and with what URLs and headers need escaped.
    password: `pä ss:%&"${unique()}`,
  };
  for (const secret of Object.values(person)) system.secret(secret);
  const { account } = await operator.ask(createAccount, { ...person, role });
  return { ...person, id: account.id };
}

/** Makes a key pair whose halves are known to be secret. */
export async function newPair(
  system: RunningSystem,
  operator: Operator,
  permissions: Permissions,
  user: string | null = null,
): Promise<Pair> {
  const asked = { permissions, description: `${permissions} for tests`, user };
  const { consumerKey, consumerSecret } = await operator.ask(createApiKey, asked);
  for (const secret of [consumerKey, consumerSecret]) system.secret(secret);
  return { key: consumerKey, secret: consumerSecret };
}
