import { EventStream } from '#platform/events/event-stream.ts';
import { measureOutboxes, streamDependency, tokenLogDependency } from '#platform/events/stream-dependency.ts';
import { ChangeRelay } from '#platform/mongodb/change-relay.ts';
import { Engine } from '#platform/mongodb/engine.ts';
import { mongodbDependency } from '#platform/mongodb/probe.ts';
import { RelayWatch } from '#platform/mongodb/relay-watch.ts';
import { SecretCheck } from '#platform/mongodb/secret-check.ts';
import { connectRedis } from '#platform/redis/connection.ts';
import { redisDependency } from '#platform/redis/probe.ts';
import type { ProcessBody, ProcessDeps } from '#platform/service/process-body.ts';
import { AccountChanges } from './accounts/store/account-changes.ts';
import { AccountStore } from './accounts/store/account-store.ts';
import { ApiKeys } from './api-keys/api-keys.ts';
import { PairDigests } from './api-keys/pair-digests.ts';
import { ApiKeyStore } from './api-keys/store/api-key-store.ts';
import { assembleExtensions } from './extensions/assemble.ts';
import { CallerIdentification } from './login/identify.ts';
import { loginEventRelays } from './login/login-events.ts';
import { Attempts } from './login/store/attempts.ts';
import { KnownNetworks } from './login/store/known-networks.ts';
import { RefusalStore } from './login/store/refusal-store.ts';
import { Slowdown } from './login/store/slowdown.ts';
import { authOperations } from './operations.ts';
import { assembleOwnAccounts } from './own-account/assemble.ts';
import { Hasher } from './passwords/hasher.ts';
import { audited } from './security-log/audited-operations.ts';
import { SecurityLog } from './security-log/security-log.ts';
import { SecurityLogStore } from './security-log/store/security-log-store.ts';
import type { AuthSettings } from './settings.ts';
import { assembleTokens } from './tokens/assemble.ts';

/**
 * Creates the parts of one replica of the auth service. Until MongoDB and Redis answer, operations are refused with 503
 * and the replica is not ready.
 *
 * @throws SettingsError for a login extension that cannot be loaded
 */
export async function authBody(
  settings: AuthSettings,
  { replicaId, nats, logger, metrics }: Pick<ProcessDeps, 'replicaId' | 'nats' | 'logger' | 'metrics'>,
): Promise<ProcessBody> {
  const { LOGIN_RATE_LIMIT: bounds, AUTH_SECRET: secret } = settings;
  const redis = connectRedis(settings.AUTH_REDIS_URL, logger);
  const attempts = new Attempts(redis.commands, bounds, secret);
  const engine = new Engine(settings.AUTH_MONGODB_URL, logger);
  const accounts = new AccountStore(engine);
  const apiKeyStore = new ApiKeyStore(engine);
  const tokens = assembleTokens(settings, { engine, accounts, nats, logger });
  const refusals = new RefusalStore(engine, logger);
  const networks = new KnownNetworks({ engine, secret, logger, now: Date.now });
  const securityLogStore = new SecurityLogStore(engine, settings.SECURITY_LOG_DAYS);
  const securityLog = new SecurityLog({ store: securityLogStore, logger, metrics });
  const extensions = await assembleExtensions(settings, {
    ...{ engine, redis: redis.commands, attempts, networks, logger },
  });
  const ownAccounts = assembleOwnAccounts(settings, { engine, redis: redis.commands });
  const secretCheck = new SecretCheck(engine, {
    ...{ name: 'AUTH_SECRET', secret, collection: 'auth_secret' },
    opensStored: () => tokens.signingKeys.opensStored(),
  });
  // The check is the first, because the next steps make new keys if none are stored.
  const stores = [
    secretCheck,
    accounts,
    apiKeyStore,
    tokens,
    refusals,
    networks,
    securityLogStore,
    ownAccounts.store,
  ];
  const started = engine.start(async () => {
    for (const store of stores) await store.prepare();
  });
  const stream = new EventStream(nats);
  const relays = [...loginEventRelays(stream), ownAccounts.relay(stream)].map(
    (plan) => new ChangeRelay(engine.connection, plan, replicaId, logger),
  );
  for (const relay of relays) void relay.run();
  const watches = relays.map((relay) => new RelayWatch(relay, logger));
  const alarms = watches.map(({ alarm }) => alarm);
  measureOutboxes(alarms, metrics);
  const hasher = new Hasher();
  const slowdown = new Slowdown(redis.commands, bounds, secret);
  const digests = new PairDigests(secret);
  const apiKeys = new ApiKeys({
    ...{ store: apiKeyStore, digests, accounts, logger },
    revocations: tokens.revocations,
    now: Date.now,
  });
  const accountChanges = new AccountChanges({
    accounts,
    revocations: tokens.revocations,
    apiKeys: apiKeyStore,
    others: [extensions.devices, extensions.verificationStore, networks, ownAccounts.store],
  });
  const operations = authOperations({
    accounts,
    accountChanges,
    apiKeys,
    hasher,
    engine,
    attempts,
    identifier: new CallerIdentification({
      ...{ accounts, hasher, apiKeys, attempts, slowdown, networks, refusals, logger },
    }),
    refusals,
    ...tokens,
    ...ownAccounts.deps,
    ...extensions,
    now: Date.now,
    ...{ securityLog, securityLogStore },
  });
  return {
    served: audited(operations, { accounts, securityLog, logger, secret }),
    dependencies: [
      mongodbDependency(engine),
      redisDependency(redis, ['{login}:probe']),
      streamDependency(nats, stream, alarms),
      tokenLogDependency(nats),
    ],
    backlogs: watches,
    started,
    async close() {
      tokens.close();
      redis.close();
      await securityLog.close();
      await Promise.all([hasher.close(), ...relays.map((relay) => relay.close())]);
      await engine.close();
    },
  };
}
