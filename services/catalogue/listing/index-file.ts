import { createHash } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { crc32 } from 'node:zlib';
import type { Logger } from '#platform/service/logger.ts';
import type { ChangeLog, LoggedChange } from '../store/changes.ts';
import { ProductIndex } from './domain/product-index.ts';

const fileName = 'lists.snapshot';
/** The folders whose code determines the content of an index. */
const sources = ['services/catalogue', 'contracts', 'platform'].map((folder) =>
  join(import.meta.dirname, '../../..', folder),
);

/** The first line of the file, as JSON. The index follows this line. */
interface Header {
  /** Hash of the code that wrote the file. */
  readonly code: string;
  /** The number and time of the last change in the index. */
  readonly change: LoggedChange;
  /** CRC-32 of the bytes after the first line. */
  readonly checksum: number;
}

/** Returns a hash of the code in `sources` and of the version of Node. A replica with another hash ignores the file. */
async function hashOfCode(): Promise<string> {
  const hash = createHash('sha256').update(process.version);
  for (const folder of sources) {
    const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.ts'));
    for (const name of names.sort()) hash.update(name).update(await readFile(join(folder, name)));
  }
  return hash.digest('hex');
}

/** An index, with the number of the last change that it contains. */
export interface LoadedIndex {
  readonly index: ProductIndex;
  number: number;
}

/**
 * A file on this machine with the index of lists. A replica that starts with this file reads only documents
 * that have changed since. Replicas on one machine may share the folder.
 */
export class IndexFile {
  readonly #folder: string;
  readonly #changes: Pick<ChangeLog, 'find'>;
  readonly #logger: Pick<Logger, 'warn'>;
  /** The number of the last change in the file. */
  #number = -1;

  /** The first write creates `folder`. */
  constructor(folder: string, changes: Pick<ChangeLog, 'find'>, logger: Pick<Logger, 'warn'>) {
    this.#folder = folder;
    this.#changes = changes;
    this.#logger = logger;
  }

  /**
   * Returns the saved index; null if the file is missing, damaged, written by another version of the code, or newer
   * than change `last`. Also null if the log of changes does not contain the last change of the index, because the
   * index is then too old or from another database.
   */
  async read(last: number): Promise<LoadedIndex | null> {
    try {
      const bytes = await readFile(join(this.#folder, fileName));
      const end = bytes.indexOf('\n');
      const { code, change, checksum }: Header = JSON.parse(bytes.toString('utf8', 0, end));
      if (code !== (await hashOfCode()) || change.number > last) return null;
      if ((await this.#changes.find(change.number))?.at !== change.at) return null;
      const body = bytes.subarray(end + 1);
      if (crc32(body) !== checksum) throw new Error('its checksum is wrong');
      const index = new ProductIndex();
      index.restore(deserialize(body));
      this.#number = change.number;
      return { index, number: change.number };
    } catch (err) {
      if (!isMissing(err)) this.#logger.warn({ err }, 'the saved lists cannot be read');
      return null;
    }
  }

  /**
   * Writes the index to the file, except if the file already contains this index. Only logs errors, because a
   * replica can start without the file.
   */
  async write({ index, number }: LoadedIndex): Promise<void> {
    if (number === this.#number) return;
    const temporary = join(this.#folder, `${fileName}.${process.pid}`);
    try {
      const change = await this.#changes.find(number);
      if (change === null) return;
      const body = serialize(index.snapshot);
      const header: Header = { code: await hashOfCode(), change, checksum: crc32(body) };
      await mkdir(this.#folder, { recursive: true, mode: 0o700 });
      const file = await open(temporary, 'w', 0o600);
      try {
        await file.writev([Buffer.from(`${JSON.stringify(header)}\n`), body]);
        await file.sync();
      } finally {
        await file.close();
      }
      // The complete file gets its final name last, so that no replica reads an incomplete file.
      await rename(temporary, join(this.#folder, fileName));
      this.#number = number;
    } catch (err) {
      this.#logger.warn({ err }, 'the lists cannot be saved');
      await rm(temporary, { force: true }).catch(() => undefined);
    }
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
