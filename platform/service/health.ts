import type { Status } from '#contracts/status.ts';
import manifest from '../../package.json' with { type: 'json' };

/** The version of the whole system. */
export const { version } = manifest;

/** The members of `Status` that `GET /health/ready?verbose` reports. */
export type HealthDetails = Pick<
  Status,
  'ready' | 'reasons' | 'dependencies' | 'feeds' | 'backlogs' | 'clocks'
>;

/** The health of a process, as its ports report it. */
export interface Health {
  /** Returns whether the process can work now. */
  readonly ready: () => Promise<boolean>;
  readonly details: () => HealthDetails;
}

interface HealthAnswer {
  readonly status: 200 | 503;
  readonly body: object;
}

/**
 * Returns the answer of `GET /health`, `/health/live` and `/health/ready`; null for any other path. The answers
 * contain nothing about dependencies.
 */
export async function healthAnswer(
  path: string,
  ready: () => Promise<boolean>,
): Promise<HealthAnswer | null> {
  if (path === '/health/live') return { status: 200, body: { status: 'live' } };
  if (path !== '/health' && path !== '/health/ready') return null;
  const isReady = await ready();
  const status = isReady ? 'ready' : 'not ready';
  return { status: isReady ? 200 : 503, body: path === '/health' ? { status, version } : { status } };
}

/** Returns the answer of `GET /health/ready?verbose`, which only private ports give. */
export function verboseAnswer({ ready, ...details }: HealthDetails): HealthAnswer {
  return { status: ready ? 200 : 503, body: { status: ready ? 'ready' : 'not ready', version, ...details } };
}
