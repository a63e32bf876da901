import type { Dependency } from '#platform/service/dependency.ts';

/** Checks all dependencies and returns whether all are available. */
export async function isUp(dependencies: readonly Dependency[]): Promise<boolean> {
  const found = await Promise.all(dependencies.map((one) => one.check()));
  return found.every(({ state }) => state === 'up');
}
