import { noteSecurityEvents, readSecurityLog } from '#contracts/security-log.ts';
import { type ImplementedOperation, implement } from '#platform/bus/implement.ts';
import type { SecurityLog } from './security-log.ts';
import type { SecurityLogStore } from './store/security-log-store.ts';

/** Dependencies of the operations on the security log. */
export interface SecurityLogDeps {
  readonly securityLog: Pick<SecurityLog, 'take' | 'note'>;
  readonly securityLogStore: Pick<SecurityLogStore, 'read'>;
}

/** Returns the operations on the security log. Gateways add events to the log, and operators read the log. */
export function securityLogOperations({
  securityLog,
  securityLogStore,
}: SecurityLogDeps): ImplementedOperation[] {
  return [
    implement(noteSecurityEvents, async ({ events }) => {
      for (const event of events) securityLog.take(event);
      return { noted: events.length };
    }),

    implement(readSecurityLog, async (query) => ({ events: await securityLogStore.read(query) })),
  ];
}
