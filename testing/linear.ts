import { setTimeout as sleep } from 'node:timers/promises';

/** CPU milliseconds that memory management alone can cost. Work that costs no more always counts as linear. */
const noiseMs = 40;
/** Milliseconds that memory management may add to longer work. */
const overheadMs = 20;
/** Maximum factor by which the cost may grow when the input is twice as long. */
const maxGrowth = 2.5;
/**
 * Maximum number of measurements of each size. Only the smallest measurement counts, because other programs make
 * measurements longer.
 */
const rounds = 12;
/** After this many measurements, each further measurement begins with a pause, in which other programs may end. */
const quickRounds = 4;
const pauseMs = 100;

/** CPU milliseconds of a piece of work: `once` for a certain size, and `twice` for twice that size. */
export interface Growth {
  readonly once: number;
  readonly twice: number;
  /**
   * Whether the cost grows linearly and is below the ceiling. `twice` must be at most the ceiling that was
   * given to `growthOf`. If `twice` is above 40 ms, it must also be at most 2.5 times `once` plus 20 ms.
   */
  readonly linear: boolean;
}

async function cpuMs(work: () => unknown): Promise<number> {
  const before = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

function isLinear(once: number, twice: number, ceilingMs: number): boolean {
  return twice <= ceilingMs && (twice <= noiseMs || twice - overheadMs <= once * maxGrowth);
}

/**
 * Measures work at `size` and at twice that size, up to 12 times. Stops when the smallest measurements show
 * linear time. All work must run in the current thread.
 */
export async function growthOf(
  work: (size: number) => unknown,
  size: number,
  ceilingMs: number,
): Promise<Growth> {
  let [once, twice] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let round = 0; round < rounds; round += 1) {
    if (round >= quickRounds) await sleep(pauseMs);
    twice = Math.min(twice, await cpuMs(() => work(2 * size)));
    // Work that is far too slow is measured only once, because all rounds could take minutes.
    if (twice <= noiseMs || twice > 10 * ceilingMs) break;
    once = Math.min(once, await cpuMs(() => work(size)));
    if (isLinear(once, twice, ceilingMs)) break;
  }
  return { once, twice, linear: isLinear(once, twice, ceilingMs) };
}
