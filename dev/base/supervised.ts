import { type ChildProcess, spawn } from 'node:child_process';
import {
  appendFileSync,
  closeSync,
  copyFileSync,
  existsSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  statSync,
  truncateSync,
} from 'node:fs';
import type { RunFolder } from './run-folder.ts';
import type { Environment } from './settings.ts';
import { Problem, say } from './terminal.ts';

const FIRST_DELAY_MS = 100;
const LONGEST_DELAY_MS = 5_000;
const STEADY_AFTER_MS = 10_000;
const TRIES_AT_START = 3;
/** Exit code of a process that has invalid settings. A restart would not help. */
const BAD_SETTINGS = 78;
/** Maximum number of bytes of a log file. Two older files are kept. */
const LARGEST_LOG = 50 * 1024 * 1024;
const LOG_CHECKED_EACH_MS = 1_000;

/** How to start a supervised child process, and how to find out whether the child is ready. */
export interface ChildPlan {
  readonly name: string;
  readonly program: string;
  readonly args: readonly string[];
  readonly env: Environment;
  readonly cwd: string;
  /** Path of the file to which the output of the child is appended. */
  readonly logFile: string;
  /** Milliseconds within which the child must be ready for the first time. */
  readonly readyWithinMs: number;
  /**
   * Resolves if the child is ready, and rejects otherwise. Absent for a child that sends `{ ready: true }` by
   * itself.
   */
  readonly probe?: () => Promise<void>;
  /** Descriptors that the child inherits, as its descriptors 4, 5 and so on. */
  readonly inherits?: readonly number[];
}

/**
 * A supervised child process. When the child dies, the supervisor starts the child again, each time after a
 * longer pause.
 */
export class Supervised {
  readonly part: ChildPlan;
  readonly #run: RunFolder;
  readonly #firstReady = Promise.withResolvers<void>();
  #child: ChildProcess | null = null;
  #privateUrl: string | null = null;
  #restartTimer: NodeJS.Timeout | null = null;
  #delayMs = FIRST_DELAY_MS;
  #everReady = false;
  #ends = 0;
  #ending = false;
  readonly #largestLog: number;

  constructor(part: ChildPlan, run: RunFolder, largestLog = LARGEST_LOG) {
    this.part = part;
    this.#run = run;
    this.#largestLog = largestLog;
    this.#firstReady.promise.catch(() => undefined);
  }

