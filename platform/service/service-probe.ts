import type { Caller } from '#platform/bus/caller.ts';
import type { Dependency } from './dependencies.ts';
import { askWithClock, down, type Finding, sick, up } from './finding.ts';

/** Returns the dependency on a service. Its check reads the status and the clock of any replica. */
export function serviceDependency(caller: Caller, service: string): Dependency {
  return {
    name: service,
    isOptionalAtStart: true,
    async check(): Promise<Finding> {
      if (!caller.connected) return down('the bus is away');
      try {
        const { answer, clock } = await askWithClock(
          () => caller.statusOf(service),
          ({ now }) => now,
        );
        if (!answer.ready) return sick(answer.reasons.join('; '));
        const unhealthy = Object.entries(answer.dependencies).filter(([, { state }]) => state !== 'up');
        if (unhealthy.length === 0) return { ...up, clock };
        return { ...sick(unhealthy.map(([name, { state }]) => `${name} is ${state}`).join(', ')), clock };
      } catch {
        return down('no replica answers');
      }
    },
  };
}
