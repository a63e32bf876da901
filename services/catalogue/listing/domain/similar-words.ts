/** A word that may have one wrong letter: five letters or more, and nothing else. */
const forgivable = /^\p{L}{5,32}$/u;

/** Returns whether a folded word of a search may have one wrong letter. */
export function isForgivable(word: string): boolean {
  return forgivable.test(word);
}

/** Returns the group of a letter: letters of one script have one or two groups. */
function groupOf(letter: string): number {
  return letter.charCodeAt(0) >>> 8;
}

/** The letters of known words, by group, so that a Latin word is never tried with Chinese letters. */
export class Letters {
  readonly #groups = new Map<number, Set<string>>();

  add(word: string): void {
    for (const letter of word) {
      const group = groupOf(letter);
      const letters = this.#groups.get(group) ?? new Set();
      this.#groups.set(group, letters.add(letter));
    }
  }

  /** Returns the letters of the groups that a word has. */
  like(word: string): string[] {
    const groups = new Set([...word].map(groupOf));
    return [...groups].flatMap((group) => [...(this.#groups.get(group) ?? [])]);
  }
}

/**
 * Calls with each text that differs from a word in one letter: a wrong, a missing or an additional one, or two
 * neighbours in the wrong order. Trying them costs less than a comparison with every known word. A text may repeat.
 */
export function eachSimilar(word: string, letters: readonly string[], visit: (text: string) => void): void {
  for (let place = 0; place <= word.length; place++) {
    const before = word.slice(0, place);
    const here = word.charAt(place);
    const after = word.slice(place + 1);
    if (here !== '') visit(before + after);
    if (after !== '') visit(before + after.charAt(0) + here + after.slice(1));
    for (const letter of letters) {
      if (here !== '') visit(before + letter + after);
      visit(before + letter + here + after);
    }
  }
}
