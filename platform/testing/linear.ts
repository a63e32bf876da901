/**
 * Processor time that is not compared: a request may cost 50 ms, and below that memory management decides a figure.
 * Milliseconds.
 */
const noiseMs = 40;
/** Most that twice the input may cost, in times of what the input costs. */
const mostGrowth = 2.5;
/** How often both sizes are measured at most. The best of each counts, since other programs disturb a measurement. */
const rounds = 6;

/** What work costs at one size and at twice that size. Milliseconds of processor time of this thread. */
export interface Growth {
  readonly once: number;
  readonly twice: number;
  /** Whether twice the size costs at most 2.5 times as much, and no more than the ceiling. */
  readonly linear: boolean;
}

async function cpuMs(work: () => unknown): Promise<number> {
  const before = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

function isLinear(once: number, twice: number, ceilingMs: number): boolean {
  return twice <= ceilingMs && (twice <= noiseMs || twice <= once * mostGrowth);
}

/**
 * Measures work at `size` and at twice that size within one run, until the best figures show linear time or the rounds are
 * over. All work must run in this thread.
 */
export async function growthOf(
  work: (size: number) => unknown,
  size: number,
  ceilingMs: number,
): Promise<Growth> {
  let [once, twice] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let round = 0; round < rounds; round += 1) {
    twice = Math.min(twice, await cpuMs(() => work(2 * size)));
    // Far too slow is far too slow: six rounds of it would take minutes.
    if (twice <= noiseMs || twice > 10 * ceilingMs) break;
    once = Math.min(once, await cpuMs(() => work(size)));
    if (isLinear(once, twice, ceilingMs)) break;
  }
  return { once, twice, linear: isLinear(once, twice, ceilingMs) };
}
