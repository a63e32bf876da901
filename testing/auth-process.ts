import { type ExtraProcess, startExtraProcess } from './extra-process.ts';
import type { RunningSystem } from './system.ts';

/**
 * Starts another replica of the auth service, which reaches MongoDB at the port `mongodbPort`. Resolves when
 * the replica is ready. The name of its log is `auth-far`.
 *
 * @throws Error when the replica ends before it is ready
 */
export function startExtraAuth(system: RunningSystem, mongodbPort: number): Promise<ExtraProcess> {
  const url = new URL(system.dataUrls.AUTH_MONGODB_URL);
  url.port = String(mongodbPort);
  // If the URL named the replica set, the driver would connect to the addresses that the set stores, instead of
  // `mongodbPort`.
  url.searchParams.delete('replicaSet');
  url.searchParams.set('directConnection', 'true');
  return startExtraProcess(system, 'auth', 'auth-far', { AUTH_MONGODB_URL: url.href });
}
