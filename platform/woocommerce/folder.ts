import { readSync } from 'node:fs';
import { type FileHandle, open, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Problem } from '../errors/problem.ts';
import { entriesOf } from './fields.ts';
import { Cutter, entryOf, memberOf, NotJson, type Piece, piecesOf } from './json-pieces.ts';
import { Notes, refused, UnreadableRecord } from './notes.ts';

/** Maximum bytes of a file that is read as a whole: settings, or attributes with their terms. */
const maxWholeFileBytes = 64 * 1_048_576;

/** The files whose lists may be incomplete, each with the reason. */
export type Gaps = ReadonlyMap<string, string>;

/** The files of a shop, and what is known about them. */
export interface ShopSource {
  readonly folder: string;
  readonly gaps: Gaps;
  /** Notes that were made while the files were fetched. */
  readonly notes: Notes;
}

/** Returns a folder of the user as a source. Each list in its files is complete. */
export function folderSource(folder: string): ShopSource {
  return { folder, gaps: new Map(), notes: new Notes() };
}

/** Called with the progress of reading a file, in bytes. */
type ReadProgress = (file: string, done: number, total: number) => void;

/** Number of pieces between two progress reports. */
const watchEvery = 50;

/** Throws a Problem if the error says that a file is unreadable or invalid. Throws any other error unchanged. */
function unreadable(file: string, error: unknown): never {
  if (error instanceof NotJson) throw refused(file, `is no JSON that can be read: it ${error.message}`);
  if (error instanceof SyntaxError) throw refused(file, 'is no JSON');
  const code = (error as NodeJS.ErrnoException).code;
  if (code === undefined) throw error;
  throw refused(file, `cannot be read (${code})`);
}

/** The folder of a shop's files. Each file is read piece by piece when it is needed. */
export class ShopFolder {
  readonly #path: string;
  readonly #names: ReadonlySet<string>;
  readonly #watch: ReadProgress;
  readonly gaps: Gaps;

  private constructor(path: string, names: ReadonlySet<string>, gaps: Gaps, watch: ReadProgress) {
    this.#path = path;
    this.#names = names;
    this.gaps = gaps;
    this.#watch = watch;
  }

  /** Opens a folder. @throws Problem if it cannot be read, has no products.json, or a pipe in place of a file */
  static async open(
    path: string,
    watch: ReadProgress = () => undefined,
    gaps: Gaps = new Map(),
  ): Promise<ShopFolder> {
    const names = await readdir(path).catch(({ code }: NodeJS.ErrnoException) => {
      if (code === 'ENOENT') throw new Problem(`there is no folder ${path}`, 'not_found');
      if (code === 'ENOTDIR') throw new Problem(`${path} is no folder`, 'not_found');
      if (code === 'EACCES')
        throw new Problem(`this account may not read the folder ${path} (EACCES)`, 'refused');
      throw new Problem(`the folder ${path} cannot be read (${code})`, 'refused');
    });
    if (!names.includes('products.json')) {
      throw new Problem(`${path} holds no products.json; nothing was changed`, 'not_found');
    }
    for (const name of names.filter((one) => one.endsWith('.json'))) {
      // A pipe or a device could be read for ever. Other faults are found when the file is read.
      const kind = await stat(join(path, name)).catch(() => null);
      if (kind && !kind.isFile() && !kind.isDirectory()) throw refused(name, 'is no file');
    }
    return new ShopFolder(path, new Set(names.filter((one) => one.endsWith('.json')).sort()), gaps, watch);
  }

  has(file: string): boolean {
    return this.#names.has(file);
  }

