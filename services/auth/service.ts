import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { checkShopPassword } from '#contracts/connect.ts';
import type { TokensChange } from '#contracts/tokens.ts';
import { EventStream } from '#platform/events/event-stream.ts';
import { measureOutboxes } from '#platform/events/outbox.ts';
import { streamDependency, tokenLogDependency } from '#platform/events/streams.ts';
import { TokenLog } from '#platform/events/token-log.ts';
import { FeedPublisher } from '#platform/feed/publisher.ts';
import { ChangeRelay, RelayWatch } from '#platform/mongodb/change-relay.ts';
import { Engine, mongodbDependency } from '#platform/mongodb/engine.ts';
import { SecretCheck } from '#platform/mongodb/secret-check.ts';
import { connectRedis } from '#platform/redis/connection.ts';
import { redisDependency } from '#platform/redis/probe.ts';
import { engineFault } from '#platform/redis/scripts.ts';
import type { ProcessBody, ProcessDeps } from '#platform/service/process.ts';
import { AccountChanges } from './accounts/account-changes.ts';
import { accountOperations } from './accounts/operations.ts';
import { ownAccountOperations } from './accounts/own-account.ts';
import { shopCustomerOperations } from './accounts/shop-customers.ts';
import { deviceOperations } from './extensions/device.ts';
import { loadLoginExtensions } from './extensions/loader.ts';
import { LoginExtensions } from './extensions/runner.ts';
import { verificationOperations } from './extensions/verification.ts';
import { ApiKeys, apiKeyOperations, PairDigests } from './login/api-keys.ts';
import { CallerIdentification } from './login/identify.ts';
import { loginEventRelays } from './login/login-events.ts';
import { loginOperations } from './login/operations.ts';
import { ShopPasswords } from './login/shop-passwords.ts';
import { Hasher } from './passwords/hasher.ts';
import { audited, securityLogOperations } from './security-log.ts';
import type { AuthSettings } from './settings.ts';
import { AccountStore } from './store/accounts.ts';
import { ApiKeyStore } from './store/api-keys.ts';
import { Attempts, Slowdown } from './store/attempts.ts';
import { DeviceStore } from './store/devices.ts';
import { KnownNetworks } from './store/known-networks.ts';
import { FamilyStore, RevocationStore } from './store/logins.ts';
import { RefusalStore } from './store/refusals.ts';
import { ResetTokens, resetEventRelay } from './store/reset-tokens.ts';
import { SecurityLog, SecurityLogStore } from './store/security-log.ts';
import { SigningKeys } from './store/signing-keys.ts';
import { Verification } from './store/verification.ts';
import { KnownTokens } from './tokens/known-tokens.ts';
import { tokenOperations } from './tokens/operations.ts';
import { Revocations } from './tokens/revocations.ts';
import { Issuer, Tokens } from './tokens/tokens.ts';

/** The window for registrations, changed passwords and reset requests is this many times as long as the window for logins. */
const selfServiceWindow = 15;

/**
 * Creates the parts of one replica of the auth service. Until MongoDB and Redis answer, operations are refused with 503
 * and the replica is not ready.
 *
 * @throws SettingsError for a login extension that cannot be loaded
 */
