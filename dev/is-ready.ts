import { setTimeout as sleep } from 'node:timers/promises';
import type { HealthDetails } from '#platform/service/health.ts';
import { Problem } from './terminal.ts';

const READY_WITHIN_MS = 30_000;

/**
 * Returns whether a process is ready, its dependencies are available, and its feeds are current. `privateUrl` is the
 * URL of the process's private port.
 *
 * @throws Error when the process does not answer
 */
export async function isReady(privateUrl: string | null): Promise<boolean> {
  // The connection is closed at once, because an open connection would delay the end of the process.
  const options = { headers: { connection: 'close' } };
  const response = await fetch(`${privateUrl}/health/ready?verbose`, options);
  const { dependencies, feeds } = (await response.json()) as HealthDetails;
  const up = Object.values(dependencies).every(({ state }) => state === 'up');
  return response.status === 200 && up && Object.values(feeds).every(({ current }) => current);
}

/** Waits until a gateway is ready, its dependencies are available, and its feeds are current. @throws Problem */
export async function untilReady(privateUrl: string | null): Promise<void> {
  const until = Date.now() + READY_WITHIN_MS;
  for (;;) {
    if (await isReady(privateUrl).catch(() => false)) return;
    if (Date.now() > until)
      throw new Problem(`the gateway did not become ready within ${READY_WITHIN_MS / 1000} s.`);
    await sleep(50);
  }
}
