import type { Replicas } from './options.ts';
import type { EngineVariable, ServedRole } from './roles.ts';
import type { Secrets } from './secrets.ts';
import { type Environment, environment, type Settings } from './settings.ts';
import type { TlsFiles } from './tls.ts';

/** URLs with which processes reach the engines. */
export interface EngineUrls {
  readonly data: Readonly<Record<EngineVariable, string>>;
  /**
   * URLs with which an operator has all rights: for private engines with the login of the operator, for
   * external engines as in the settings.
   */
  readonly operator: Readonly<Record<'mongodb' | 'redis', string>>;
  readonly nats: string;
  /** True if each process logs in to NATS as its own user. False if `nats` contains credentials. */
  readonly natsLogin: boolean;
}

/** What `processEnvironment` needs to make the environment of a process. */
export interface ProcessContext {
  readonly settings: Settings;
  readonly secrets: Secrets;
  readonly engines: EngineUrls;
  readonly tls: TlsFiles;
  readonly httpPort: number;
  readonly httpsPort: number;
  readonly replicas: Replicas;
}

/**
 * Node flags of all processes that `npm start` runs; NODE_OPTIONS in the Dockerfile has the same flags. The flag
 * limits V8's memory for new objects, which grows under load. With a lower limit, V8 collects new objects more often,
 * which takes more CPU time.
 */
export const nodeFlags: readonly string[] = ['--max-semi-space-size=16'];

/**
 * Environment variables of all processes that `npm start` runs, which limit memory; the Dockerfile sets the same. By
 * default, the C library keeps freed memory of each thread apart, so that a process needs 4 to 8 MB more.
 */
export const memoryEnvironment: Environment = { MALLOC_ARENA_MAX: '1' };

/** Returns the settings that only the gateway gets. */
function gatewayEnvironment({ settings, secrets, tls, httpPort, httpsPort }: ProcessContext): Environment {
  return {
    CLAIM_PRIVATE_KEY: secrets.claimKeys.privateKey,
    HTTP_HOST: settings.HTTP_HOST,
    HTTP_PORT: String(httpPort),
    HTTPS_PORT: String(httpsPort),
    TLS_CERT_FILE: tls.certFile,
    TLS_KEY_FILE: tls.keyFile,
    PUBLIC_URL: settings.PUBLIC_URL ?? publicUrl('http', settings.HTTP_HOST, httpPort),
  };
}

/** Returns the URL of a public port on this machine. */
export function publicUrl(scheme: 'http' | 'https', host: string, port: number): string {
  if (host === '0.0.0.0' || host === '::') return `${scheme}://127.0.0.1:${port}`;
  return `${scheme}://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** Returns the complete environment of one replica, which contains only the variables that the replica needs. */
export function processEnvironment(
  kind: ServedRole,
  number: number,
  surroundings: ProcessContext,
): Environment {
  const { secrets, engines, settings } = surroundings;
  return {
    ...pick(environment, ['PATH', 'HOME', 'TZ', 'NODE_COMPILE_CACHE', 'NODE_EXTRA_CA_CERTS', 'NODE_OPTIONS']),
    ...memoryEnvironment,
    NODE_ENV: 'production',
    DATA_DIR: settings.DATA_DIR,
    REPLICA: `${kind.name}-${number}`,
    NATS_URL: engines.nats,
    ...(engines.natsLogin ? { NATS_USER: kind.name, NATS_PASSWORD: secrets.nats[kind.name] } : {}),
    CLAIM_PUBLIC_KEY: secrets.claimKeys.publicKey,
    OPERATIONS_TOKEN: secrets.operationsTokens[kind.name],
    PRIVATE_HOST: '127.0.0.1',
    PRIVATE_PORT: '0',
    ...pick(settings, ['LOG_LEVEL', 'CHECK_REPLIES']),
    ...pick(settings, kind.settings),
    ...Object.fromEntries(kind.engines.map(({ variable }) => [variable, engines.data[variable]])),
    ...(kind.name === 'gateway' ? gatewayEnvironment(surroundings) : {}),
    ...(kind.secret ? { [kind.secret]: secrets.own[kind.secret] } : {}),
  };
}

function pick<T extends object>(from: T, names: readonly (keyof T & string)[]): Environment {
  return Object.fromEntries(
    names.filter((name) => from[name] !== undefined).map((name) => [name, String(from[name])]),
  );
}
