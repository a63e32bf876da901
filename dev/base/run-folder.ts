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

/** A pid file in `DATA_DIR/run`: the name of the process, and its pid. */
export interface PidFile {
  readonly name: string;
  readonly pid: number;
}

/**
 * Matches the command lines of the programs that `npm start` starts. If a pid file names a process with another
 * command line, the pid was reused.
 */
const SYSTEM_PROGRAMS = /main\.ts|start\.ts|bootstrap\.mjs|mongod|redis-server|nats-server/;

/**
 * The folder `DATA_DIR/run`. It contains a pid file for each running process, and `system.json`, from which other
 * programs read how to reach the running system.
 */
export class RunFolder {
  readonly #dataDir: string;
  readonly #folder: string;

  constructor(dataDir: string) {
    this.#dataDir = dataDir;
    this.#folder = join(dataDir, 'run');
    mkdirSync(this.#folder, { recursive: true });
  }

  /** Returns the path of the file with this name in `DATA_DIR/run`. */
  path(name: string): string {
    return join(this.#folder, name);
  }

  /** Writes a pid file atomically. */
  writePid(name: string, pid: number): void {
    const temporary = this.path(`.${name}.${process.pid}`);
    writeFileSync(temporary, `${pid}\n`);
    renameSync(temporary, this.path(`${name}.pid`));
  }

  removePid(name: string): void {
    rmSync(this.path(`${name}.pid`), { force: true });
  }

  /** Returns the pid files of processes of this system that still run. Deletes all other pid files. */
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
 * Returns whether a process belongs to the system of a data folder.
 *
 * The pid alone proves nothing, because the operating system may reuse a pid. The command line must match
 * `SYSTEM_PROGRAMS`, and the working directory must be the data folder or a folder inside the data folder.
 */
export function belongs(pid: number, dataDir: string): boolean {
  if (!Number.isInteger(pid) || pid <= 1 || !isAlive(pid) || !SYSTEM_PROGRAMS.test(commandLine(pid)))
    return false;
  const directory = workingDirectory(pid);
  const folder = existsSync(dataDir) ? realpathSync(dataDir) : dataDir;
  return directory === null || directory === folder || directory.startsWith(folder + sep);
}

/** Returns whether a process exists and is not a zombie. */
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

/** Returns the command line of a process; an empty text if the process has ended. */
function commandLine(pid: number): string {
  try {
    if (process.platform === 'linux')
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    return execFileSync('ps', ['-p', String(pid), '-o', 'command='], { encoding: 'utf8' });
  } catch {
    return '';
  }
}

/**
 * Returns the working directory of a process. Null if the operating system does not show the directory; empty
 * if the process has ended.
 */
function workingDirectory(pid: number): string | null {
  if (process.platform !== 'linux') return null;
  try {
    return readlinkSync(`/proc/${pid}/cwd`).replace(/ \(deleted\)$/, '');
  } catch {
    return '';
  }
}

/**
 * Ends processes: sends SIGTERM, sends SIGKILL after `patienceMs` to processes that still run, and waits
 * until all have ended.
 */
export async function endAll(pids: readonly number[], patienceMs: number): Promise<void> {
  signalAll(pids, 'SIGTERM');
  const left = await waitGone(pids, patienceMs);
  signalAll(left, 'SIGKILL');
  await waitGone(left, 3_000);
}

/** Waits up to `limitMs` for processes to end. Returns the pids of processes that still run. */
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
      // The process has already ended.
    }
  }
}
