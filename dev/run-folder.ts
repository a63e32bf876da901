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

/** A pid file of `DATA_DIR/run` with its content. */
export interface PidFile {
  readonly name: string;
  readonly pid: number;
}

/** Programs that `npm start` starts. A pid with another command line was reused by another program. */
const OURS = /main\.ts|start\.ts|cluster\.ts|bootstrap\.mjs|mongod|redis-server|nats-server/;

/**
 * The folder `DATA_DIR/run`: a pid file for each running part, and `system.json` for programs that look for
 * the system.
 */
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

  /** Writes a pid file atomically. */
  writePid(name: string, pid: number): void {
    const temporary = this.path(`.${name}.${process.pid}`);
    writeFileSync(temporary, `${pid}\n`);
    renameSync(temporary, this.path(`${name}.pid`));
  }

  removePid(name: string): void {
    rmSync(this.path(`${name}.pid`), { force: true });
  }

  /** Returns the pid files of running processes of this system; removes stale ones. */
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
 * Whether a process belongs to the system of this data folder.
 *
 * A pid is not enough, since it may be reused. Our processes have the data folder as working directory, and
 * one of our programs in the command line.
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

/** Returns a process's working directory; null if the system does not reveal it. */
function standsIn(pid: number): string | null {
  if (process.platform !== 'linux') return null;
  try {
    return readlinkSync(`/proc/${pid}/cwd`).replace(/ \(deleted\)$/, '');
  } catch {
    return '';
  }
}

/** Ends processes: signals them, kills the rest after `patienceMs`, and waits until all have ended. */
export async function endAll(pids: readonly number[], patienceMs: number): Promise<void> {
  signalAll(pids, 'SIGTERM');
  const left = await waitGone(pids, patienceMs);
  signalAll(left, 'SIGKILL');
  await waitGone(left, 3_000);
}

/** Waits up to `limitMs` for processes to end. Returns the remaining ones. */
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
      // It has ended already.
    }
  }
}
