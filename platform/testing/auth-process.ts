import { type Beside, startBeside } from './beside.ts';
import type { RunningSystem } from './system.ts';

/**
 * Starts one more replica of auth that finds MongoDB at this port, and waits until it is ready. Its log is that of the
 * part `auth-far`.
 *
 * @throws Error when it ends before it is ready
 */
export function startAuthBeside(system: RunningSystem, mongodbPort: number): Promise<Beside> {
  const url = new URL(system.dataUrls.AUTH_MONGODB_URL);
  url.port = String(mongodbPort);
  // The set would name its own address, and the way there would be another.
  url.searchParams.delete('replicaSet');
  url.searchParams.set('directConnection', 'true');
  return startBeside(system, 'auth', 'auth-far', { AUTH_MONGODB_URL: url.href });
}
