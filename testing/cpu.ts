const rounds = 5;

/** Returns the CPU milliseconds of synchronous work in this process: the minimum of a few rounds. */
function cpuMs(work: () => void): number {
  const times = Array.from({ length: rounds }, () => {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  });
  return Math.min(...times);
}

/**
 * Returns the factor between the CPU times for inputs of 2n and n. Less than a millisecond is too short to
 * compare and counts as one.
 */
export function growth(work: (n: number) => void, n: number): number {
  work(n);
  const once = cpuMs(() => work(n));
  return cpuMs(() => work(2 * n)) / Math.max(once, 1);
}
