import type { z } from 'zod';
import { type Collection, type ImportCounts, importBatch } from '#contracts/catalogue-import.ts';
import type { Bus } from '../../bus.ts';
import { Problem } from '../../problem.ts';
import { Notes } from '../notes.ts';
import type { ImportRequest } from '../send.ts';
import { refused, sizeOf, validated } from './validation.ts';

/** Maximum bytes of records in a message. A larger record is sent in a message of its own. */
const batchBytes = 400_000;
/**
 * Maximum bytes of checked records that stay in memory until they are sent. All further records are read from the file
 * again.
 */
const keptBytes = 12_000_000;

/** A value that must be unique in a collection, for example an id. */
export type UniqueValue = readonly [what: string, value: string | number];

/** How the records of a collection are read from a file and sent to a service. */
export interface Source<R extends { readonly id: number }> {
  readonly collection: Collection | 'customers';
  readonly file: string;
  /** Schema that the service requires of each record. */
  readonly schema: z.ZodType<R>;
  /** Yields the entries of the file. Each call begins at the start of the file. */
  entries(): AsyncIterable<unknown>;
  /** Returns the record of an entry; null if the entry is left out. @throws Problem for an invalid entry */
  make(entry: unknown, notes: Notes): R | null;
  /** Returns the values of a record that no other record may have. */
  uniqueValues(record: R): Iterable<UniqueValue>;
  /** Sends records. Returns, by kind of record, how many were created, changed, left unchanged or removed. */
  send(bus: Bus, records: R[]): Promise<Readonly<Record<string, ImportCounts>>>;
}

/** Reads, checks and sends the records of one collection. All records are checked before the first record is sent. */
export class RecordStream<R extends { readonly id: number }> {
  readonly #source: Source<R>;
  readonly #ids = new Set<number>();
  /** Number of records in each message. */
  readonly #batches: number[] = [];
  #lastBytes = 0;
  readonly #kept: R[] = [];
  #keptBytes = 0;
  /** Number of entries, from the start of the file, whose records are in memory. */
  #keptEntries = 0;
  #isAllKept = true;

  constructor(source: Source<R>) {
    this.#source = source;
  }

  get collection(): Source<R>['collection'] {
    return this.#source.collection;
  }

  /** Ids of the records that are not left out. Complete after `check`. */
  get ids(): ReadonlySet<number> {
    return this.#ids;
  }

  /** Checks every record. @throws Problem that names the file, record and member of an invalid value */
  async check(notes: Notes): Promise<void> {
    const { file, schema } = this.#source;
    const found = new Map<string, Set<string | number>>();
    let entries = 0;
    for await (const entry of this.#source.entries()) {
      entries += 1;
      const given = this.#source.make(entry, notes);
      if (given === null) continue;
      const record = validated(file, given, schema);
      this.#requireUnique(record, found);
      const bytes = sizeOf(file, record);
      this.#ids.add(record.id);
      this.#place(bytes);
      this.#keep(record, bytes, entries);
    }
  }

  #requireUnique(record: R, found: Map<string, Set<string | number>>): void {
    for (const [what, value] of this.#source.uniqueValues(record)) {
      const values = found.get(what) ?? new Set();
      if (values.has(value)) throw refused(`${this.#source.file}: two records`, `have the ${what} ${value}`);
      found.set(what, values.add(value));
    }
  }

  #place(bytes: number): void {
    const last = this.#batches.length - 1;
    const count = this.#batches[last] ?? 0;
    const isFull = count === 0 || count === importBatch || this.#lastBytes + bytes > batchBytes;
    if (isFull) {
      this.#batches.push(1);
      this.#lastBytes = bytes;
    } else {
      this.#batches[last] = count + 1;
      this.#lastBytes += bytes;
    }
  }

  #keep(record: R, bytes: number, entries: number): void {
    this.#isAllKept &&= this.#keptBytes + bytes <= keptBytes;
    if (!this.#isAllKept) return;
    this.#kept.push(record);
    this.#keptBytes += bytes;
    this.#keptEntries = entries;
  }

  /** Yields the checked records as messages. @throws Problem when the file has changed since the check */
  async *requests(): AsyncGenerator<ImportRequest> {
    const records = this.#records();
    for (const count of this.#batches) {
      const batch: R[] = [];
      while (batch.length < count) {
        const next = await records.next();
        if (next.done) throw new Problem(`${this.#source.file} was changed while it was imported`, 'failed');
        batch.push(next.value);
      }
      yield { count, send: (bus) => this.#source.send(bus, batch) };
    }
  }

  async *#records(): AsyncGenerator<R> {
    yield* this.#kept;
    if (this.#isAllKept) return;
    // The notes of these records are ignored, because `check` has already added the same notes.
    const ignoredNotes = new Notes();
    let entries = 0;
    for await (const entry of this.#source.entries()) {
      entries += 1;
      if (entries <= this.#keptEntries) continue;
      const record = this.#source.make(entry, ignoredNotes);
      if (record !== null) yield record;
    }
  }
}
