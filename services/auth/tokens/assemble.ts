import type { NatsConnection } from 'nats';
import type { TokensChange } from '#contracts/tokens.ts';
import { TokenLog } from '#platform/events/token-log.ts';
import { FeedPublisher } from '#platform/feed/publisher.ts';
import type { Engine } from '#platform/mongodb/engine.ts';
import type { Logger } from '#platform/service/logger.ts';
import type { AccountStore } from '../accounts/store/account-store.ts';
import type { AuthSettings } from '../settings.ts';
import { Issuer } from './issuer.ts';
import { KnownTokens } from './known-tokens.ts';
import type { TokenDeps } from './operations.ts';
import { Revocations } from './revocations.ts';
import { SigningKeys } from './signing-keys.ts';
import { FamilyStore } from './store/family-store.ts';
import { RevocationStore } from './store/revocation-store.ts';
import { SigningKeyStore } from './store/signing-key-store.ts';
import { Tokens } from './tokens.ts';

/** Dependencies of `assembleTokens`. */
interface AssemblyDeps {
  readonly engine: Engine;
  readonly accounts: AccountStore;
  readonly nats: NatsConnection;
  readonly logger: Logger;
}

interface Assembled extends Pick<TokenDeps, 'signingKeys' | 'knownTokens' | 'revocations' | 'tokens'> {
  /** Creates the stores' collections and indexes, and loads the revocations. May be called more than once. */
  readonly prepare: () => Promise<void>;
  readonly close: () => void;
}

/** Creates `Tokens` with its dependencies, and the feed that publishes revocations to the gateways. */
export function assembleTokens(
  settings: AuthSettings,
  { engine, accounts, nats, logger }: AssemblyDeps,
): Assembled {
  const {
    ACCESS_TOKEN_TTL: everywhere,
    COCART_ACCESS_TOKEN_TTL: cocart,
    REFRESH_TOKEN_TTL: refreshSeconds,
    LOGIN_TTL: loginSeconds,
    AUTH_SECRET: secret,
  } = settings;
  const families = new FamilyStore(engine);
  const revoked = new RevocationStore(engine);
  const signingKeys = new SigningKeys(new SigningKeyStore(engine), secret);
  const log = new TokenLog(nats);
  const knownTokens = new KnownTokens({ store: revoked, log, signingKeys, logger });
  const feed = new FeedPublisher(nats, { tokens: () => knownTokens.followed() }, logger);
  const now = Date.now;
  const publish = (number: number, change: TokensChange) => feed.publish('tokens', number, change);
  const accessSeconds = Math.max(everywhere, cocart);
  const revocations = new Revocations({ store: revoked, families, log, publish, accessSeconds, now });
  const issuer = new Issuer(signingKeys, { everywhere, cocart });
  const lifetimes = { refreshSeconds, loginSeconds };
  const deps = { engine, accounts, issuer, families, revoked, revocations, ...lifetimes, secret };
  return {
    signingKeys,
    knownTokens,
    revocations,
    tokens: new Tokens({ ...deps, now, logger }),
    async prepare() {
      for (const store of [families, revoked, signingKeys]) await store.prepare();
      // This call loads the revocations, because a replica without the revocations refuses every bearer
      // token.
      await knownTokens.number();
    },
    close: () => feed.close(),
  };
}
