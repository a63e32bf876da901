import type { Category } from '#contracts/terms.ts';
import { named } from './terms.ts';

/** Which category lies below which. */
export class CategoryTree {
  readonly #categories: readonly Category[];
  readonly #children: ReadonlyMap<number, readonly Category[]>;
  readonly #parents: ReadonlyMap<number, number>;
  readonly #found = new Map<number, readonly number[]>();

  constructor(categories: readonly Category[]) {
    this.#categories = categories;
    this.#children = Map.groupBy(categories, ({ parentId }) => parentId);
    this.#parents = new Map(categories.map(({ id, parentId }) => [id, parentId]));
  }

  /**
   * Ids of some categories and of all above them, each once, those that were given first. One that is not known is
   * given back, since nothing is above it.
   */
  withAbove(ids: readonly number[]): number[] {
    const found = new Set(ids);
    // A set is walked to its end, with what is added on the way.
    for (const id of found) {
      const parent = this.#parents.get(id) ?? 0;
      if (parent !== 0) found.add(parent);
    }
    return [...found];
  }

  /**
   * Ids of the category with this id or slug and of all below it, itself first; none where there is no such category.
   * Categories that lie below themselves come once.
   */
  descendants(reference: string): readonly number[] {
    const category = named(this.#categories, reference);
    if (!category) return [];
    const held = this.#found.get(category.id) ?? this.#below(category.id);
    this.#found.set(category.id, held);
    return held;
  }

  #below(id: number): number[] {
    const found = new Set([id]);
    // A set is walked to its end, with what is added on the way.
    for (const one of found) for (const child of this.#children.get(one) ?? []) found.add(child.id);
    return [...found];
  }
}
