import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { testClaimKeys } from '#platform/bus/claim-keys.fixture.ts';
import { root } from '../dev/base/settings.ts';

/** The operations token of all services that are started here. */
const testSecret = 'a secret of tests, 32 characters or more';

/**
 * Starts a service as a process for the current test file. `settings` is called after the engines of the file have
 * started.
 */
export function serviceProcess(
  name: string,
  settings: () => Readonly<Record<string, string>>,
): {
  kill(): void;
  /** Stops the process as Docker does. Returns its exit code; null if it had to be killed after 15 seconds. */
  stop(): Promise<number | null>;
} {
  const [service] = name.split('-');
  let child: ChildProcess;
  beforeAll(async () => {
    const common = { REPLICA: name, CLAIM_PUBLIC_KEY: testClaimKeys.publicKey, OPERATIONS_TOKEN: testSecret };
    child = spawn(process.execPath, [join(root, `services/${service}/main.ts`)], {
      env: {
        ...common,
        NODE_COMPILE_CACHE: join(root, '.data/compile-cache'),
        CHECK_REPLIES: 'true',
        LOG_LEVEL: 'error',
        ...settings(),
      },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    await new Promise<void>((ready, failed) => {
      child.once('message', () => ready());
      child.once('exit', (code) => failed(new Error(`${name} ended with ${code}`)));
    });
  });
  afterAll(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((done) => child.once('exit', done));
    child.kill('SIGTERM');
    await ended;
  });
  return {
    kill() {
      child.kill('SIGKILL');
    },
    async stop() {
      const ended = new Promise<number | null>((done) => child.once('exit', done));
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), 15_000);
      const code = await ended;
      clearTimeout(timer);
      return code;
    },
  };
}
