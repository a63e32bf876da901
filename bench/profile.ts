import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunningSystem } from '#testing/system.ts';
import { type Inspector, inspectorOf } from './inspector.ts';
import { type Counted, isNode, processesOf } from './processes.ts';

/** Number of functions in the printed summary. */
const shown = 12;

interface CallFrame {
  readonly functionName: string;
  readonly url: string;
  readonly lineNumber: number;
}

/** The members of a CPU profile of V8 that `summary` reads. */
interface Profile {
  readonly nodes: readonly { readonly id: number; readonly callFrame: CallFrame }[];
  readonly samples: readonly number[];
}

/** Returns a line for each of the functions with the most samples: its share of the samples, and its name. */
function summary({ nodes, samples }: Profile): string[] {
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const counts = new Map<string, number>();
  for (const id of samples) {
    const { functionName = '', url = '', lineNumber = 0 } = frames.get(id) ?? {};
    const place = url === '' ? '' : ` ${url.split('/').slice(-3).join('/')}:${lineNumber + 1}`;
    const name = `${functionName || '(anonymous)'}${place}`;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  counts.delete('(idle)');
  const busy = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const most = [...counts].toSorted(([, one], [, other]) => other - one).slice(0, shown);
  return most.map(([name, count]) => `${((100 * count) / busy).toFixed(1).padStart(5)} %  ${name}`);
}

/** Profiles the Node processes of a system. */
export class Profiler {
  readonly #folder: string;
  readonly #system: RunningSystem;
  readonly #running: { readonly name: string; readonly inspector: Inspector }[] = [];

  private constructor(folder: string, system: RunningSystem) {
    this.#folder = folder;
    this.#system = system;
  }

  static async start(folder: string, system: RunningSystem): Promise<Profiler> {
    const profiler = new Profiler(folder, system);
    for (const one of await processesOf(system.dataDir)) {
      if (one.name !== 'start' && (await isNode(one.pid))) await profiler.#begin(one);
    }
    return profiler;
  }

  async #begin(one: Counted): Promise<void> {
    const inspector = await inspectorOf(this.#system, one);
    await inspector.ask('Profiler.enable');
    await inspector.ask('Profiler.setSamplingInterval', { interval: 500 });
    await inspector.ask('Profiler.start');
    this.#running.push({ name: one.name, inspector });
  }

  /** Stops profiling and writes a profile file for each process. Returns lines with the files' names and summaries. */
  async stop(row: string): Promise<string[]> {
    await mkdir(this.#folder, { recursive: true });
    const lines: string[] = [];
    for (const { name, inspector } of this.#running) {
      const { profile } = (await inspector.ask('Profiler.stop')) as { profile: Profile };
      inspector.close();
      const file = join(this.#folder, `${row}.${name}.cpuprofile`.replace(/[^\w.-]+/g, '-'));
      await writeFile(file, JSON.stringify(profile));
      lines.push(file, ...summary(profile));
    }
    return lines;
  }
}
