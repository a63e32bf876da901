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
