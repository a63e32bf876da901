import { LRUCache } from 'lru-cache';
import type { Context } from '#platform/bus/dispatcher.ts';
import { refusal } from '#platform/errors/errors.ts';
import { ownerOf } from '../model/state.ts';
import type { StoredOutcome } from '../store/cart-store.ts';

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

/** If `limit` is null, new carts are refused only while memory is scarce. */
interface GuestMemoryDeps {
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
export class GuestMemory {
  readonly #deps: GuestMemoryDeps;

  constructor(deps: GuestMemoryDeps) {
    this.#deps = deps;
  }

  /**
   * Counts how much a write enlarges a guest's cart, before the write is stored.
   *
   * @throws ServiceError `service_rate_limit_exceeded` if the carts of one client grow too much; `service_unavailable`
   * for a new cart while memory is scarce
   */
  requireRoom({ key, before, after }: Growth, { claim }: Context): void {
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
  retention(key: string, remembered: readonly StoredOutcome[], { claim }: Context): readonly StoredOutcome[] {
    const { outcomes, watch } = this.#deps;
    if (!outcomes || ownerOf(key) !== 'guest' || !claim || claim.manages !== 'nothing') return remembered;
    const long = remembered.filter(({ keepMs }) => keepMs > shortMs);
    if (long.length === 0) return remembered;
    const bytes = long.reduce((sum, { outcome }) => sum + outcomeBytes + Buffer.byteLength(outcome), 0);
    if (watch.memory !== 'scarce' && outcomes.fits(claim.client, { carts: 0, bytes })) return remembered;
    return remembered.map((one) => ({ ...one, keepMs: Math.min(one.keepMs, shortMs) }));
  }
}

/** Maximum number of remembered clients. The least recently active clients are forgotten first. */
const maxClients = 50_000;

/** Maximum growth of stored carts that one client may cause in a time window. */
interface GrowthBound {
  /** Maximum number of new guests' carts. */
  readonly carts: number;
  /** Maximum sum of the bytes by which the client's writes enlarge carts. */
  readonly bytes: number;
  readonly windowSeconds: number;
}

/** By how much one write makes the stored carts grow: new carts, and additional bytes. */
interface GrowthOfWrite {
  readonly carts: 0 | 1;
  readonly bytes: number;
}

/** The counted carts and bytes of a client at the time `at`. */
interface Levels {
  readonly carts: number;
  readonly bytes: number;
  readonly at: number;
}

/**
 * Limits how much memory each client adds to carts. Counts new carts and added bytes by client; both counts
 * fall linearly to zero within the window. Each replica counts separately, because counting in Redis would
 * cost one more disk write for each new cart.
 */
export class GrowthLimit {
  readonly #bound: GrowthBound;
  readonly #now: () => number;
  readonly #clients = new LRUCache<string, Levels>({ max: maxClients });

  /** `now` returns the current time in milliseconds. */
  constructor(bound: GrowthBound, now: () => number = Date.now) {
    this.#bound = bound;
    this.#now = now;
  }

  /**
   * Counts growth by a client. With `anyway`, growth is counted up to the limit and never refused.
   *
   * @throws ServiceError `service_rate_limit_exceeded`; then nothing is counted
   */
  count(client: string, added: GrowthOfWrite, anyway = false): void {
    const { carts, bytes, windowSeconds: window } = this.#bound;
    const { after, wait } = this.#with(client, added);
    if (wait > 0 && !anyway) {
      const data = { retry_after: wait, limit: carts, window, reason: 'new_carts' as const };
      throw refusal('service_rate_limit_exceeded', data);
    }
    const kept = { carts: Math.min(after.carts, carts), bytes: Math.min(after.bytes, bytes), at: after.at };
    this.#clients.set(client, kept);
  }

  /** Counts growth by a client if the growth is within the limit. Returns whether the growth was counted. */
  fits(client: string, added: GrowthOfWrite): boolean {
    const { after, wait } = this.#with(client, added);
    if (wait > 0) return false;
    this.#clients.set(client, after);
    return true;
  }

  /** Adds `added` to a client's counts. Returns the sums, and the seconds until the limit allows this growth. */
  #with(client: string, added: GrowthOfWrite): { after: Levels; wait: number } {
    const { carts, bytes, windowSeconds: window } = this.#bound;
    const level = this.#levelsOf(client);
    const after = { carts: level.carts + added.carts, bytes: level.bytes + added.bytes, at: level.at };
    const tooMuch = (most: number, now: number, more: number) =>
      more > 0 && now > most ? Math.ceil(((now - most) * window) / most) : 0;
    const wait = Math.max(tooMuch(carts, after.carts, added.carts), tooMuch(bytes, after.bytes, added.bytes));
    return { after, wait };
  }

  /** Returns the current counts of a client. A count at its maximum falls to 0 within one time window. */
  #levelsOf(client: string): Levels {
    const now = this.#now();
    const { carts = 0, bytes = 0, at = now } = this.#clients.get(client) ?? {};
    const fallen = Math.max(0, now - at) / (this.#bound.windowSeconds * 1_000);
    return {
      carts: Math.max(0, carts - fallen * this.#bound.carts),
      bytes: Math.max(0, bytes - fallen * this.#bound.bytes),
      at: now,
    };
  }
}

/**
 * How much memory of Redis is free. `ample`: less than half of the memory is used. `half`: at least half of the
 * memory is used. `scarce`: only the memory that is reserved for existing carts is free.
 */
type MemoryLevel = 'ample' | 'half' | 'scarce';

/** A Redis master that stores carts. */
interface Master {
  info(section: 'memory'): Promise<string>;
}

/** Milliseconds between two checks of Redis. */
const everyMs = 1_000;

/** Returns a number from Redis' INFO, which has lines such as `used_memory:1024`. */
function numberOf(info: string, name: string): number {
  const line = info.split('\r\n').find((one) => one.startsWith(`${name}:`));
  return Number(line?.slice(name.length + 1) ?? 0);
}

function usedIn(info: string): number {
  const most = numberOf(info, 'maxmemory');
  return most === 0 ? 0 : numberOf(info, 'used_memory') / most;
}

/**
 * Measures how much of its memory limit (`maxmemory`) Redis uses. In a cluster, the result is that of the fullest
 * master. A Redis without a limit always has ample memory.
 */
export class MemoryGauge {
  readonly #masters: () => readonly Master[];
  readonly #marginShare: number;
  #timer: NodeJS.Timeout | null = null;
  /** Used share of the memory, from 0 to 1. */
  used = 0;

  /** `marginPercent` of the memory is reserved for existing carts. */
  constructor(masters: () => readonly Master[], marginPercent: number) {
    this.#masters = masters;
    this.#marginShare = marginPercent / 100;
  }

  get memory(): MemoryLevel {
    if (this.used >= 1 - this.#marginShare) return 'scarce';
    return this.used >= 0.5 ? 'half' : 'ample';
  }

  /** Measures the memory now. If no master answers, the last result stays. */
  async measure(): Promise<void> {
    const answers = await Promise.all(this.#masters().map((one) => one.info('memory').catch(() => '')));
    const used = answers.filter((info) => info !== '').map(usedIn);
    if (used.length > 0) this.used = Math.max(...used);
  }

  start(): void {
    void this.measure();
    this.#timer = setInterval(() => void this.measure(), everyMs);
  }

  close(): void {
    if (this.#timer) clearInterval(this.#timer);
  }
}
