import type { Context } from '#platform/bus/context.ts';
import { refusal } from '#platform/errors/errors.ts';
import { ownerOf } from '../carts/owner.ts';
import type { StoredOutcome } from '../store/cart-store.ts';
import type { MemoryGauge } from '../store/memory-gauge.ts';
import type { GrowthLimit } from './growth-limit.ts';

/** Usual size of a cart in bytes. Only the bytes above this size count towards the limit of a client. */
const usualBytes = 16_384;
/** A write that enlarges an existing cart by at most this number of bytes is never refused. */
const freeBytes = 1_024;
/** `Retry-After` in seconds for a new cart while memory is scarce. */
const retryAfter = 30;

/** Bytes of memory that each stored outcome needs besides its text. */
const outcomeBytes = 200;
/** Milliseconds for which an outcome above the limit is stored. */
const shortMs = 60_000;
/**
 * The limit on the outcomes that one replica stores for one client in a day: 16 MiB. Without this limit, a program
 * could fill the memory of Redis by writing to one cart again and again. The member `carts` has no effect here.
 */
export const outcomesOfADay = { carts: 1, bytes: 16_777_216, windowSeconds: 86_400 };

/** The sizes in bytes of a cart's state before and after a write. `before` is 0 for a new cart. */
interface Growth {
  readonly key: string;
  readonly before: number;
  readonly after: number;
}

/** Dependencies of `Admission`. If `limit` is null, new carts are refused only while memory is scarce. */
interface AdmissionDeps {
  readonly limit: Pick<GrowthLimit, 'count'> | null;
  readonly watch: Pick<MemoryGauge, 'memory'>;
  /** Limits the memory of stored outcomes. Without this limit, every outcome is stored for its full time. */
  readonly outcomes?: Pick<GrowthLimit, 'fits'> | null;
}

/** Returns the bytes by which a cart exceeds the usual size. */
function unusual(bytes: number): number {
  return Math.max(0, bytes - usualBytes);
}

/**
 * Limits the memory of guests' carts: new carts and unusually large carts. Never refuses reads, usual writes to
 * existing carts, or writes to customers' carts. From managers, refuses only writes that create a guest's cart while
 * memory is scarce.
 */
export class Admission {
  readonly #deps: AdmissionDeps;

  constructor(deps: AdmissionDeps) {
    this.#deps = deps;
  }

  /**
   * Counts how much a write enlarges a guest's cart, before the write is stored.
   *
   * @throws ServiceError `service_rate_limit_exceeded` if the carts of one client grow too much; `service_unavailable`
   * for a new cart while memory is scarce
   */
  admit({ key, before, after }: Growth, { claim }: Context): void {
    if (ownerOf(key) !== 'guest') return;
    const { limit, watch } = this.#deps;
    const isNew = before === 0;
    if (isNew && watch.memory === 'scarce') {
      throw refusal('service_unavailable', { retry_after: retryAfter }, { cause: 'memory is scarce' });
    }
    const bytes = Math.max(0, unusual(after) - unusual(before));
    if (!limit || !claim || claim.manages !== 'nothing' || (!isNew && bytes === 0)) return;
    const added = { carts: isNew ? 1 : 0, bytes } as const;
    limit.count(claim.client, added, !isNew && after - before <= freeBytes);
  }

  /**
   * Returns the outcomes `remembered`, each with the time for which Redis keeps the outcome. A guest's
   * outcomes are kept for a minute at most if they exceed the limit of the client, or while memory is scarce.
   * The write itself is never refused.
   */
  kept(key: string, remembered: readonly StoredOutcome[], { claim }: Context): readonly StoredOutcome[] {
    const { outcomes, watch } = this.#deps;
    if (!outcomes || ownerOf(key) !== 'guest' || !claim || claim.manages !== 'nothing') return remembered;
    const long = remembered.filter(({ keepMs }) => keepMs > shortMs);
    if (long.length === 0) return remembered;
    const bytes = long.reduce((sum, { outcome }) => sum + outcomeBytes + Buffer.byteLength(outcome), 0);
    if (watch.memory !== 'scarce' && outcomes.fits(claim.client, { carts: 0, bytes })) return remembered;
    return remembered.map((one) => ({ ...one, keepMs: Math.min(one.keepMs, shortMs) }));
  }
}
