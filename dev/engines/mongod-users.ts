import users from '../../deploy/mongodb-users.json' with { type: 'json' };
import type { Secrets } from '../secrets.ts';
import { memberClient } from './mongod.ts';
import { collections, type MongodbVariable, privilegesOf, userOf } from './service-users.ts';

/**
 * Returns the arguments with which mongod refuses commands without a login. Even the command that creates the
 * first user logs in, with the key of the replica set.
 */
export function mongodAuthArguments(keyFile: string): string[] {
  return ['--auth', '--keyFile', keyFile, '--setParameter', 'enableLocalhostAuthBypass=false'];
}

/**
 * Creates or updates the users of a primary mongod: one user for each service with collections, and one user
 * for operators.
 *
 * @throws Error as long as mongod does not accept the commands; then call this function again
 */
export async function ensureUsers(port: number, secrets: Secrets['engines']): Promise<void> {
  const client = await memberClient(port, secrets.mongodbKey);
  try {
    const db = client.db('cartwright');
    const put = async (kind: 'Role' | 'User', name: string, document: object) => {
      const definition = kind === 'User' ? { ...document, mechanisms: ['SCRAM-SHA-256'] } : document;
      await db
        .command({ [`update${kind}`]: name, ...definition })
        .catch(async (error: { codeName?: string }) => {
          if (error.codeName !== `${kind}NotFound`) throw error;
          await db.command({ [`create${kind}`]: name, ...definition });
        });
    };
    // In version 1.0, the relays of auth were in a collection of the catalogue. They carry on where they stopped, because
    // auth gets the rights on its collection only after this copy.
    const { from, into, ids } = users.moved;
    const merge = { $merge: { into, whenMatched: 'keepExisting' } };
    await db
      .collection(from)
      .aggregate([{ $match: { _id: { $in: ids } } }, merge])
      .toArray();
    const one = async (variable: MongodbVariable) => {
      const name = userOf(variable);
      await put('Role', name, { privileges: privilegesOf(variable), roles: [] });
      await put('User', name, { pwd: secrets.data[variable], roles: [name] });
    };
    await Promise.all((Object.keys(collections) as MongodbVariable[]).map(one));
    await put('User', 'operator', { pwd: secrets.operator, roles: [{ role: 'root', db: 'admin' }] });
  } finally {
    await client.close();
  }
}
