import { spawn } from 'node:child_process';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '../../dev/ports.ts';
import { environment, root } from '../../dev/settings.ts';
import type { RunningSystem } from './system.ts';

/** One more gateway of a running system, with a way of its own to NATS. */
export interface GatewayProcess extends AsyncDisposable {
  readonly url: string;
  signal(signal: NodeJS.Signals): void;
}

/**
 * Starts one more gateway beside a running system, as `npm run service -- gateway` does, and waits until it is ready.
 * Its log is that of the part `gateway-far`. To be disposed of before the system.
 *
 * @throws Error when it ends before it is ready
 */
export async function startGatewayBeside(system: RunningSystem, natsUrl: string): Promise<GatewayProcess> {
  const port = await freePort();
  const log = await open(join(system.dataDir, 'log/gateway-far.log'), 'a');
  // An empty port is any that is free.
  const ports = { HTTP_PORT: String(port), HTTPS_PORT: '' };
  const settings = { ...ports, DATA_DIR: system.dataDir, NATS_URL: natsUrl };
  const child = spawn(process.execPath, [join(root, 'dev/service.ts'), 'gateway'], {
    env: { ...environment, ...settings, LOG_LEVEL: 'info', CHECK_REPLIES: 'true' },
    stdio: ['ignore', log.fd, log.fd, 'ipc'],
  });
  await log.close();
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill);
  const ended = new Promise<void>((done) => child.once('exit', () => done()));
  await new Promise<void>((ready, failed) => {
    child.once('message', () => ready());
    void ended.then(() => failed(new Error('the gateway ended before it was ready')));
  });
  return {
    url: `http://127.0.0.1:${port}`,
    signal: (signal) => void child.kill(signal),
    async [Symbol.asyncDispose]() {
      process.off('exit', kill);
      // Whatever it was told before: one that stands still ends by nothing else.
      kill();
      await ended;
    },
  };
}
