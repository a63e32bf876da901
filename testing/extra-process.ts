import { spawn } from 'node:child_process';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { ServedRole } from '../dev/base/roles.ts';
import { environment, root } from '../dev/base/settings.ts';
import type { RunningSystem } from './system.ts';

/** An additional process of a running system. Disposing this object kills the process. */
export interface ExtraProcess extends AsyncDisposable {
  signal(signal: NodeJS.Signals): void;
  /** Sends SIGTERM to the process. Resolves when the process has ended. */
  leave(): Promise<void>;
}

/**
 * Starts an additional process of a running system, as `npm run service` does. Resolves when the process is
 * ready. Dispose the process before the system stops. Its log is `log/<name>.log`.
 *
 * @throws Error when the process ends before it is ready
 */
export async function startExtraProcess(
  system: RunningSystem,
  role: ServedRole['name'],
  name: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<ExtraProcess> {
  const log = await open(join(system.dataDir, `log/${name}.log`), 'a');
  const defaults = { DATA_DIR: system.dataDir, LOG_LEVEL: 'info', CHECK_REPLIES: 'true' };
  const child = spawn(process.execPath, [join(root, 'dev/service.ts'), role], {
    env: { ...environment, ...defaults, ...settings },
    stdio: ['ignore', log.fd, log.fd, 'ipc'],
  });
  await log.close();
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill);
  const ended = new Promise<void>((done) => child.once('exit', () => done()));
  const end = async (signal: NodeJS.Signals) => {
    process.off('exit', kill);
    child.kill(signal);
    await ended;
  };
  await new Promise<void>((ready, failed) => {
    child.once('message', () => ready());
    void ended.then(() => failed(new Error(`${name} ended before it was ready`)));
  });
  return {
    signal: (signal) => void child.kill(signal),
    leave: () => end('SIGTERM'),
    // The signal is SIGKILL, because a paused process does not react to other signals.
    [Symbol.asyncDispose]: () => end('SIGKILL'),
  };
}
