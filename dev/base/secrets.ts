import { randomBytes } from 'node:crypto';
import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { ClaimPrivateKey, ClaimPublicKey, newClaimKeys } from '#platform/bus/claim.ts';
import { perEngine, perOwnSecret, perRole } from './roles.ts';
import { Problem } from './terminal.ts';

const secret = z
  .string()
  .min(32)
  .regex(/^[a-z]/, 'must begin with a letter');

/** Schema of `DATA_DIR/secrets.json`. No two roles have the same secret. */
export const Secrets = z.object({
  nats: z.object(perRole(() => secret)),
  /** By role: the token that gives access to the operations and metrics on the role's private port. */
  operationsTokens: z.object(perRole(() => secret)),
  claimKeys: z.object({ privateKey: ClaimPrivateKey, publicKey: ClaimPublicKey }),
  own: z.object(perOwnSecret(() => secret)),
  /**
   * Secrets of the private engines: a password for each service, a password for operators, and the key of the replica
   * set.
   */
  engines: z.object({ data: z.object(perEngine(() => secret)), operator: secret, mongodbKey: secret }),
});
export type Secrets = z.infer<typeof Secrets>;

/**
 * Returns 32 random bytes as text. The text begins with a letter, because deploy/nats.conf would read a value that
 * begins with a digit as a number.
 */
export function newSecret(): string {
  return `s${randomBytes(32).toString('hex')}`;
}

/** Returns new values for all secrets. */
function newSecrets(): Secrets {
  return {
    nats: perRole(newSecret),
    operationsTokens: perRole(newSecret),
    claimKeys: newClaimKeys(),
    own: perOwnSecret(newSecret),
    engines: { data: perEngine(newSecret), operator: newSecret(), mongodbKey: newSecret() },
  };
}

/**
 * Returns the secrets of `DATA_DIR/secrets.json`, which only its owner can read. Creates the file at the first start,
 * and adds missing members at later starts.
 *
 * @throws Problem when the file is damaged
 */
export async function keepSecrets(dataDir: string): Promise<Secrets> {
  const path = join(dataDir, 'secrets.json');
  const fresh = newSecrets();
  const kept = await readJson(path);
  const merged = Secrets.safeParse({
    ...fresh,
    ...kept,
    nats: { ...fresh.nats, ...kept?.nats },
    operationsTokens: { ...fresh.operationsTokens, ...kept?.operationsTokens },
    own: { ...fresh.own, ...kept?.own },
    engines: {
      ...fresh.engines,
      ...kept?.engines,
      data: { ...fresh.engines.data, ...kept?.engines?.data },
    },
  });
  if (!merged.success) throw damaged(path);
  if (JSON.stringify(kept) !== JSON.stringify(merged.data)) await writePrivately(path, merged.data);
  await chmod(path, 0o600);
  return merged.data;
}

/** Returns the error for a damaged file. New secrets are no way out, because `auth` does not start with them. */
function damaged(path: string): Problem {
  return new Problem(`${path} is damaged: put a copy back, or see docs/security.md#a-lost-secret.`);
}

async function readJson(path: string): Promise<Partial<Secrets> | null> {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    if (error instanceof SyntaxError) throw damaged(path);
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Writes a JSON file atomically. Only its owner can read the file. */
export async function writePrivately(path: string, value: unknown): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const temporary = `${path}.${process.pid}`;
  await writeFile(temporary, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
  await rename(temporary, path);
}
