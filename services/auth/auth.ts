import { FeedPublisher } from '#platform/feed/publisher.ts';
import { Engine } from '#platform/mongodb/engine.ts';
import type { ProcessBody, ProcessParts } from '#platform/service/process.ts';
import { AccountChanges } from './accounts/store/account-changes.ts';
import { AccountStore } from './accounts/store/account-store.ts';
import { ApiKeys } from './api-keys/api-keys.ts';
import { PairDigests } from './api-keys/pair-digests.ts';
import { ApiKeyStore } from './api-keys/store/api-key-store.ts';
import { assembleExtensions } from './extensions/assemble.ts';
import { Identifier } from './login/identify.ts';
import type { Attempts } from './login/store/attempts.ts';
import { authOperations } from './operations.ts';
import { Hasher } from './passwords/hasher.ts';
import type { AuthSettings } from './settings.ts';
import { Issuer } from './tokens/issuer.ts';
import { Revocations } from './tokens/revocations.ts';
import { SigningKeys } from './tokens/signing-keys.ts';
import { FamilyStore } from './tokens/store/family-store.ts';
import { RevocationStore } from './tokens/store/revocation-store.ts';
import { SigningKeyStore } from './tokens/store/signing-key-store.ts';
import { Tokens } from './tokens/tokens.ts';

/**
 * One replica of the auth service. It does not wait for its engines: until they are there, operations are refused with
 * 503 and the replica is not ready.
 *
 * @throws SettingsError for an extension of the login that cannot be loaded
 */
export async function authBody(
  settings: AuthSettings,
  attempts: Attempts,
  { nats, logger }: Pick<ProcessParts, 'nats' | 'logger'>,
): Promise<ProcessBody> {
  const engine = new Engine(settings.AUTH_MONGODB_URL, logger);
  const accounts = new AccountStore(engine);
  const apiKeyStore = new ApiKeyStore(engine);
  const families = new FamilyStore(engine);
  const revoked = new RevocationStore(engine);
  const signingKeys = new SigningKeys(new SigningKeyStore(engine), settings.AUTH_SECRET);
  const extensions = await assembleExtensions(settings, { engine, attempts, logger });
  void engine.start(async () => {
    for (const store of [accounts, apiKeyStore, families, revoked, signingKeys]) await store.prepare();
  });
  const hasher = new Hasher();
  const apiKeys = new ApiKeys({
    store: apiKeyStore,
    digests: new PairDigests(settings.AUTH_SECRET),
    accounts,
    now: Date.now,
    logger,
  });
  const feed = new FeedPublisher(nats, 'tokens', () => revoked.last(), logger);
  const revocations = new Revocations({
    store: revoked,
    families,
    tell: (number, change) => feed.tell(number, change),
    accessSeconds: settings.ACCESS_TOKEN_TTL,
    now: Date.now,
  });
  const tokens = new Tokens({
    engine,
    accounts,
    issuer: new Issuer(signingKeys, settings.ACCESS_TOKEN_TTL),
    families,
    revoked,
    revocations,
    refreshSeconds: settings.REFRESH_TOKEN_TTL,
    secret: settings.AUTH_SECRET,
    now: Date.now,
    logger,
  });
  return {
    served: authOperations({
      accounts,
      accountChanges: new AccountChanges({
        accounts,
        revocations,
        apiKeys: apiKeyStore,
        others: [extensions.devices, extensions.verificationStore],
      }),
      apiKeys,
      hasher,
      tokens,
      engine,
      attempts,
      revoked,
      revocations,
      signingKeys,
      identifier: new Identifier({ accounts, hasher, apiKeys, attempts }),
      ...extensions,
      now: Date.now,
    }),
    dependencies: [
      { name: 'mongodb', check: () => engine.check() },
      { name: 'redis', check: () => attempts.check() },
    ],
    async close() {
      feed.close();
      attempts.close();
      await engine.close();
    },
  };
}
