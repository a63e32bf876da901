import { spawn } from 'node:child_process';

/** Waits for the end of its input, gives the process ten seconds to end by itself, kills it and removes its folder. */
const script = `cat >/dev/null
for turn in $(seq 50); do kill -0 "$1" 2>/dev/null && [ "$3" = patient ] && sleep 0.2; done
kill -9 "$1" 2>/dev/null
rm -rf "$2"`;

/**
 * Has a process and its data folder removed when this one is killed: then nobody else would end it. Without a folder only
 * the process is ended. `patient` first lets the process end by itself, for up to ten seconds.
 *
 * @returns what takes the guard away once both are gone in the usual way
 */
export function guardAgainstOrphans(pid: number, folder: string | null, patient = false): () => void {
  const args = ['-c', script, 'sh', String(pid), folder ?? '', patient ? 'patient' : 'at once'];
  // A group of its own: Ctrl-C reaches the whole group of the tests.
  const guard = spawn('/bin/sh', args, { stdio: ['pipe', 'ignore', 'ignore'], detached: true });
  guard.unref();
  const { stdin } = guard;
  if (stdin && 'unref' in stdin && typeof stdin.unref === 'function') stdin.unref();
  guard.on('error', () => undefined);
  return () => void guard.kill('SIGKILL');
}