  /** Returns the names of the folder's files that are not in `known`. */
  others(known: ReadonlySet<string>): string[] {
    return [...this.#names].filter((name) => !known.has(name));
  }

  /**
   * Yields the records of a file; none if the file is missing. PHP writes a list with gaps as an object whose names are
   * numbers.
   *
   * @throws Problem if the file has no valid list
   */
  async *list(file: string): AsyncGenerator<unknown> {
    if (!this.has(file)) return;
    const cutter = new Cutter();
    try {
      for await (const piece of this.#pieces(file, cutter)) {
        if (cutter.isList) yield entryOf(piece);
        else {
          const [name, value] = memberOf(piece);
          if (!/^\d+$/.test(name)) throw refused(file, 'must be a list');
          yield value;
        }
      }
    } catch (error) {
      if (error instanceof Problem) throw error;
      unreadable(file, error);
    }
  }

  /**
   * Returns the parsed content of a small file; null if the file is missing.
   *
   * @throws Problem if the file is invalid or too large
   */
  async whole(file: string): Promise<unknown> {
    if (!this.has(file)) return null;
    try {
      const path = join(this.#path, file);
      if ((await stat(path)).size > maxWholeFileBytes)
        throw refused(file, `is larger than ${maxWholeFileBytes} bytes`);
      return JSON.parse((await readFile(path, 'utf8')).replace(/^\uFEFF/, ''));
    } catch (error) {
      if (error instanceof Problem) throw error;
      return unreadable(file, error);
    }
  }

  /**
   * Returns the number of records in a file that is not imported; 1 if the file does not contain a list.
   *
   * @throws Problem for invalid JSON
   */
  async count(file: string): Promise<number> {
    const cutter = new Cutter();
    let pieces = 0;
    try {
      for await (const piece of this.#pieces(file, cutter)) {
        if (cutter.isList) entryOf(piece);
        else memberOf(piece);
        pieces += 1;
      }
    } catch (error) {
      unreadable(file, error);
    }
    return cutter.isList ? pieces : 1;
  }

  /**
   * Opens a file with a JSON object of lists by id: `{"17": [...]}`.
   *
   * @throws Problem if the file is invalid
   */
  async lists(file: string): Promise<Lists> {
    const places = new Map<number, Pick<Piece, 'start' | 'end'>>();
    if (!this.has(file)) return new Lists(file, null, places);
    const cutter = new Cutter();
    try {
      for await (const piece of this.#pieces(file, cutter)) {
        if (cutter.isList) throw refused(file, 'must be an object of lists by id');
        const id = idOf(file, piece);
        if (places.has(id)) throw refused(file, `has two lists of ${id}`);
        places.set(id, { start: piece.start, end: piece.end });
      }
      return new Lists(file, await open(join(this.#path, file)), places);
    } catch (error) {
      if (error instanceof Problem) throw error;
      return unreadable(file, error);
    }
  }

  async *#pieces(file: string, cutter: Cutter): AsyncGenerator<Piece> {
    const path = join(this.#path, file);
    const { size } = await stat(path);
    let count = 0;
    for await (const piece of piecesOf(path, cutter)) {
      yield piece;
      count += 1;
      if (count % watchEvery === 0) this.#watch(file, piece.end, size);
    }
  }
}

/** The files of a shop as the import reads them, from a folder or from memory. */
export type ShopFiles = Pick<ShopFolder, 'gaps' | 'has' | 'others' | 'list' | 'whole' | 'count'>;

/** The variations of products, by the ids of the products. */
export type VariationLists = Pick<Lists, 'of' | 'unread'>;

/**
 * Returns the id that is the name of a member, without parsing the member's value. @throws Problem for a name
 * that is no id
 */
function idOf(file: string, piece: Piece): number {
  const [, digits] = /^\s*"(\d{1,15})"\s*:/.exec(piece.text.slice(0, 200)) ?? [];
  if (digits !== undefined) return Number(digits);
  const [name] = memberOf(piece);
  throw refused(file, `"${name.slice(0, 60)}" must be an id`);
}

/** A file that contains a list for each id and is too large for memory. Each list is read when it is needed. */
export class Lists implements AsyncDisposable {
  readonly #file: string;
  readonly #handle: FileHandle | null;
  readonly #places: ReadonlyMap<number, Pick<Piece, 'start' | 'end'>>;
  readonly #read = new Set<number>();

  constructor(
    file: string,
    handle: FileHandle | null,
    places: ReadonlyMap<number, Pick<Piece, 'start' | 'end'>>,
  ) {
    this.#file = file;
    this.#handle = handle;
    this.#places = places;
  }

  /** Ids of the lists that have not been read yet. */
  get unread(): number[] {
    return [...this.#places.keys()].filter((id) => !this.#read.has(id));
  }

  /**
   * Returns the list of an id; an empty list if the file has no list for this id.
   *
   * @throws Problem for invalid JSON
   * @throws UnreadableRecord for a value that is no list
   */
  of(id: number): unknown[] {
    const place = this.#places.get(id);
    this.#read.add(id);
    if (!place || !this.#handle) return [];
    const length = place.end - place.start;
    try {
      // The list is read synchronously, because an asynchronous read of a few kilobytes takes longer.
      const bytes = Buffer.allocUnsafe(length);
      const bytesRead = readSync(this.#handle.fd, bytes, 0, length, place.start);
      const [, value] = memberOf({ text: bytes.toString('utf8', 0, bytesRead) });
      const list = entriesOf(value);
      if (list) return list;
    } catch (error) {
      unreadable(this.#file, error);
    }
    throw new UnreadableRecord(this.#file, { id }, 'must be a list');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#handle?.close();
  }
}