  /**
   * Starts the child. Resolves when the child is ready for the first time. @throws Problem if the child does
   * not become ready
   */
  async start(): Promise<void> {
    this.#spawn();
    const late = () =>
      this.#firstReady.reject(
        new Problem(`${this.part.name} was not ready in time; see ${this.part.logFile}.`),
      );
    const timer = setTimeout(late, this.part.readyWithinMs);
    await this.#firstReady.promise.finally(() => clearTimeout(timer));
  }

  get pid(): number | null {
    return this.#child?.pid ?? null;
  }

  /** The URL of the child's private port. Null if the child has no such port or is not ready. */
  get privateUrl(): string | null {
    return this.#privateUrl;
  }

  /** Ends the supervision: when the child ends, the supervisor does not start the child again. */
  release(): void {
    this.#ending = true;
    if (this.#restartTimer) clearTimeout(this.#restartTimer);
    if (!this.#child) this.#run.removePid(this.part.name);
  }

  #spawn(): void {
    const { name, program, args, env, cwd, logFile, probe, inherits = [] } = this.part;
    rotate(logFile, this.#largestLog);
    const log = openSync(logFile, 'a', 0o600);
    const from = statSync(logFile).size;
    const since = Date.now();
    // The child has a separate session. So Ctrl-C reaches only the supervisor, which ends its children in
    // order.
    const channel = probe ? 'ignore' : 'ipc';
    const child = spawn(program, args, {
      cwd,
      env,
      detached: true,
      stdio: ['ignore', log, log, channel, ...inherits],
    });
    closeSync(log);
    const rotation = setInterval(() => rotate(logFile, this.#largestLog), LOG_CHECKED_EACH_MS).unref();
    child.on('close', () => clearInterval(rotation));
    this.#child = child;
    if (child.pid) this.#run.writePid(name, child.pid);
    child.on('message', (message) => {
      if (!isReadyMessage(message)) return;
      this.#privateUrl = message.privateUrl ?? null;
      this.#ready();
    });
    child.on('error', (error) => {
      if (!child.pid) this.#onEnd(`cannot be run: ${error.message}`, since, false);
    });
    child.on('exit', (code, signal) => {
      this.#onEnd(signal ?? `exit ${code}${lastMessage(logFile, from)}`, since, code === BAD_SETTINGS);
    });
    if (probe) void this.#poll(child, probe);
  }

  async #poll(child: ChildProcess, probe: () => Promise<void>): Promise<void> {
    while (this.#child === child && !this.#ending) {
      try {
        await probe();
        this.#ready();
        return;
      } catch {
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }
  }

  #ready(): void {
    this.#everReady = true;
    this.#firstReady.resolve();
  }

  #onEnd(reason: string, since: number, isFinal: boolean): void {
    this.#child = null;
    this.#ends += 1;
    if (this.#ending) {
      this.#run.removePid(this.part.name);
      return;
    }
    if (!this.#everReady && (isFinal || this.#ends >= TRIES_AT_START)) {
      this.release();
      this.#firstReady.reject(new Problem(`${this.part.name} cannot be started (${reason}).`));
      return;
    }
    if (Date.now() - since > STEADY_AFTER_MS) this.#delayMs = FIRST_DELAY_MS;
    // Until the child is ready for the first time, only the child's last failure is printed. Otherwise the
    // same error would appear several times.
    if (this.#everReady)
      say(`${this.part.name} ended (${reason}); started again in ${this.#delayMs / 1000} s`);
    this.#restartTimer = setTimeout(() => this.#spawn(), this.#delayMs);
    this.#delayMs = Math.min(this.#delayMs * 2, LONGEST_DELAY_MS);
  }
}

function isReadyMessage(message: unknown): message is { ready: true; privateUrl?: string } {
  return typeof message === 'object' && message !== null && 'ready' in message && message.ready === true;
}

/**
 * Moves the content of a log file that is too large into a second file, and that of the second into a third. The
 * child goes on to append to the first file, which is emptied. Errors are ignored, because a full disk or a deleted
 * file must not end the supervisor.
 */
function rotate(logFile: string, largest: number): void {
  try {
    if (!existsSync(logFile) || statSync(logFile).size <= largest) return;
    if (existsSync(`${logFile}.1`)) renameSync(`${logFile}.1`, `${logFile}.2`);
    copyFileSync(logFile, `${logFile}.1`);
    // The child may have written lines during the copy.
    const copied = statSync(`${logFile}.1`).size;
    if (statSync(logFile).size > copied)
      appendFileSync(`${logFile}.1`, readFileSync(logFile).subarray(copied));
    truncateSync(logFile);
  } catch {
    // The next check tries again.
  }
}

/**
 * Returns the reason that a child logged before its end, such as `: port 8080 is in use`; an empty text if
 * the child logged no reason.
 */
function lastMessage(logFile: string, from: number): string {
  // If somebody has deleted the log file, `statSync` would throw an error, which would end the supervisor.
  if (!existsSync(logFile)) return '';
  const { size } = statSync(logFile);
  // The file may have been rotated since.
  const length = Math.min(size < from ? size : size - from, 64 * 1024);
  if (length <= 0) return '';
  const buffer = Buffer.alloc(length);
  const log = openSync(logFile, 'r');
  readSync(log, buffer, 0, length, size - length);
  closeSync(log);
  const lines = buffer
    .toString('utf8')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('    at '));
  const words = lines.map(messageIn).filter((line) => line !== null);
  const reason = words.findLast((line) => /error|must|cannot|not /i.test(line)) ?? words.at(-1);
  return reason ? `: ${reason.slice(0, 300)}` : '';
}

function messageIn(line: string): string | null {
  if (!line.startsWith('{')) return /^Node\.js v|^\s*[{}^]/.test(line) ? null : line.trim();
  try {
    const logged = JSON.parse(line) as {
      level?: number;
      s?: string;
      msg?: string;
      err?: { message?: string };
    };
    const isError = (logged.level ?? 0) >= 50 || /^[EF]$/.test(logged.s ?? '');
    return isError ? [logged.msg, logged.err?.message].filter(Boolean).join(': ') : null;
  } catch {
    return null;
  }
}
