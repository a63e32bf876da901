import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';

/** Writes one file of a zip archive to `target`: the first whose path ends with `inside`. @throws Error when none does */
export async function extract(archive: string, inside: string, target: string): Promise<void> {
  // Loaded here: most starts fetch nothing.
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
