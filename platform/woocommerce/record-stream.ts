import type { z } from 'zod';
import { type Collection, type ImportCounts, importBatch } from '#contracts/catalogue-import.ts';
import { Problem } from '../errors/problem.ts';
import { idOf, Notes, readable, UnreadableRecord, validated } from './notes.ts';
import { type ImportRequest, recordBytes, type Services } from './send.ts';

/** Maximum bytes of records in a message. A larger record is sent in a message of its own. */
const batchBytes = 400_000;
/**
 * Maximum bytes of checked records that stay in memory until they are sent. All further records are read from the file
 * again.
 */
const keptBytes = 12_000_000;

/** A value that only one record may have, such as a SKU, with the record that has it. */
export interface Claim {
  readonly value: string;
  readonly id: number;
  /** The claim with the lowest rank counts; of equal ranks, the one that `Source.claims` prefers. */
  readonly rank: number;
}

/** How the records of a collection are read from a file and sent to a service. */
export interface Source<R extends { readonly id: number }> {
  readonly collection: Collection | 'customers';
  readonly file: string;
  /** Schema that the service requires of each record. */
  readonly schema: z.ZodType<R>;
  /** Yields the entries of the file. Each call begins at the start of the file. */
  entries(): AsyncIterable<unknown>;
  /** Returns the record of an entry; null if the entry is left out. @throws UnreadableRecord */
  make(entry: unknown, notes: Notes): R | null;
  /** Returns the ids of a record and its parts, which no other record may have. The default is the record's id. */
  ids?(record: R): readonly number[];
  /** The value that only one record may have. Absent if there is none. */
  readonly unique?: {
    /** Name of the value, for notes. */
    readonly name: string;
    claims(record: R): Iterable<Claim>;
    /** Which of two claims of the same rank counts: the one with the lowest or the highest id. */
    readonly prefers: 'lowest' | 'highest';
    /** Returns a record without the values that count for another record. Absent if such a record is left out. */
    without?(record: R, isLost: (value: string, id: number) => boolean): R;
  };
  /** Returns a record as it is sent. Called after all collections are checked. */
  finished?(record: R): R;
  /** Sends records. Returns, by kind of record, how many were created, changed, left unchanged or removed. */
  send(services: Services, records: R[]): Promise<Readonly<Record<string, ImportCounts>>>;
}

/** Returns whether a record is in the trash of the shop. Terms and customers have no status. */
function isInTrash(entry: unknown): boolean {
  return (entry as { status?: unknown } | null)?.status === 'trash';
}

/** Reads, checks and sends the records of one collection. All records are checked before the first record is sent. */
export class RecordStream<R extends { readonly id: number }> {
  readonly #source: Source<R>;
  readonly #ids = new Set<number>();
  readonly #listedIds = new Set<number>();
  readonly #unreadIds = new Set<number>();
  #isIncomplete = false;
  /** The places of entries whose records are left out because they are invalid or occur twice. */
  readonly #skipped = new Set<number>();
  /** For each value that several records claim: the id of the record for which it counts. */
  readonly #owners = new Map<string, number>();
  /** Ids of records that are left out because another record has their value. */
  readonly #lostIds = new Set<number>();
  /** The bytes of each record in a message, in the order of the file. */
  readonly #bytes: number[] = [];
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

  get file(): string {
    return this.#source.file;
  }

  /** Ids of the records that are not in the trash, also of those that are left out. Complete after `check`. */
  get listedIds(): ReadonlySet<number> {
    return this.#listedIds;
  }

  /** Ids of records that cannot be read. What is stored of them stays. Complete after `check`. */
  get unreadIds(): ReadonlySet<number> {
    return this.#unreadIds;
  }

  /** Whether a record's id cannot be read, so that it is unknown which stored records the shop has. */
  get isIncomplete(): boolean {
    return this.#isIncomplete;
  }

