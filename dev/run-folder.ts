import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join, sep } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** A pid file of `DATA_DIR/run` and what it says. */
export interface PidFile {
  readonly name: string;
  readonly pid: number;
}

/** Programs that `npm start` starts; a pid whose command line names none of them was reused by something else. */
const OURS = /main\.ts|start\.ts|cluster\.ts|bootstrap\.mjs|mongod|redis-server|nats-server/;

/** The folder `DATA_DIR/run`: a pid file for each running part, and `system.json` for those who look for the system. */
export class RunFolder {
  readonly #dataDir: string;
  readonly #folder: string;

  constructor(dataDir: string) {
    this.#dataDir = dataDir;
    this.#folder = join(dataDir, 'run');
    mkdirSync(this.#folder, { recursive: true });
  }

  /** Path of a file in the folder. */
  path(name: string): string {
    return join(this.#folder, name);
  }

  /** Writes a pid file in one step, so that a reader never sees half a number. */
  writePid(name: string, pid: number): void {
    const temporary = this.path(`.${name}.${process.pid}`);
    writeFileSync(temporary, `${pid}\n`);
    renameSync(temporary, this.path(`${name}.pid`));
  }

  removePid(name: string): void {
    rmSync(this.path(`${name}.pid`), { force: true });
  }

  /** All pid files whose process still runs and is one of this system. The stale ones are removed. */
  running(): PidFile[] {
    const files = readdirSync(this.#folder).filter((file) => file.endsWith('.pid') && !file.startsWith('.'));
    const found: PidFile[] = [];
    for (const file of files) {
      const name = file.slice(0, -'.pid'.length);
      const pid = Number(readFileSync(this.path(file), 'utf8'));
      if (belongs(pid, this.#dataDir)) found.push({ name, pid });
      else this.removePid(name);
    }
    return found;
  }
}

/**
 * Whether a process was started by the system of this data folder.
 *
 * A pid alone proves nothing: it may have been given to another program since. Ours stand in the data folder
 * (two systems side by side have two), and their command line names one of our programs.
 */
export function belongs(pid: number, dataDir: string): boolean {
  if (!Number.isInteger(pid) || pid <= 1 || !isAlive(pid) || !OURS.test(commandLine(pid))) return false;
  const stands = standsIn(pid);
  const folder = existsSync(dataDir) ? realpathSync(dataDir) : dataDir;
  return stands === null || stands === folder || stands.startsWith(folder + sep);
}

/** Whether a process exists and is no zombie. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  try {
    return !/^\d+ \(.*\) Z /s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return process.platform !== 'linux';
  }
}

function commandLine(pid: number): string {
  try {
    if (process.platform === 'linux')
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    return execFileSync('ps', ['-p', String(pid), '-o', 'command='], { encoding: 'utf8' });
  } catch {
    return '';
  }
}

/** Working folder of a process; null on systems that do not tell. A process of another user stands nowhere. */
function standsIn(pid: number): string | null {
  if (process.platform !== 'linux') return null;
  try {
    return readlinkSync(`/proc/${pid}/cwd`).replace(/ \(deleted\)$/, '');
  } catch {
    return '';
  }
}

/** Ends processes: asks them first, kills what is left after `patienceMs`, and waits until all are gone. */
export async function endAll(pids: readonly number[], patienceMs: number): Promise<void> {
  signalAll(pids, 'SIGTERM');
  const left = await waitGone(pids, patienceMs);
  signalAll(left, 'SIGKILL');
  await waitGone(left, 3_000);
}

/** Waits until processes are gone, at most `limitMs`. Gives those that are not. */
async function waitGone(pids: readonly number[], limitMs: number): Promise<number[]> {
  const until = Date.now() + limitMs;
  let left = pids.filter(isAlive);
  while (left.length > 0 && Date.now() < until) {
    await sleep(20);
    left = left.filter(isAlive);
  }
  return left;
}

function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // It ended by itself meanwhile.
    }
  }
}
