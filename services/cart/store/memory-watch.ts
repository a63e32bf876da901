import type { Redis } from 'ioredis';

/** How full the memory of Redis is. `scarce`: the rest is kept for carts that are there. */
export type Memory = 'ample' | 'half' | 'scarce';

/** How often Redis is asked. Milliseconds. */
const everyMs = 1_000;

/** A figure of what Redis tells: a line `used_memory:1024`. */
function numberOf(info: string, name: string): number {
  const line = info.split('\r\n').find((one) => one.startsWith(`${name}:`));
  return Number(line?.slice(name.length + 1) ?? 0);
}

/** Knows how much of the memory that Redis may have (`maxmemory`) is in use. Without such a bound it is always ample. */
export class MemoryWatch {
  readonly #redis: Pick<Redis, 'info'>;
  readonly #marginShare: number;
  #timer: NodeJS.Timeout | null = null;
  /** Of what Redis may have, from 0 to 1. */
  used = 0;

  /** `marginPercent` of the memory is kept for carts that are there. */
  constructor(redis: Pick<Redis, 'info'>, marginPercent: number) {
    this.#redis = redis;
    this.#marginShare = marginPercent / 100;
  }

  get memory(): Memory {
    if (this.used >= 1 - this.#marginShare) return 'scarce';
    return this.used >= 0.5 ? 'half' : 'ample';
  }

  /** Asks now. While Redis does not answer, what was known last holds. */
  async look(): Promise<void> {
    const info = await this.#redis.info('memory').catch(() => '');
    if (info === '') return;
    const most = numberOf(info, 'maxmemory');
    this.used = most === 0 ? 0 : numberOf(info, 'used_memory') / most;
  }

  start(): void {
    void this.look();
    this.#timer = setInterval(() => void this.look(), everyMs);
  }

  close(): void {
    if (this.#timer) clearInterval(this.#timer);
  }
}
