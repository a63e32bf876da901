/** Notes of an import, counted by kind and reason. */
export interface Note {
  readonly what: string;
  readonly count: number;
  readonly why: string;
}

/** Collects the changes that an import makes to records. */
export class Notes {
  readonly #adjusted = new Map<string, Note>();
  readonly #leftOut = new Map<string, Note>();

  /** Records that a record was imported with a change. */
  adjust(what: string, why: string): void {
    note(this.#adjusted, { what, count: 1, why });
  }

  /** Records that records were skipped. */
  leaveOut(what: string, why: string, count = 1): void {
    if (count > 0) note(this.#leftOut, { what, count, why });
  }

  get adjusted(): Note[] {
    return [...this.#adjusted.values()];
  }

  get leftOut(): Note[] {
    return [...this.#leftOut.values()];
  }
}

function note(notes: Map<string, Note>, one: Note): void {
  const key = `${one.what}\n${one.why}`;
  notes.set(key, { ...one, count: one.count + (notes.get(key)?.count ?? 0) });
}
