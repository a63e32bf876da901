import type { Category } from '#contracts/terms.ts';
import { termByReference } from './terms.ts';

/** A record of a tree. The parent of a record at the top is 0. */
interface InTree {
  readonly id: number;
  readonly parentId: number;
  readonly menuOrder: number;
}

/**
 * Returns the records in the order of their tree: each record before its children, the children of one record in the
 * shop's order and then as given. Records in a cycle, or whose parent does not exist, come last.
 */
export function inTreeOrder<One extends InTree>(records: readonly One[]): One[] {
  const sorted = records.toSorted((one, other) => one.menuOrder - other.menuOrder);
  const children = Map.groupBy(sorted, ({ parentId }) => parentId);
  const found = new Set<One>();
  const next = [...(children.get(0) ?? []), ...sorted].reverse();
  for (let one = next.pop(); one !== undefined; one = next.pop()) {
    if (found.has(one)) continue;
    found.add(one);
    next.push(...(children.get(one.id)?.toReversed() ?? []));
  }
  return [...found];
}

/** Finds the ancestors and descendants of categories. */
export class CategoryTree {
  readonly #categories: readonly Category[];
  readonly #children: ReadonlyMap<number, readonly Category[]>;
  readonly #parents: ReadonlyMap<number, number>;
  readonly #cachedDescendants = new Map<number, readonly number[]>();
  #inOrder: readonly Category[] | undefined;

  constructor(categories: readonly Category[]) {
    this.#categories = categories;
    this.#children = Map.groupBy(categories, ({ parentId }) => parentId);
    this.#parents = new Map(categories.map(({ id, parentId }) => [id, parentId]));
  }

  /** All categories in the order of the tree. */
  get inOrder(): readonly Category[] {
    this.#inOrder ??= inTreeOrder(this.#categories);
    return this.#inOrder;
  }

  /** Returns the given category ids and the ids of all ancestors, each once. Unknown ids are kept. */
  withAbove(ids: readonly number[]): number[] {
    const found = new Set(ids);
    // A loop over a `Set` also visits ids that the loop adds.
    for (const id of found) {
      const parent = this.#parents.get(id) ?? 0;
      if (parent !== 0) found.add(parent);
    }
    return [...found];
  }

  /**
   * Returns the id of the category with this id or slug, and the ids of its descendants, each once; empty for
   * an unknown category.
   */
  descendants(reference: string): readonly number[] {
    const category = termByReference(this.#categories, reference);
    if (!category) return [];
    const held = this.#cachedDescendants.get(category.id) ?? this.#below(category.id);
    this.#cachedDescendants.set(category.id, held);
    return held;
  }

  #below(id: number): number[] {
    const found = new Set([id]);
    // A loop over a `Set` also visits ids that the loop adds.
    for (const one of found) for (const child of this.#children.get(one) ?? []) found.add(child.id);
    return [...found];
  }
}
