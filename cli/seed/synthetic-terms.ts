import type { ProductRecord } from '#contracts/product.ts';
import type { AttributeTerm, Category, Tag, TermList } from '#contracts/terms.ts';
import { Seeded } from '#platform/util/seeded.ts';
import { slugOf } from './record.ts';

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

/** The lowest id of synthetic records. A high number, so that synthetic ids differ from the ids of other shops. */
export const firstId = 1_000_000;
const tops = 5;
const middles = 15;
const counts = { categories: 50, tags: 300, brands: 20, options: 8 };
const attributeNames = ['Shade', 'Measure', 'Substance', 'Finish', 'Origin'];

const random = new Seeded(2);

/** Returns a term with a random name. Each kind of term has its own thousand ids, so that all ids are unique. */
function named(kind: number, place: number, words: number): Tag {
  const name = title(random, words);
  return {
    id: firstId + kind * 1_000 + place,
    name,
    slug: `${slugOf(name)}-${place}`,
    description: '',
    count: 0,
  };
}

/**
 * Returns the index of a category's parent; null for a category without a parent. `place` is the index of the
 * category.
 */
function parentOf(place: number): number | null {
  if (place < tops) return null;
  return place < tops + middles ? place % tops : tops + (place % middles);
}

const list = <T>(length: number, make: (place: number) => T): T[] =>
  Array.from({ length }, (_, place) => make(place));

const categories: readonly Category[] = list(counts.categories, (place) => {
  const parent = parentOf(place);
  return {
    ...named(0, place, 1),
    parentId: parent === null ? 0 : firstId + parent,
    display: 'default',
    image: null,
    menuOrder: place,
  };
});
/** The categories without children. All products belong to these categories. */
export const leaves: readonly Category[] = categories.slice(tops + middles);
export const tags: readonly Tag[] = list(counts.tags, (place) => named(1, place, 1));
export const brands = list(counts.brands, (place) => ({
  ...{ ...named(2, place, 2), parentId: 0, image: null, menuOrder: place },
}));
export const attributes = attributeNames.map((name, place) => ({
  ...{ id: firstId + 3_000 + place, name, slug: `pa_${slugOf(name)}` },
  ...{ type: 'select', orderBy: 'menu_order' as const, hasArchives: false },
}));
export const options: readonly AttributeTerm[] = attributes.flatMap(({ id }, attribute) =>
  list(counts.options, (place) => ({
    ...{ ...named(4, attribute * 10 + place, 1), attributeId: id, menuOrder: place },
  })),
);

/** Counts how many of the generated products have each term. */
export class TermCounter {
  readonly #uses = new Map<number, number>();
  readonly #ids = new Map(options.map((option) => [`${option.attributeId} ${option.slug}`, option.id]));
  readonly #parents = new Map(categories.map(({ id, parentId }) => [id, parentId]));

  add(product: ProductRecord): void {
    const used = new Set<number>();
    for (const { id } of [...product.tags, ...product.brands]) used.add(id);
    for (const { id } of product.categories) {
      for (let each = id; each > 0; each = this.#parents.get(each) ?? 0) used.add(each);
    }
    for (const attribute of product.attributes) {
      for (const { slug } of attribute.options) used.add(this.#ids.get(`${attribute.id} ${slug}`) ?? 0);
    }
    for (const id of used) this.#uses.set(id, (this.#uses.get(id) ?? 0) + 1);
  }

  /** Returns all terms with the number of their products. A category also counts products of its descendants. */
  lists(): TermList[] {
    const counted = <T extends Tag>(terms: readonly T[]) =>
      terms.map((term) => ({ ...term, count: this.#uses.get(term.id) ?? 0 }));
    return [
      { kind: 'categories', records: counted(categories) },
      { kind: 'tags', records: counted(tags) },
      { kind: 'brands', records: counted(brands) },
      { kind: 'attributes', records: [...attributes] },
      { kind: 'terms', records: counted(options) },
    ];
  }
}
