// `npm run secrets -- --write .env`: adds the variables that docker-compose.yml needs and the file lacks, with new passwords
// and tokens. Without `--write`, prints all of them.

import { readFile, realpath, rename, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { newClaimKeys } from '#platform/bus/claim.ts';
import { userOf } from './engines/service-users.ts';
import {
  operationsVariable,
  passwordVariable,
  perOwnSecret,
  roleEngines,
  roles,
  servedRoles,
} from './roles.ts';
import { newSecret } from './secrets.ts';

const names = [
  ...roles.map(({ name }) => passwordVariable(name)),
  'MONGODB_KEY',
  'MONGODB_OPERATOR_PASSWORD',
  ...roleEngines.map(({ kind, variable }) => `${kind}_${userOf(variable)}_password`.toUpperCase()),
  ...Object.keys(perOwnSecret(() => '')),
  ...servedRoles.map(({ name }) => operationsVariable(name)),
];

const { privateKey, publicKey } = newClaimKeys();
const values: readonly (readonly [name: string, value: string])[] = [
  ...names.map((name) => [name, newSecret()] as const),
  ['CLAIM_PRIVATE_KEY', privateKey],
  ['CLAIM_PUBLIC_KEY', publicKey],
];
const lines = (some: typeof values) => some.map(([name, value]) => `${name}=${value}\n`).join('');

/** Returns the content of a file; an empty text if there is no file. */
async function contentOf(path: string): Promise<string> {
  return readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
}

/**
 * Adds the missing variables to a file that only its owner may read. Lines that are there stay. The file is replaced in one
 * step, so that it never has a part of the secrets. Returns a sentence about what was done.
 *
 * @throws Error if the file has only one of the two keys of claims, because new keys come in pairs
 */
async function addTo(file: string): Promise<string> {
  const path = await realpath(file).catch(() => file);
  const before = await contentOf(path);
  const present = new Set(
    [...before.matchAll(/^[ \t]*(?:export[ \t]+)?([A-Z0-9_]+)[ \t]*=/gm)].map(([, name]) => name),
  );
  if (present.has('CLAIM_PRIVATE_KEY') !== present.has('CLAIM_PUBLIC_KEY')) {
    throw new Error(
      `${file} has only one of CLAIM_PRIVATE_KEY and CLAIM_PUBLIC_KEY: add the other, or remove it`,
    );
  }
  const missing = values.filter(([name]) => !present.has(name));
  const end = before === '' || before.endsWith('\n') ? '' : '\n';
  const next = `${path}.${process.pid}.new`;
  await writeFile(next, before + end + lines(missing), { mode: 0o600, flag: 'wx' });
  await rename(next, path);
  const kept = present.size > 0 ? `; ${present.size} stayed as they were` : '';
  return `${file}: ${missing.length} variables added${kept}. Only you can read it\n`;
}

const { write } = parseArgs({ options: { write: { type: 'string' } } }).values;
try {
  process.stdout.write(write === undefined ? lines(values) : await addTo(write));
} catch (error) {
  process.stderr.write(`secrets: ${(error as Error).message}\n`);
  process.exitCode = 1;
}
