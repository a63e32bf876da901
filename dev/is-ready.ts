import type { HealthDetails } from '#platform/service/health.ts';

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
