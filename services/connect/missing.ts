import { firstOwnId } from '#contracts/catalogue-import.ts';
import { type Services, type ShopCollection, storedIds } from '#platform/woocommerce/send.ts';
import type { ConnectState } from './store/state.ts';

/** Without the plugin, a record is removed if complete lists lacked it for about an hour, in milliseconds. */
const waitMs = 3_500_000;
/** The part of the stored records of a kind that is removed at most at once. */
const mostRemoved = 1 / 5;

/** How strict a removal is. */
export interface Removing {
  /** Whether a record is removed only if it was missing an hour ago too. */
  readonly waits: boolean;
  /** Whether any number of records may be removed, because an operator says so. */
  readonly apply: boolean;
}

interface MissingDeps {
  readonly services: Services;
  readonly state: ConnectState;
  now(): number;
}

/**
 * Finds the records that the shop no longer lists. Each is requested by its id before it is removed, like every record
 * that may have changed.
 */
export class Missing {
  readonly #deps: MissingDeps;

  constructor(deps: MissingDeps) {
    this.#deps = deps;
  }

  /**
   * Returns the ids of stored records that are to be removed, since a complete list of the shop (`present`) lacks them.
   * `held` is their number if they are too many to be removed; `ids` is then empty.
   */
  async removable(
    kind: ShopCollection,
    present: Iterable<number>,
    { waits, apply }: Removing,
  ): Promise<{ readonly ids: readonly number[]; readonly held: number }> {
    const { services, state } = this.#deps;
    const now = this.#deps.now();
    const listed = new Set(present);
    const stored = (await storedIds(services, kind)).filter((id) => id < firstOwnId);
    const before = (await state.read('missing')) ?? {};
    const since = new Map(before[kind]);
    const missing = stored.filter((id) => !listed.has(id)).map((id) => [id, since.get(id) ?? now] as const);
    if (missing.length > 0 || since.size > 0) await state.write('missing', { ...before, [kind]: missing });
    if (!apply && missing.length > Math.max(1, stored.length * mostRemoved))
      return { ids: [], held: missing.length };
    const due = missing.filter(([, first]) => apply || !waits || now - first >= waitMs);
    return { ids: due.map(([id]) => id), held: 0 };
  }
}
