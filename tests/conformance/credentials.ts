import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { createAccount, setPassword } from '#contracts/accounts.ts';
import { createApiKey, type Permissions } from '#contracts/api-keys.ts';
import { type Operator, operatorOf } from '#testing/operator.ts';
import type { RunningSystem } from '#testing/system.ts';
import { recordedStore } from './recordings.ts';

const Credentials = z.object({
  customers: z.array(z.object({ username: z.string(), password: z.string() })),
});

/** Creates a key pair. Returns variables for the recorded requests: `rw_key` and `rw_secret` for the name `rw`. */
async function pair(operator: Operator, name: string, permissions: Permissions, user: string | null = null) {
  const request = { permissions, description: `conformance ${name}`, user };
  const { consumerKey, consumerSecret } = await operator.ask(createApiKey, request);
  return { [`${name}_key`]: consumerKey, [`${name}_secret`]: consumerSecret };
}

/**
 * Sets the imported customers' passwords, and creates an administrator and key pairs. Returns the credentials
 * as variables for the scenarios (README.md).
 */
export async function createCredentials(system: RunningSystem): Promise<Readonly<Record<string, string>>> {
  await using operator = await operatorOf(system);
  const text = await readFile(join(recordedStore, 'credentials.json'), 'utf8');
  const { customers } = Credentials.parse(JSON.parse(text));
  for (const { username, password } of customers)
    await operator.ask(setPassword, { reference: username, password });
  const manager = { username: 'manager', email: 'manager@example.com', role: 'administrator' };
  const password = randomBytes(12).toString('hex');
  await operator.ask(createAccount, { ...manager, password });
  const variables = {
    manager_user: manager.username,
    manager_password: password,
    ...(await pair(operator, 'rw', 'read_write')),
    ...(await pair(operator, 'ro', 'read')),
    ...(await pair(operator, 'wo', 'write')),
    ...(await pair(operator, 'customer', 'read_write', 'bob')),
  };
  for (const [name, value] of Object.entries(variables)) if (name !== 'manager_user') system.secret(value);
  return variables;
}
