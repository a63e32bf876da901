// `npm run secrets [-- FOLDER]`: writes what docker-compose.yml needs to a folder, by default the repository: secrets to
// `.env`, and a certificate for this machine to `tls`. What is there stays. The image has a bundle of this program, so
// that a machine with Docker needs no Node.

import { X509Certificate } from 'node:crypto';
import { statSync } from 'node:fs';
import { open, readFile, realpath, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { newClaimKeys } from '#platform/bus/claim.ts';
import {
  operationsVariable,
  passwordVariable,
  perOwnSecret,
  roleEngines,
  roles,
  servedRoles,
} from './base/roles.ts';
import { newSecret } from './base/secrets.ts';
import { filesIn, makeCertificate } from './base/tls.ts';
import { userOf } from './engines/service-users.ts';

const names = [
  ...roles.map(({ name }) => passwordVariable(name)),
  'MONGODB_KEY',
  'MONGODB_OPERATOR_PASSWORD',
  ...roleEngines.map(({ kind, variable }) => `${kind}_${userOf(variable)}_password`.toUpperCase()),
  ...Object.keys(perOwnSecret(() => '')),
  ...servedRoles.map(({ name }) => operationsVariable(name)),
];

/** Matches a line with a value: `NAME=value` or `export NAME=value`. A line with an empty value is as no line for Compose. */
const lineWithValue =
  /^[ \t]*(?:export[ \t]+)?([A-Z0-9_]+)[ \t]*=(?![ \t]*(?:""|'')?[ \t]*(?:[ \t]#.*)?\r?$)/gm;

/** Returns the content of a file; an empty text if there is no file. */
async function contentOf(path: string): Promise<string> {
  return readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
}

/**
 * Returns the content of `.env` with the missing variables at its end, and their number.
 *
 * @throws Error if the file has only one of the two keys of claims, because new keys come in pairs
 */
function completed(path: string, before: string): { text: string; added: number; kept: number } {
  const present = new Set([...before.matchAll(lineWithValue)].map(([, name]) => name));
  if (present.has('CLAIM_PRIVATE_KEY') !== present.has('CLAIM_PUBLIC_KEY')) {
    throw new Error(
      `${path} has only one of CLAIM_PRIVATE_KEY and CLAIM_PUBLIC_KEY: add the other, or remove it`,
    );
  }
  const { privateKey, publicKey } = newClaimKeys();
  const values: readonly (readonly [name: string, value: string])[] = [
    ...names.map((name) => [name, newSecret()] as const),
    ['CLAIM_PRIVATE_KEY', privateKey],
    ['CLAIM_PUBLIC_KEY', publicKey],
  ];
  const missing = values.filter(([name]) => !present.has(name));
  const end = before === '' || before.endsWith('\n') ? '' : '\n';
  const text = before + end + missing.map(([name, value]) => `${name}=${value}\n`).join('');
  return { text, added: missing.length, kept: present.size };
}

/** Replaces a file in one step. Only its owner may read it. After a failure or a crash the file is as before. */
async function replace(path: string, text: string): Promise<void> {
  const next = `${path}.${process.pid}.new`;
  try {
    await using file = await open(next, 'wx', 0o600);
    await file.writeFile(text);
    await file.sync();
  } catch (error) {
    await rm(next, { force: true });
    throw error;
  }
  await rename(next, path);
  await using folder = await open(dirname(path));
  await folder.sync();
}

/** Returns a phrase with the day on which a certificate ends; an empty text if the file has no certificate. */
async function endOf(path: string): Promise<string> {
  try {
    const end = new X509Certificate(await readFile(path)).validToDate;
    return `, and is valid until ${end.toISOString().slice(0, 10)}`;
  } catch {
    return '';
  }
}

/**
 * Makes a certificate in `tls`, unless one is there. Returns a phrase about it.
 *
 * @throws Error if the folder has only a certificate or only a key
 */
async function keepCertificate(folder: string): Promise<string> {
  const files = filesIn(folder);
  const [hasCertificate, hasKey] = [files.certFile, files.keyFile].map((path) =>
    statSync(path, { throwIfNoEntry: false })?.isFile(),
  );
  if (hasCertificate !== hasKey)
    throw new Error(`${folder} has only one of cert.pem and key.pem: add the other, or remove it`);
  if (hasCertificate) return `the certificate in ${folder} stays${await endOf(files.certFile)}`;
  await makeCertificate(folder);
  return `a certificate for localhost is in ${folder}`;
}

async function main(): Promise<void> {
  const { positionals } = parseArgs({ allowPositionals: true });
  const [folder = dirname(import.meta.dirname), ...more] = positionals;
  if (more.length > 0) throw new Error('say one folder, or none for the repository');
  const named = join(resolve(folder), '.env');
  // `.env` may be a link to a file elsewhere, which is then replaced.
  const path = await realpath(named).catch(() => named);
  const { text, added, kept } = completed(named, await contentOf(path));
  const certificate = await keepCertificate(join(resolve(folder), 'tls'));
  await replace(path, text);
  process.stdout.write(`${named}: ${added} secrets added, ${kept} variables stay; ${certificate}\n`);
}

try {
  await main();
} catch (error) {
  process.stderr.write(`secrets: ${(error as Error).message}\n`);
  process.exitCode = 1;
}