export async function authBody(
  settings: AuthSettings,
  {
    replicaId,
    nats,
    logger,
    metrics,
    caller,
  }: Pick<ProcessDeps, 'replicaId' | 'nats' | 'logger' | 'metrics' | 'caller'>,
): Promise<ProcessBody> {
  const { AUTH_SECRET: secret, LOGIN_RATE_LIMIT: bounds } = settings;
  const now = Date.now;
  const engine = new Engine(settings.AUTH_MONGODB_URL, logger);
  const redis = connectRedis(settings.AUTH_REDIS_URL, logger);

  const accounts = new AccountStore(engine);
  const apiKeyStore = new ApiKeyStore(engine);
  const refusals = new RefusalStore(engine, logger);
  const networks = new KnownNetworks({ engine, secret, logger, now });
  const attempts = new Attempts(redis.commands, bounds, secret);
  const slowdown = new Slowdown(redis.commands, bounds, secret);
  const devices = new DeviceStore(engine);
  const verification = new Verification(engine, { secret, now });
  const resets = new ResetTokens(engine, { secret, now });
  const securityLogStore = new SecurityLogStore(engine, settings.SECURITY_LOG_DAYS);
  const securityLog = new SecurityLog({ store: securityLogStore, logger, metrics });
  const hasher = new Hasher();

  const { signingKeys, knownTokens, revocations, tokens, tokensFeed, tokenStores } = tokenParts();
  const apiKeys = new ApiKeys({
    ...{ store: apiKeyStore, digests: new PairDigests(secret), accounts, revocations, logger, now },
  });
  const accountChanges = new AccountChanges({
    ...{ accounts, revocations, apiKeys: apiKeyStore },
    others: [devices, verification, networks, resets],
  });
  const identifier = new CallerIdentification({
    ...{ accounts, hasher, apiKeys, attempts, slowdown, networks, refusals, logger },
    shopPasswords: settings.WOOCOMMERCE_URL === '' ? null : shopPasswords(),
  });
  const extensions = await loginExtensions();

  const operations = [
    ...accountOperations({
      ...{ accounts, accountChanges, hasher, now },
      connectedShop: settings.WOOCOMMERCE_URL,
    }),
    ...ownAccountOperations({
      ...{ accounts, accountChanges, hasher, identifier, tokens, resets, attempts, now },
      selfService: selfServiceLimits(),
      mayRegister: settings.REGISTRATION,
      hidesAccounts: settings.ACCOUNT_ENUMERATION === 'hidden',
    }),
    ...shopCustomerOperations(accounts, accountChanges),
    ...apiKeyOperations(apiKeys),
    ...loginOperations({ accounts, identifier, attempts, tokens, extensions, refusals }),
    ...deviceOperations({ accounts, devices, now }),
    ...verificationOperations({ accounts, verification }),
    ...tokenOperations({ engine, accounts, attempts, signingKeys, knownTokens, revocations, tokens }),
    ...securityLogOperations({ securityLog, securityLogStore }),
  ];

  const secretCheck = new SecretCheck(engine, {
    ...{ name: 'AUTH_SECRET', secret, collection: 'auth_secret' },
    opensStored: () => signingKeys.opensStored(),
  });
  // The check is the first, because the next steps make new keys if none are stored.
  const stores = [secretCheck, accounts, apiKeyStore, ...tokenStores, refusals, networks];
  const started = engine.start(async () => {
    for (const store of [...stores, securityLogStore, resets]) await store.prepare();
  });
  const stream = new EventStream(nats);
  const relays = [...loginEventRelays(stream), resetEventRelay(stream, resets)].map(
    (plan) => new ChangeRelay(engine.connection, plan, replicaId, logger),
  );
  for (const relay of relays) void relay.run();
  const watches = relays.map((relay) => new RelayWatch(relay, logger));
  const alarms = watches.map(({ alarm }) => alarm);
  measureOutboxes(alarms, metrics);

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
      tokensFeed.close();
      redis.close();
      await securityLog.close();
      await Promise.all([hasher.close(), ...relays.map((relay) => relay.close())]);
      await engine.close();
    },
  };

  /** `Tokens` with its parts, and the feed that publishes revocations to the gateways. */
  function tokenParts() {
    const { ACCESS_TOKEN_TTL: everywhere, COCART_ACCESS_TOKEN_TTL: cocart } = settings;
    const families = new FamilyStore(engine);
    const revoked = new RevocationStore(engine);
    const keys = new SigningKeys(engine, secret);
    const log = new TokenLog(nats);
    const known = new KnownTokens({ store: revoked, log, signingKeys: keys, logger });
    const feed = new FeedPublisher(nats, { tokens: () => known.followed() }, logger);
    const publish = (number: number, change: TokensChange) => feed.publish('tokens', number, change);
    const accessSeconds = Math.max(everywhere, cocart);
    const revoking = new Revocations({ store: revoked, families, log, publish, accessSeconds, now });
    const issuing = new Tokens({
      ...{ engine, accounts, issuer: new Issuer(keys, { everywhere, cocart }), families, revoked },
      ...{ revocations: revoking, secret, now, logger },
      ...{ refreshSeconds: settings.REFRESH_TOKEN_TTL, loginSeconds: settings.LOGIN_TTL },
    });
    // A replica without the revocations refuses every bearer token, so the start loads them.
    const loading = { prepare: async () => void (await known.number()) };
    return {
      ...{ signingKeys: keys, knownTokens: known, revocations: revoking, tokens: issuing, tokensFeed: feed },
      tokenStores: [families, revoked, keys, loading],
    };
  }

  /** The login extensions that the settings name. */
  async function loginExtensions() {
    const { LOGIN_EXTENSIONS: names, LOGIN_EXTENSION_SETTINGS: text } = settings;
    const spendIdToken = async (digest: string, keptMs: number) => {
      const isUnspent = redis.commands.set(`{login}:id-token:${digest}`, '', 'PX', keptMs, 'NX');
      return (await isUnspent.catch(engineFault)) !== null;
    };
    const deps = { logger, now, devices, verification, spendIdToken };
    const { loaded, declared } = await loadLoginExtensions(names, text, deps);
    return new LoginExtensions(loaded, declared, { attempts, networks, logger });
  }

  /** Asks `connect` about the passwords of the connected shop's customers. */
  function shopPasswords(): ShopPasswords {
    return new ShopPasswords({
      ...{ accounts, accountChanges, hasher },
      ask: (request, deadline) =>
        caller.request(checkShopPassword, request, {
          ...{ requestId: `auth-${randomUUID()}`, deadline, claim: null },
        }),
      random: Math.random,
      pause: (ms) => sleep(Math.max(0, ms)),
      now: () => performance.now(),
    });
  }

  /** The limits of registrations, new passwords and reset requests. */
  function selfServiceLimits() {
    const longer = ({ limit, windowSeconds }: { limit: number; windowSeconds: number }) => ({
      limit,
      windowSeconds: selfServiceWindow * windowSeconds,
    });
    const own = bounds && {
      ...bounds,
      nameAndAddress: longer(bounds.nameAndAddress),
      address: longer(bounds.address),
    };
    // The names of counters are derived from the secret, so each kind of request has its own counters.
    const counted = (what: string) => new Attempts(redis.commands, own, `${secret} ${what}`);
    return {
      registrations: counted('registrations'),
      passwordChanges: counted('password changes'),
      resetRequests: counted('resets'),
    };
  }
}
