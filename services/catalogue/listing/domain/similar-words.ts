/** Matches a word of 5 to 32 letters. In a search, only words of this length may have one wrong letter. */
const forgivable = /^\p{L}{5,32}$/u;

/** Returns whether a folded word may have one wrong letter. */
export function isForgivable(word: string): boolean {
  return forgivable.test(word);
}

/**
 * Returns the Unicode block of 256 characters that contains a letter. A script, such as Greek, has one or two
 * blocks.
 */
function groupOf(letter: string): number {
  return letter.charCodeAt(0) >>> 8;
}

/** The letters of known words by Unicode block, so that `eachSimilar` tries only letters of the same script. */
export class Letters {
  readonly #groups = new Map<number, Set<string>>();

  add(word: string): void {
    for (const letter of word) {
      const group = groupOf(letter);
      const letters = this.#groups.get(group) ?? new Set();
      this.#groups.set(group, letters.add(letter));
    }
  }

  /** Returns the known letters of the scripts in which a word is written. */
  like(word: string): string[] {
    const groups = new Set([...word].map(groupOf));
    return [...groups].flatMap((group) => [...(this.#groups.get(group) ?? [])]);
  }
}

/**
 * Calls `visit` with each text that differs from a word by one wrong, missing, additional or swapped letter.
 * Looking up these texts is cheaper than comparing the word with every known word. A text may repeat.
 */
export function eachSimilar(word: string, letters: readonly string[], visit: (text: string) => void): void {
  for (let place = 0; place <= word.length; place++) {
    const before = word.slice(0, place);
    const current = word.charAt(place);
    const after = word.slice(place + 1);
    if (current !== '') visit(before + after);
    if (after !== '') visit(before + after.charAt(0) + current + after.slice(1));
    for (const letter of letters) {
      if (current !== '') visit(before + letter + after);
      visit(before + letter + current + after);
    }
  }
}
