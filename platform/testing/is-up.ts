import type { Dependency } from '#platform/service/dependencies.ts';

/** Whether all of these are up, when looked at now. */
export async function isUp(dependencies: readonly Dependency[]): Promise<boolean> {
  const found = await Promise.all(dependencies.map((one) => one.look()));
  return found.every(({ state }) => state === 'up');
}
