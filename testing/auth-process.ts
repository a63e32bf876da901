import { type Beside, startBeside } from './beside.ts';
import type { RunningSystem } from './system.ts';

/**
 * Starts another replica of auth with MongoDB at this port, and waits until the replica is ready. Its log is
 * `auth-far`.
 *
 * @throws Error when the replica ends before it is ready
 */
export function startAuthBeside(system: RunningSystem, mongodbPort: number): Promise<Beside> {
  const url = new URL(system.dataUrls.AUTH_MONGODB_URL);
  url.port = String(mongodbPort);
  // With the name of the replica set, the driver would connect to the addresses in the set's configuration.
  url.searchParams.delete('replicaSet');
  url.searchParams.set('directConnection', 'true');
  return startBeside(system, 'auth', 'auth-far', { AUTH_MONGODB_URL: url.href });
}
