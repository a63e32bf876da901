import type { Context } from '#platform/bus/context.ts';
import { refusal } from '#platform/errors/errors.ts';
import { ownerOf } from '../carts/owner.ts';
import type { Remembered } from '../store/cart-store.ts';
import type { MemoryWatch } from '../store/memory-watch.ts';
import type { GrowthLimit } from './growth-limit.ts';

/** Bytes of a cart that are usual: what a cart has above them counts against its client. */
const usualBytes = 16_384;
/** A write to a cart that is there may always add so many bytes. */
const freeBytes = 1_024;
/** Seconds after which a new cart may be tried again when memory is scarce. */
const retryAfter = 30;

/** Bytes that an outcome takes beside its text, and how long one is kept for which there is no room. Milliseconds. */
const outcomeBytes = 200;
const shortMs = 60_000;
/**
 * Outcomes of one client that one replica keeps a whole day: tens of thousands. Guests need few; a program could fill all
 * memory by one cart.
 */
export const outcomesOfADay = { carts: 1, bytes: 16_777_216, windowSeconds: 86_400 };

/** What a write makes of a cart: sizes of the state in bytes, 0 for a new cart. */
interface Growth {
  readonly key: string;
  readonly before: number;
  readonly after: number;
}

/** What admission stands on. Without a limit, only memory that is scarce refuses new carts. */
interface AdmissionParts {
  readonly limit: Pick<GrowthLimit, 'count'> | null;
  readonly watch: Pick<MemoryWatch, 'memory'>;
  /** Bounds the outcomes that are kept for a day. Without it, all are. */
  readonly outcomes?: Pick<GrowthLimit, 'fits'> | null;
}

function unusual(bytes: number): number {
  return Math.max(0, bytes - usualBytes);
}

/**
 * Decides what guests may add to the memory of carts: new carts, and what is unusually large. Reads, usual writes to
 * carts that are there, customers and whoever acts for the shop are never refused.
 */
export class Admission {
  readonly #parts: AdmissionParts;

  constructor(parts: AdmissionParts) {
    this.#parts = parts;
  }

  /**
   * Counts what a write adds before it is kept.
   *
   * @throws ServiceError `service_rate_limit_exceeded` for too much of one client; `service_unavailable` for a new cart
   * while memory is scarce
   */
  admit({ key, before, after }: Growth, { claim }: Context): void {
    if (ownerOf(key) !== 'guest') return;
    const { limit, watch } = this.#parts;
    const isNew = before === 0;
    if (isNew && watch.memory === 'scarce') {
      throw refusal('service_unavailable', { retry_after: retryAfter }, { cause: 'memory is scarce' });
    }
    const bytes = Math.max(0, unusual(after) - unusual(before));
    if (!limit || !claim || claim.manages !== 'nothing' || (!isNew && bytes === 0)) return;
    const added = { carts: isNew ? 1 : 0, bytes } as const;
    limit.count(claim.client, added, !isNew && after - before <= freeBytes);
  }

  /** Outcomes as they are to be kept. Those of a guest for which there is no room are kept a minute, and none is refused. */
  kept(key: string, remembered: readonly Remembered[], { claim }: Context): readonly Remembered[] {
    const { outcomes, watch } = this.#parts;
    if (!outcomes || ownerOf(key) !== 'guest' || !claim || claim.manages !== 'nothing') return remembered;
    const long = remembered.filter(({ keepMs }) => keepMs > shortMs);
    if (long.length === 0) return remembered;
    const bytes = long.reduce((sum, { outcome }) => sum + outcomeBytes + Buffer.byteLength(outcome), 0);
    if (watch.memory !== 'scarce' && outcomes.fits(claim.client, { carts: 0, bytes })) return remembered;
    return remembered.map((one) => ({ ...one, keepMs: Math.min(one.keepMs, shortMs) }));
  }
}
