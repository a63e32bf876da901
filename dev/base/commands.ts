import { spawn } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Environment, environment } from './settings.ts';

const running = new Set<number>();
let interrupted = false;

/** Returns the full path of a program that is in a folder of PATH; null if there is no such program. */
export function onPath(program: string, path: string | undefined = environment.PATH): string | null {
  for (const folder of (path ?? '').split(delimiter)) {
    const candidate = join(folder, program);
    if (folder !== '' && isProgram(candidate)) return candidate;
  }
  return null;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/**
 * Runs a program without input, in its own process group. Returns the output of the program.
 *
 * @throws Error with the last line of output when the program fails or takes longer than `timeoutMs`
 */
export async function run(
  program: string,
  args: readonly string[],
  options: { cwd?: string; env?: Environment; timeoutMs?: number } = {},
): Promise<string> {
  if (interrupted) throw new Error('interrupted');
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const child = spawn(program, args, {
    cwd: options.cwd,
    env: { ...environment, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const { pid } = child;
  if (pid) running.add(pid);
  let printed = '';
  let late = false;
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      printed += chunk;
    });
  }
  const timer = setTimeout(() => {
    late = true;
    if (pid) endGroup(pid);
  }, options.timeoutMs ?? 300_000);
  child.on('error', reject);
  child.on('close', (code) => {
    clearTimeout(timer);
    if (pid) running.delete(pid);
    if (code === 0) return resolve(printed);
    const last = printed.trim().split('\n').at(-1) ?? '';
    reject(new Error(late ? `${program} took too long` : `${program} failed: ${last.slice(0, 300)}`));
  });
  return promise;
}

/** Kills all programs that `run` has started, and their children. Further calls of `run` fail. */
export function endCommands(): void {
  interrupted = true;
  for (const pid of running) endGroup(pid);
}

function endGroup(leader: number): void {
  try {
    process.kill(-leader, 'SIGKILL');
  } catch {
    // The process has already ended.
  }
}
