import { Seeded } from '#platform/util/seeded.ts';

const onsets = 'b d f g h j k l m n p r s t v w br cl dr fl gr pl st tr'.split(' ');
const vowels = 'a e i o u'.split(' ');
const codas = ['', '', '', 'n', 'r', 'l', 's', 't', 'm'];
const size = 3_000;

function made(): string[] {
  const random = new Seeded(1);
  const syllable = () => random.pick(onsets) + random.pick(vowels) + random.pick(codas);
  const words = new Set<string>();
  while (words.size < size) words.add(syllable() + syllable() + (random.below(3) === 0 ? syllable() : ''));
  return [...words];
}

/** 3,000 invented words, which are the same in every run. */
const vocabulary: readonly string[] = made();

/**
 * Returns a random word. Words at the start of the vocabulary are more frequent, as some words are in natural language.
 */
export function anyWord(random: Seeded): string {
  return vocabulary[Math.floor(random.next() ** 2 * vocabulary.length)] ?? 'word';
}

/** Returns `count` random words with capital first letters. */
export function title(random: Seeded, count: number): string {
  const words = Array.from({ length: count }, () => random.pick(vocabulary));
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ');
}
