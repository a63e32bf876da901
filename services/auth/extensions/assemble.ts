import type { Engine } from '#platform/mongodb/engine.ts';
import type { RedisCommands } from '#platform/redis/connection.ts';
import { engineFault } from '#platform/redis/engine-fault.ts';
import type { Logger } from '#platform/service/logger.ts';
import { loadLoginExtensions } from '../login/extension-loader.ts';
import { LoginExtensions } from '../login/extension-runner.ts';
import type { Attempts } from '../login/store/attempts.ts';
import type { KnownNetworks } from '../login/store/known-networks.ts';
import { Seal } from '../seal.ts';
import type { AuthSettings } from '../settings.ts';
import type { ExtensionOperationDeps } from './operations.ts';
import { DeviceStore } from './store/device-store.ts';
import { VerificationStore } from './store/verification-store.ts';
import { Verification } from './verification.ts';

type Assembled = Pick<
  ExtensionOperationDeps,
  'extensions' | 'devices' | 'verification' | 'verificationStore'
>;

/** Dependencies of the login extensions. */
interface AssemblyDeps {
  readonly engine: Engine;
  readonly redis: RedisCommands;
  readonly attempts: Attempts;
  readonly networks: KnownNetworks;
  readonly logger: Logger;
}

/**
 * Creates the login extensions that the settings name, and the stores of devices and authenticators that these
 * extensions use.
 *
 * @throws SettingsError for an extension that cannot be loaded
 */
export async function assembleExtensions(
  settings: AuthSettings,
  { engine, redis, attempts, networks, logger }: AssemblyDeps,
): Promise<Assembled> {
  const devices = new DeviceStore(engine);
  const verificationStore = new VerificationStore(engine);
  const seal = new Seal(settings.AUTH_SECRET, 'verification');
  const verification = new Verification({ store: verificationStore, seal, now: Date.now });
  const { LOGIN_EXTENSIONS: names, LOGIN_EXTENSION_SETTINGS: text } = settings;
  const spendIdToken = async (digest: string, keptMs: number) => {
    const isUnspent = redis.set(`{login}:id-token:${digest}`, '', 'PX', keptMs, 'NX');
    return (await isUnspent.catch(engineFault)) !== null;
  };
  const extensionDeps = { logger, now: Date.now, devices, verification, spendIdToken };
  const { loaded, declared } = await loadLoginExtensions(names, text, extensionDeps);
  const extensions = new LoginExtensions(loaded, declared, { attempts, networks, logger });
  return { extensions, devices, verification, verificationStore };
}
