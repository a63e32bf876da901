import { type FileHandle, open } from 'node:fs/promises';

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
