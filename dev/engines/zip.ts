import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';

/**
 * Extracts one file of a zip archive to `target`: the first whose path ends with `inside`. @throws Error if
 * there is none
 */
export async function extract(archive: string, inside: string, target: string): Promise<void> {
  // Loaded on use, since most starts download nothing.
  const { openPromise } = await import('yauzl');
  const zip = await openPromise(archive);
  try {
    for await (const entry of zip.eachEntry()) {
      if (!`/${entry.fileName}`.endsWith(`/${inside}`)) continue;
      await pipeline(await zip.openReadStreamPromise(entry), createWriteStream(target));
      return;
    }
  } finally {
    zip.close();
  }
  throw new Error(`the archive holds no ${inside}`);
}
