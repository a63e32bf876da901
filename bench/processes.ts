import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A process whose CPU time is measured, with its name in the table. */
export interface Counted {
  readonly name: string;
  readonly pid: number;
}

/** Linux counts CPU time in hundredths of a second. */
const tickMs = 10;

/** Returns the CPU milliseconds of a process since its start: user and system time of all its threads. */
export async function cpuMs(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  // The program's name is in brackets and may contain blanks and brackets. So fields are counted after the
  // last bracket.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * tickMs;
}

/** Returns the resident memory of a process in megabytes. */
export async function residentMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1_024;
}

/** Returns whether a process runs Node. */
export async function isNode(pid: number): Promise<boolean> {
  const words = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).split('\0');
  return /(^|\/)node$/.test(words[0] ?? '');
}

/** Returns all processes of a system, from the pid files in its data folder. */
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

/** Returns the CPU milliseconds of each process since its start, by name of the process. */
export async function cpuOf(processes: readonly Counted[]): Promise<Map<string, number>> {
  return new Map(
    await Promise.all(processes.map(async ({ name, pid }) => [name, await cpuMs(pid)] as const)),
  );
}
