import { type Beside, startBeside } from './beside.ts';
import type { RunningSystem } from './system.ts';

/**
 * Starts another replica of auth with MongoDB at this port, and waits until it is ready. It logs as
 * `auth-far`.
 *
 * @throws Error when it ends before it is ready
 */
export function startAuthBeside(system: RunningSystem, mongodbPort: number): Promise<Beside> {
  const url = new URL(system.dataUrls.AUTH_MONGODB_URL);
  url.port = String(mongodbPort);
  // With the set's name, the driver would switch to the set's own address.
  url.searchParams.delete('replicaSet');
  url.searchParams.set('directConnection', 'true');
  return startBeside(system, 'auth', 'auth-far', { AUTH_MONGODB_URL: url.href });
}
