import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';

/**
 * Finds the first file in a zip archive whose path ends with `inside`, and writes the file to `target`.
 *
 * @throws Error if there is no such file
 */
export async function extract(archive: string, inside: string, target: string): Promise<void> {
  // yauzl is loaded only here, because `npm start` usually downloads nothing.
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
