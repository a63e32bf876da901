import { type FileHandle, open, rm } from 'node:fs/promises';

/** Writes a list, or an object of lists, part by part into a file, so that only one part needs to be in memory. */
export class JsonFile implements AsyncDisposable {
  readonly #handle: FileHandle;
  readonly #closer: ']' | '}';
  #isEmpty = true;

  private constructor(handle: FileHandle, closer: ']' | '}') {
    this.#handle = handle;
    this.#closer = closer;
  }

  /** Creates a file that only the current user of the machine may read. */
  static async begin(path: string, kind: 'list' | 'object'): Promise<JsonFile> {
    const handle = await open(path, 'wx', 0o600);
    await handle.write(kind === 'list' ? '[' : '{');
    return new JsonFile(handle, kind === 'list' ? ']' : '}');
  }

  /** Adds records to the list in the file. */
  async add(records: readonly unknown[]): Promise<void> {
    if (records.length > 0) await this.#append(records.map((one) => JSON.stringify(one)).join(',\n'));
  }

  /** Adds a member to the object in the file. */
  async addMember(name: string, value: unknown): Promise<void> {
    await this.#append(`${JSON.stringify(name)}:${JSON.stringify(value)}`);
  }

  async #append(text: string): Promise<void> {
    const separator = this.#isEmpty ? '' : ',\n';
    this.#isEmpty = false;
    await this.#handle.write(separator + text);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#handle.write(this.#closer);
    await this.#handle.close();
  }
}

/** Where a record is in a file, in bytes. */
interface Place {
  readonly start: number;
  readonly length: number;
}

/**
 * Records that arrive in any order and are read by their owner, such as variations by their product. They are in a
 * temporary file, because they may be too large for memory.
 */
export class RecordsByOwner implements AsyncDisposable {
  readonly #path: string;
  readonly #handle: FileHandle;
  readonly #places = new Map<number, Place[]>();
  #end = 0;
  #size = 0;

  private constructor(path: string, handle: FileHandle) {
    this.#path = path;
    this.#handle = handle;
  }

  /** Creates the file, which only the current user of the machine may read. */
  static async begin(path: string): Promise<RecordsByOwner> {
    return new RecordsByOwner(path, await open(path, 'wx+', 0o600));
  }

  /** The number of all records. */
  get size(): number {
    return this.#size;
  }

  async add(owner: number, record: unknown): Promise<void> {
    const bytes = Buffer.from(JSON.stringify(record));
    await this.#handle.write(bytes);
    const places = this.#places.get(owner) ?? [];
    this.#places.set(owner, places);
    places.push({ start: this.#end, length: bytes.length });
    this.#end += bytes.length;
    this.#size += 1;
  }

  /** Returns the records of an owner in the order in which they were added. */
  async of(owner: number): Promise<unknown[]> {
    const records: unknown[] = [];
    for (const { start, length } of this.#places.get(owner) ?? []) {
      const { buffer } = await this.#handle.read(Buffer.allocUnsafe(length), 0, length, start);
      records.push(JSON.parse(buffer.toString()));
    }
    return records;
  }

  /** Deletes the file. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#handle.close();
    await rm(this.#path);
  }
}
