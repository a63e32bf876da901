import { spawn } from 'node:child_process';

/** Waits until its input ends, which happens when the parent dies; then kills the process and removes its folder. */
const script = `cat >/dev/null
for turn in $(seq 50); do kill -0 "$1" 2>/dev/null && [ "$3" = patient ] && sleep 0.2; done
kill -9 "$1" 2>/dev/null
rm -rf "$2"`;

/**
 * Starts a guard that ends a process and removes its data folder if this process is killed. Without a folder the guard
 * only ends the process. With `patient`, the process has ten seconds to end by itself.
 *
 * @returns a function that removes the guard after a normal end
 */
export function guardAgainstOrphans(pid: number, folder: string | null, patient = false): () => void {
  const args = ['-c', script, 'sh', String(pid), folder ?? '', patient ? 'patient' : 'at once'];
  // Its own process group, since Ctrl-C reaches the whole group of the tests.
  const guard = spawn('/bin/sh', args, { stdio: ['pipe', 'ignore', 'ignore'], detached: true });
  guard.unref();
  const { stdin } = guard;
  if (stdin && 'unref' in stdin && typeof stdin.unref === 'function') stdin.unref();
  guard.on('error', () => undefined);
  return () => void guard.kill('SIGKILL');
}
