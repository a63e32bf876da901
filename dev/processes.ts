import { join } from 'node:path';
import type { Role } from './engines/nats.ts';
import type { Replicas } from './options.ts';
import type { Secrets } from './secrets.ts';
import { type Environment, environment, root, type Settings } from './settings.ts';
import type { TlsFiles } from './tls.ts';

/** Addresses of the engines as the processes get them. `natsLogin` is false when the NATS URL carries credentials. */
export interface EngineUrls {
  readonly catalogueMongodb: string;
  readonly cartRedis: string;
  readonly nats: string;
  readonly natsLogin: boolean;
}

/** What the environment of a process is made from. */
export interface Surroundings {
  readonly settings: Settings;
  readonly secrets: Secrets;
  readonly engines: EngineUrls;
  readonly tls: TlsFiles;
  readonly httpPort: number;
  readonly httpsPort: number;
  readonly replicas: Replicas;
}

/** A process of the system: its name, its entry, and what only it gets to know. */
export interface Kind {
  readonly name: keyof Replicas & Role;
  readonly entry: string;
  readonly own: (surroundings: Surroundings) => Environment;
}

/** All processes there are, in the order they depend on each other: they are ended from the last to the first. */
export const kinds: readonly Kind[] = [
  {
    name: 'catalogue',
    entry: 'services/catalogue/main.ts',
    own: ({ engines }) => ({ CATALOGUE_MONGODB_URL: engines.catalogueMongodb }),
  },
  {
    name: 'cart',
    entry: 'services/cart/main.ts',
    own: ({ engines, settings }) => ({
      CART_REDIS_URL: engines.cartRedis,
      ...pick(settings, ['GUEST_CART_TTL', 'CUSTOMER_CART_TTL', 'PRICE_OVERRIDE', 'CART_RATE_LIMIT']),
    }),
  },
  { name: 'gateway', entry: 'gateway/main.ts', own: gatewayEnvironment },
];

function gatewayEnvironment({ settings, tls, httpPort, httpsPort, replicas }: Surroundings): Environment {
  return {
    HTTP_HOST: settings.HTTP_HOST,
    HTTP_PORT: String(httpPort),
    HTTPS_PORT: String(httpsPort),
    TLS_CERT_FILE: tls.certFile,
    TLS_KEY_FILE: tls.keyFile,
    PUBLIC_URL: settings.PUBLIC_URL ?? publicUrl('http', settings.HTTP_HOST, httpPort),
    // Several gateways share the two ports; the kernel spreads the connections.
    ...(replicas.gateway > 1 ? { REUSE_PORT: 'true' } : {}),
    ...pick(settings, ['TRUSTED_PROXIES', 'CORS_ORIGINS', 'MOUNTS', 'PRICE_OVERRIDE', 'CART_RATE_LIMIT']),
  };
}

/** URL by which this machine reaches a public port. */
export function publicUrl(scheme: 'http' | 'https', host: string, port: number): string {
  if (host === '0.0.0.0' || host === '::') return `${scheme}://127.0.0.1:${port}`;
  return `${scheme}://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** The whole environment of one replica: nothing of ours that it has no use for reaches it. */
export function processEnvironment(kind: Kind, number: number, surroundings: Surroundings): Environment {
  const { secrets, engines, settings } = surroundings;
  return {
    ...pick(environment, ['PATH', 'HOME', 'TZ', 'NODE_COMPILE_CACHE', 'NODE_EXTRA_CA_CERTS']),
    NODE_ENV: 'production',
    DATA_DIR: settings.DATA_DIR,
    REPLICA: `${kind.name}-${number}`,
    NATS_URL: engines.nats,
    ...(engines.natsLogin ? { NATS_USER: kind.name, NATS_PASSWORD: secrets.nats[kind.name] } : {}),
    CLAIM_SECRET: secrets.claimSecret,
    OPERATIONS_TOKEN: secrets.operationsToken,
    PRIVATE_HOST: '127.0.0.1',
    PRIVATE_PORT: '0',
    ...pick(settings, ['LOG_LEVEL', 'CHECK_REPLIES']),
    ...kind.own(surroundings),
  };
}

/** Full path of the entry of a process. */
export function entryOf(kind: Kind): string {
  return join(root, kind.entry);
}

function pick<T extends object>(from: T, names: readonly (keyof T & string)[]): Environment {
  return Object.fromEntries(
    names.filter((name) => from[name] !== undefined).map((name) => [name, String(from[name])]),
  );
}
