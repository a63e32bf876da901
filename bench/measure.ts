import { setTimeout as sleep } from 'node:timers/promises';
import { type Job, type LoadResult, runJob } from './load/job.ts';
import { type Counted, cpuOf } from './processes.ts';
import type { Figures } from './row.ts';

/** The measured values of one run of a row of the table. */
export interface Sample {
  readonly load: LoadResult;
  /** CPU milliseconds that each process used during the measurement, by name of the process. */
  readonly cpu: ReadonlyMap<string, number>;
}

/** Sends a load and measures the CPU time of the processes. @throws Error if a process was restarted during the load */
export async function measure(job: Job, processes: () => Promise<readonly Counted[]>): Promise<Sample> {
  const counted = await processes();
  const begun = Promise.withResolvers<Map<string, number>>();
  const load = await runJob(job, () => void cpuOf(counted).then(begun.resolve, begun.reject));
  const [before, after] = await Promise.all([begun.promise, cpuOf(counted)]);
  const now = await processes();
  const restarted = counted.filter(({ pid }, index) => now[index]?.pid !== pid);
  if (restarted.length > 0) throw new Error(`${restarted.map(({ name }) => name)} ended under the load`);
  const cpu = new Map([...after].map(([name, ms]) => [name, ms - (before.get(name) ?? 0)]));
  // This pause lets the processes finish the work of this run, which must not count in the next run.
  await sleep(200);
  return { load, cpu };
}

/** Returns the median: for an even number of values, the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}

/** Returns the figures of a row. Each figure is the median over the runs; `samples` has one sample for each run. */
export function figuresOf(samples: readonly Sample[]): Figures {
  const over = (figure: (sample: Sample) => number) => median(samples.map(figure));
  const total = ({ cpu }: Sample) => [...cpu.values()].reduce((sum, ms) => sum + ms, 0);
  const names = [...(samples[0]?.cpu.keys() ?? [])];
  return {
    rate: over(({ load }) => load.requests / load.seconds),
    p50: over(({ load }) => load.p50),
    p99: over(({ load }) => load.p99),
    bytes: over(({ load }) => load.bytes),
    cpu: over((sample) => total(sample) / sample.load.requests),
    cpuBy: new Map(
      names.map((name) => [name, over(({ cpu, load }) => (cpu.get(name) ?? 0) / load.requests)]),
    ),
    generatorCpu: over(({ load }) => load.cpuMs / load.requests),
  };
}
