const rounds = 5;

/** CPU time that a synchronous piece of work takes in this process: the least of a few rounds, in milliseconds. */
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
 * How many times as much CPU the work takes for an input of 2n as for one of n. Work of less than a millisecond is too
 * short to be compared and counts as one millisecond.
 */
export function growth(work: (n: number) => void, n: number): number {
  work(n);
  const once = cpuMs(() => work(n));
  return cpuMs(() => work(2 * n)) / Math.max(once, 1);
}
