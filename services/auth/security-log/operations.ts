import { noteSecurityEvents, readSecurityLog } from '#contracts/security-log.ts';
import { implement, type Served } from '#platform/bus/implement.ts';
import type { SecurityLog } from './security-log.ts';
import type { SecurityLogStore } from './store/security-log-store.ts';

/** What the log of security is served by. */
export interface SecurityLogParts {
  readonly securityLog: Pick<SecurityLog, 'take' | 'note'>;
  readonly securityLogStore: Pick<SecurityLogStore, 'read'>;
}

/** What gateways have seen goes in; operators read it. */
export function securityLogOperations({ securityLog, securityLogStore }: SecurityLogParts): Served[] {
  return [
    implement(noteSecurityEvents, async ({ events }) => {
      for (const event of events) securityLog.take(event);
      return { noted: events.length };
    }),

    implement(readSecurityLog, async (query) => ({ events: await securityLogStore.read(query) })),
  ];
}
