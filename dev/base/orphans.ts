import { spawn } from 'node:child_process';

/**
 * A shell script that waits until its input ends. The input ends when the parent process dies. The script then kills
 * the process with the pid in `$1` and deletes the folder in `$2`.
 */
const script = `cat >/dev/null
for turn in $(seq 50); do kill -0 "$1" 2>/dev/null && [ "$3" = patient ] && sleep 0.2; done
kill -9 "$1" 2>/dev/null
rm -rf "$2"`;

/**
 * Starts a guard: a process that waits. If the current process is killed, the guard kills the process `pid` and
 * deletes `folder`. With `folder` null, the guard deletes nothing. With `patient`, the process `pid` first has
 * ten seconds to end by itself.
 *
 * @returns a function that ends the guard without killing `pid` or deleting `folder`
 */
export function guardAgainstOrphans(pid: number, folder: string | null, patient = false): () => void {
  const args = ['-c', script, 'sh', String(pid), folder ?? '', patient ? 'patient' : 'at once'];
  // The guard has a separate process group, because Ctrl-C reaches all processes in the group of the tests.
  const guard = spawn('/bin/sh', args, { stdio: ['pipe', 'ignore', 'ignore'], detached: true });
  guard.unref();
  const { stdin } = guard;
  if (stdin && 'unref' in stdin && typeof stdin.unref === 'function') stdin.unref();
  guard.on('error', () => undefined);
  return () => void guard.kill('SIGKILL');
}
