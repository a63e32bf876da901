import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Costs up to these CPU milliseconds are not compared, since memory management dominates them. A request may cost 50
 * ms.
 */
const noiseMs = 40;
/** Milliseconds that memory management may add to longer work. */
const overheadMs = 20;
/** Maximum factor of the cost for twice the input. */
const maxGrowth = 2.5;
/**
 * Maximum number of measurements of each size. The smallest one counts, since other programs make measurements longer.
 */
const rounds = 12;
/** After this many measurements, each further one begins with a pause, in which other programs may end. */
const quickRounds = 4;
const pauseMs = 100;

/** Cost of work at one size and at twice that size, in CPU milliseconds of this thread. */
export interface Growth {
  readonly once: number;
  readonly twice: number;
  /** Whether twice the size costs at most 2.5 times as much plus 20 ms, and no more than the ceiling. */
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
 * Measures work at `size` and twice that size, until the minimum shows linear time or the rounds are over.
 * All work must run in this thread.
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
    // No further rounds for work that is far too slow, since all rounds could take minutes.
    if (twice <= noiseMs || twice > 10 * ceilingMs) break;
    once = Math.min(once, await cpuMs(() => work(size)));
    if (isLinear(once, twice, ceilingMs)) break;
  }
  return { once, twice, linear: isLinear(once, twice, ceilingMs) };
}
