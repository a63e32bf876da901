import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';

/** A file with its required content. */
export interface Digest {
  readonly name: string;
  /** SHA-256, in hexadecimal. */
  readonly sha256: string;
}

/** @throws Error naming the file if its content differs */
export async function requireDigest(path: string, { name, sha256 }: Digest): Promise<void> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  const found = hash.digest('hex');
  if (found !== sha256) throw new Error(`${name} has the SHA-256 ${found}, and not ${sha256}`);
}
