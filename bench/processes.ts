import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A process whose cost is counted, under the name it has in the table. */
export interface Counted {
  readonly name: string;
  readonly pid: number;
}

/** Linux counts processor time in hundredths of a second, whatever the machine. */
const tickMs = 10;

/** User and system time of a process since its start, with all its threads. Milliseconds. */
export async function cpuMs(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  // The name of the program may hold blanks and brackets; what follows its end does not.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * tickMs;
}

/** Resident memory of a process in megabytes. */
export async function residentMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1_024;
}

/** Whether a process is one of Node's. */
export async function isNode(pid: number): Promise<boolean> {
  const words = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).split('\0');
  return /(^|\/)node$/.test(words[0] ?? '');
}

/** All processes of a system, by the pid files of its data folder. */
export async function processesOf(dataDir: string): Promise<Counted[]> {
  const folder = join(dataDir, 'run');
  const files = (await readdir(folder)).filter((file) => /^[a-z].*\.pid$/.test(file)).sort();
  return Promise.all(
    files.map(async (file) => ({
      name: file.slice(0, -'.pid'.length),
      pid: Number(await readFile(join(folder, file), 'utf8')),
    })),
  );
}

/** Processor time of each process up to now, by name. Milliseconds. */
export async function cpuOf(processes: readonly Counted[]): Promise<Map<string, number>> {
  return new Map(
    await Promise.all(processes.map(async ({ name, pid }) => [name, await cpuMs(pid)] as const)),
  );
}
