import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';

/** A file with the digest that its content must have. */
export interface Digest {
  readonly name: string;
  /** SHA-256 of the content, in hexadecimal. */
  readonly sha256: string;
}

/** Checks the content of a file. @throws Error with the file's name if the content has another digest */
export async function requireDigest(path: string, { name, sha256 }: Digest): Promise<void> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  const found = hash.digest('hex');
  if (found !== sha256) throw new Error(`${name} has the SHA-256 ${found}, and not ${sha256}`);
}
