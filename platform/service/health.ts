import manifest from '../../package.json' with { type: 'json' };

/** The version of the whole system. */
export const { version } = manifest;

interface HealthAnswer {
  readonly status: 200 | 503;
  readonly body: { readonly status: string; readonly version?: string };
}

/**
 * The answer of `GET /health`, `/health/live` and `/health/ready`; null for any other path.
 * `/health` is `/health/ready` with the version.
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
