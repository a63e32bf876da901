/**
 * How much memory of Redis is free. `ample`: less than half of the memory is used. `half`: at least half of the
 * memory is used. `scarce`: only the memory that is reserved for existing carts is free.
 */
export type MemoryLevel = 'ample' | 'half' | 'scarce';

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
