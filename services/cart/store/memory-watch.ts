/** How full the memory of Redis is. `scarce`: the rest is kept for carts that are there. */
export type Memory = 'ample' | 'half' | 'scarce';

/** A master of the carts, as far as its memory goes. */
interface Master {
  info(section: 'memory'): Promise<string>;
}

/** How often Redis is asked. Milliseconds. */
const everyMs = 1_000;

/** A figure of what Redis tells: a line `used_memory:1024`. */
function numberOf(info: string, name: string): number {
  const line = info.split('\r\n').find((one) => one.startsWith(`${name}:`));
  return Number(line?.slice(name.length + 1) ?? 0);
}

function usedIn(info: string): number {
  const most = numberOf(info, 'maxmemory');
  return most === 0 ? 0 : numberOf(info, 'used_memory') / most;
}

/**
 * Knows how much of the memory that Redis may have (`maxmemory`) is in use: of a cluster, by the fullest of its masters.
 * Without such a bound it is always ample.
 */
export class MemoryWatch {
  readonly #masters: () => readonly Master[];
  readonly #marginShare: number;
  #timer: NodeJS.Timeout | null = null;
  /** Of what Redis may have, from 0 to 1. */
  used = 0;

  /** `marginPercent` of the memory is kept for carts that are there. */
  constructor(masters: () => readonly Master[], marginPercent: number) {
    this.#masters = masters;
    this.#marginShare = marginPercent / 100;
  }

  get memory(): Memory {
    if (this.used >= 1 - this.#marginShare) return 'scarce';
    return this.used >= 0.5 ? 'half' : 'ample';
  }

  /** Asks now. While nobody answers, what was known last holds. */
  async look(): Promise<void> {
    const told = await Promise.all(this.#masters().map((one) => one.info('memory').catch(() => '')));
    const used = told.filter((info) => info !== '').map(usedIn);
    if (used.length > 0) this.used = Math.max(...used);
  }

  start(): void {
    void this.look();
    this.#timer = setInterval(() => void this.look(), everyMs);
  }

  close(): void {
    if (this.#timer) clearInterval(this.#timer);
  }
}