  /** Yields the entries of the file that are not in the trash, with their places in the file, from 1 on. */
  async *#entries(onTrash: () => void = () => undefined): AsyncGenerator<readonly [number, unknown]> {
    let place = 0;
    for await (const entry of this.#source.entries()) {
      place += 1;
      if (!isInTrash(entry)) yield [place, entry];
      else onTrash();
    }
  }

  /**
   * Checks every record, and adds a note for each record that cannot be read. Calls `each` with the other records.
   *
   * @throws Problem for a file that cannot be read
   */
  async check(notes: Notes, each: (record: R) => void = () => undefined): Promise<void> {
    const seen = new Set<number>();
    const claims = new Map<string, Claim>();
    const contested = new Map<string, number[]>();
    const onTrash = () =>
      notes.leaveOut(`${this.collection} in the trash`, 'they are not taken, and removed here');
    for await (const [place, entry] of this.#entries(onTrash)) {
      const listed = idOf(entry);
      if (listed === null) this.#isIncomplete = true;
      else this.#listedIds.add(listed);
      const read = readable(
        place,
        notes,
        () => this.#read(entry, notes),
        (id) => this.#unreadIds.add(id),
      );
      if (read === undefined || (read && !this.#isNew(read.record, seen, notes))) {
        this.#skipped.add(place);
        continue;
      }
      if (read === null) continue;
      const { record, bytes } = read;
      this.#ids.add(record.id);
      this.#bytes.push(bytes);
      this.#claim(record, claims, contested);
      this.#keep(record, bytes, place);
      each(record);
    }
    this.#settle(claims, contested, notes);
  }

  /** Returns the record of an entry with its size; null if the entry is left out. @throws UnreadableRecord */
  #read(entry: unknown, notes: Notes): { record: R; bytes: number } | null {
    const { file, schema } = this.#source;
    const made = this.#source.make(entry, notes);
    if (made === null) return null;
    const record = validated(file, made, schema);
    return { record, bytes: sizeOf(file, record) };
  }

  /** Returns whether all ids of a record are new. Otherwise the record is left out, with a note. */
  #isNew(record: R, seen: Set<number>, notes: Notes): boolean {
    const ids = this.#source.ids?.(record) ?? [record.id];
    const repeated = ids.find((id) => seen.has(id));
    if (repeated === undefined) for (const id of ids) seen.add(id);
    else {
      const what =
        repeated === record.id ? 'occurs again' : `has the id ${repeated}, which another record has`;
      notes.leaveOut(`${this.#source.file}, record ${record.id}`, `${what}: the first one is taken`);
    }
    return repeated === undefined;
  }

  /** Enters the claims of a record. `contested` gets, by value, the ids of all records that claim the value. */
  #claim(record: R, claims: Map<string, Claim>, contested: Map<string, number[]>): void {
    const { unique } = this.#source;
    for (const claim of unique?.claims(record) ?? []) {
      const other = claims.get(claim.value);
      if (!other) {
        claims.set(claim.value, claim);
        continue;
      }
      const ids = contested.get(claim.value) ?? [other.id];
      ids.push(claim.id);
      contested.set(claim.value, ids);
      const isPreferred = unique?.prefers === 'highest' ? claim.id > other.id : claim.id < other.id;
      if (claim.rank < other.rank || (claim.rank === other.rank && isPreferred))
        claims.set(claim.value, claim);
    }
  }

  /** Decides for which record each contested value counts, and adds notes about the others. */
  #settle(claims: ReadonlyMap<string, Claim>, contested: ReadonlyMap<string, number[]>, notes: Notes): void {
    const { file, unique } = this.#source;
    for (const [value, ids] of contested) {
      const owner = claims.get(value)?.id ?? 0;
      this.#owners.set(value, owner);
      for (const id of ids.filter((one) => one !== owner)) {
        const where = `${file}, record ${id}`;
        const why = `has the ${unique?.name} ${value}, which counts for record ${owner}`;
        if (unique?.without) notes.adjust(where, `${why}: it is taken without`);
        else {
          notes.leaveOut(where, why);
          this.#lostIds.add(id);
          this.#ids.delete(id);
          // What is stored of this record goes, since it may have the value.
          this.#listedIds.delete(id);
        }
      }
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
    let batch: R[] = [];
    let batched = 0;
    let place = 0;
    for await (const record of this.#records()) {
      const bytes = this.#bytes[place];
      if (bytes === undefined) throw this.#changed();
      place += 1;
      if (this.#lostIds.has(record.id)) continue;
      if (batch.length === importBatch || (batch.length > 0 && batched + bytes > batchBytes)) {
        yield this.#request(batch);
        [batch, batched] = [[], 0];
      }
      batch.push(this.#finished(record));
      batched += bytes;
    }
    if (place < this.#bytes.length) throw this.#changed();
    if (batch.length > 0) yield this.#request(batch);
  }

  #changed(): Problem {
    return new Problem(`${this.#source.file} was changed while it was imported`, 'failed');
  }

  #request(records: R[]): ImportRequest {
    return { count: records.length, send: (services) => this.#source.send(services, records) };
  }

  #finished(record: R): R {
    const { unique, finished } = this.#source;
    const isLost = (value: string, id: number) => (this.#owners.get(value) ?? id) !== id;
    const own = this.#owners.size > 0 ? (unique?.without?.(record, isLost) ?? record) : record;
    return finished?.(own) ?? own;
  }

  /** Yields all records that the check has found, in the order of the file. */
  async *#records(): AsyncGenerator<R> {
    yield* this.#kept;
    if (this.#isAllKept) return;
    // The notes of these records are ignored, because `check` has already added the same notes.
    const ignoredNotes = new Notes();
    for await (const [place, entry] of this.#entries()) {
      if (place <= this.#keptEntries || this.#skipped.has(place)) continue;
      const record = this.#source.make(entry, ignoredNotes);
      if (record !== null) yield record;
    }
  }
}

/** Maximum bytes of a record, so that the record fits into one NATS message. */
const largestBytes = 900_000;

/** Returns how many bytes a record has in a message. @throws UnreadableRecord if it is too large for a message */
function sizeOf(file: string, record: unknown): number {
  const bytes = recordBytes(record);
  if (bytes <= largestBytes) return bytes;
  throw new UnreadableRecord(file, record, `is larger than ${largestBytes} bytes`);
}
