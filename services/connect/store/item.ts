import type { ShopKind } from '#contracts/connect.ts';

/** A record of the shop that may have changed. The settings are one record with the id 0. */
export interface Item {
  readonly kind: ShopKind;
  readonly id: number;
  /** The row of the journal that names a changed password. */
  readonly row?: number;
}

export const settingsItem: Item = { kind: 'settings', id: 0 };

/** Returns a text that names an item. */
export function keyOf({ kind, id }: Item): string {
  return `${kind}:${id}`;
}

/** Returns each item once, in the order of its first mention, as it is named last. */
export function distinct(items: Iterable<Item>): Item[] {
  return [...new Map([...items].map((item) => [keyOf(item), item])).values()];
}
