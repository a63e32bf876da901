import type { z } from 'zod';
import { Problem } from '../errors/problem.ts';

/** A note of an import: how many records of a kind were changed or skipped, and the reason. */
export interface Note {
  readonly what: string;
  readonly count: number;
  readonly why: string;
  /** The records, if the owner of the shop must look at each of them. */
  readonly ids?: readonly number[];
}

/** Collects the notes of an import: records that were changed or skipped. */
export class Notes {
  readonly #adjusted: Map<string, Note>;
  readonly #leftOut: Map<string, Note>;

  /** Creates notes that begin with those of `earlier`. */
  constructor(earlier?: Notes) {
    this.#adjusted = new Map(earlier ? earlier.#adjusted : []);
    this.#leftOut = new Map(earlier ? earlier.#leftOut : []);
  }

  /** Adds a note about a record that was imported with a change. With `id`, the note names the record. */
  adjust(what: string, why: string, id?: number): void {
    addNote(this.#adjusted, { what, count: 1, why, ...(id !== undefined && { ids: [id] }) });
  }

  /** Adds a note about records that were skipped. Without records, adds nothing. */
  leaveOut(what: string, why: string, count = 1): void {
    if (count > 0) addNote(this.#leftOut, { what, count, why });
  }

  get adjusted(): Note[] {
    return [...this.#adjusted.values()];
  }

  get leftOut(): Note[] {
    return [...this.#leftOut.values()];
  }
}

function addNote(notes: Map<string, Note>, one: Note): void {
  const key = `${one.what}\n${one.why}`;
  const { count = 0, ids = [] } = notes.get(key) ?? {};
  notes.set(key, { ...one, count: one.count + count, ...(one.ids && { ids: [...ids, ...one.ids] }) });
}

/** Returns a value as text for messages, shortened. */
export function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

/** Thrown for an invalid value. The message names the member and the value. */
export class UnsupportedValue extends Error {
  constructor(member: string, expected: string, value: unknown) {
    super(`${member}: must be ${expected}, not ${shown(value)}`);
  }
}

/**
 * Returns the error for a file that cannot be read. The message says that nothing was changed, because all data
 * is checked before the first write.
 */
export function refused(where: string, what: string): Problem {
  return new Problem(`${where} ${what}; nothing was changed`, 'refused');
}

/** Returns the id of a record, which may be written as text; null if it has none. */
export function idOf(record: unknown): number | null {
  const id = Number((record as { id?: unknown } | null | undefined)?.id);
  return Number.isSafeInteger(id) && id > 0 ? id : null;
}

/**
 * Thrown for a record that cannot be read. The import leaves out the record and goes on. The message names the member
 * and its value.
 */
export class UnreadableRecord extends Error {
  override readonly name = 'UnreadableRecord';
  readonly file: string;
  /** The id of the record, as far as it can be read. */
  readonly id: number | null;

  constructor(file: string, record: unknown, message: string) {
    super(message);
    this.file = file;
    this.id = idOf(record);
  }

  /** Returns the file and the id of the record; without an id, its place in the file. */
  where(place: number): string {
    return `${this.file}, ${this.id === null ? `entry ${place}` : `record ${this.id}`}`;
  }
}

function valueAt(record: unknown, path: readonly PropertyKey[]): unknown {
  let value = record;
  for (const name of path) value = (value as Record<PropertyKey, unknown> | null | undefined)?.[name];
  return value;
}

/** Returns what is wrong with a value, for messages: `stock.quantity: must be a number, not "x"`. */
export function issueOf(error: z.ZodError, value: unknown): string {
  const [issue] = error.issues;
  if (!issue) return 'does not fit';
  const member = issue.path.length > 0 ? `${issue.path.join('.')}: ` : '';
  const given = valueAt(value, issue.path);
  const isNamed = given === undefined || issue.message.includes('received');
  return `${member}${issue.message}${isNamed ? '' : `, not ${shown(given)}`}`;
}

/** Returns the content of a file parsed by a schema. @throws Problem for a file of another form */
export function wholeFile<S extends z.ZodType>(file: string, content: unknown, schema: S): z.output<S> {
  const result = schema.safeParse(content);
  if (result.success) return result.data;
  throw refused(`${file}:`, issueOf(result.error, content));
}

/** Returns the record parsed by a schema. @throws UnreadableRecord */
export function validated<S extends z.ZodType>(file: string, record: unknown, schema: S): z.output<S> {
  const result = schema.safeParse(record);
  if (result.success) return result.data;
  throw new UnreadableRecord(file, record, issueOf(result.error, record));
}

/**
 * Returns what `read` returns. If a record cannot be read, adds a note that names the record, the member and its value,
 * and returns undefined. `place` is the place of the entry in its file, from 1 on.
 */
export function readable<T>(
  place: number,
  notes: Notes,
  read: () => T,
  unread: (id: number) => void = () => undefined,
): T | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof UnreadableRecord)) throw error;
    notes.leaveOut(error.where(place), error.message);
    if (error.id !== null) unread(error.id);
    return undefined;
  }
}

/** Returns the result of `make`, which converts a record. @throws UnreadableRecord for an unsupported value */
export function made<T>(file: string, record: unknown, make: () => T): T {
  try {
    return make();
  } catch (error) {
    throw error instanceof UnsupportedValue ? new UnreadableRecord(file, record, error.message) : error;
  }
}
