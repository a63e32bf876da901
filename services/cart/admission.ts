import type { Context } from '#platform/bus/context.ts';
import { refusal } from '#platform/errors/errors.ts';
import type { GrowthLimit } from './growth-limit.ts';
import { ownerOf } from './owner.ts';
import type { MemoryWatch } from './store/memory-watch.ts';

/** Bytes of a cart that are usual: what a cart has above them counts against its client. */
const usualBytes = 16_384;
/** A write to a cart that is there may always add so many bytes. */
const freeBytes = 1_024;
/** Seconds after which a new cart may be tried again when memory is scarce. */
const retryAfter = 30;

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
}
