import type { EventStream } from '#platform/events/event-stream.ts';
import type { Engine } from '#platform/mongodb/engine.ts';
import type { RedisCommands } from '#platform/redis/connection.ts';
import { Attempts } from '../login/store/attempts.ts';
import type { AuthSettings } from '../settings.ts';
import type { OwnAccountDeps } from './operations.ts';
import { resetEventRelay } from './reset-events.ts';
import { ResetTokens } from './reset-tokens.ts';
import { ResetStore } from './store/reset-store.ts';

/** The window for registrations, changed passwords and reset requests is this many times as long as the window for logins. */
const windowFactor = 15;

/** Creates the dependencies of registration and of password resets. */
export function assembleOwnAccounts(
  { AUTH_SECRET: secret, LOGIN_RATE_LIMIT: login, ...settings }: AuthSettings,
  { engine, redis }: { readonly engine: Engine; readonly redis: RedisCommands },
) {
  const { REGISTRATION: mayRegister, ACCOUNT_ENUMERATION: enumeration } = settings;
  const store = new ResetStore(engine);
  const resets = new ResetTokens({ store, secret, now: Date.now });
  const longer = ({ limit, windowSeconds }: { limit: number; windowSeconds: number }) => ({
    limit,
    windowSeconds: windowFactor * windowSeconds,
  });
  const bounds = login && {
    ...login,
    nameAndAddress: longer(login.nameAndAddress),
    address: longer(login.address),
  };
  // The names of counters are derived from the secret, so each kind of request has its own counters.
  const counted = (what: string) => new Attempts(redis, bounds, `${secret} ${what}`);
  const selfService = {
    registrations: counted('registrations'),
    passwordChanges: counted('password changes'),
    resetRequests: counted('resets'),
  };
  return {
    deps: {
      resets,
      selfService,
      mayRegister,
      hidesAccounts: enumeration === 'hidden',
    } satisfies Partial<OwnAccountDeps>,
    store,
    relay: (stream: Pick<EventStream, 'publish'>) => resetEventRelay(stream, resets),
  };
}
