// Everything that a role of the system is by name. deploy/nats.conf and docker-compose.yml name the same ones, as
// dev/roles.test.ts shows; the rest of dev/ is made from this list.

interface Role {
  /** User of NATS, service of docker-compose.yml, word of `--replicas`. */
  readonly name: string;
  readonly entry: string;
  /** Whether `npm start` keeps replicas of it running; else it runs when somebody calls it. */
  readonly kept: boolean;
  /** The engines that have its data, and the settings with their URLs. */
  readonly engines: readonly { readonly kind: keyof typeof generalVariable; readonly variable: string }[];
  /** The setting with a secret that it alone has; null for none. */
  readonly secret: string | null;
  /** Settings that reach it as they were given. It checks them itself. */
  readonly settings: readonly string[];
}

/** The setting that names an engine for every role that has its data in one of this kind. */
export const generalVariable = { mongodb: 'MONGODB_URL', redis: 'REDIS_URL' } as const;

/** All roles, in the order they depend on each other: they are ended from the last to the first. */
export const roles = [
  {
    name: 'catalogue',
    entry: 'services/catalogue/main.ts',
    kept: true,
    engines: [{ kind: 'mongodb', variable: 'CATALOGUE_MONGODB_URL' }],
    secret: null,
    settings: ['EVENT_REPLICAS', 'STALE_READS_FOR'],
  },
  {
    name: 'auth',
    entry: 'services/auth/main.ts',
    kept: true,
    engines: [
      { kind: 'mongodb', variable: 'AUTH_MONGODB_URL' },
      { kind: 'redis', variable: 'AUTH_REDIS_URL' },
    ],
    secret: 'AUTH_SECRET',
    settings: [
      'ACCESS_TOKEN_TTL',
      'COCART_ACCESS_TOKEN_TTL',
      'REFRESH_TOKEN_TTL',
      'LOGIN_TTL',
      'LOGIN_RATE_LIMIT',
      'SECURITY_LOG_DAYS',
      'LOGIN_EXTENSIONS',
      'LOGIN_EXTENSION_SETTINGS',
      'EVENT_REPLICAS',
    ],
  },
  {
    name: 'cart',
    entry: 'services/cart/main.ts',
    kept: true,
    engines: [{ kind: 'redis', variable: 'CART_REDIS_URL' }],
    secret: null,
    settings: [
      'CART_DURABILITY',
      'CART_EXTENSIONS',
      'GUEST_CART_TTL',
      'CUSTOMER_CART_TTL',
      'CART_RATE_LIMIT',
      'COUPON_GUESS_LIMIT',
      'GUEST_CART_LIMIT',
      'GUEST_CART_BYTES',
      'GUEST_CART_FIRST_TTL',
      'CART_MEMORY_MARGIN',
      'CART_SWEEP_INTERVAL',
      'ABANDONED_CART_AFTER',
      'EVENT_REPLICAS',
      'STALE_READS_FOR',
      'STALE_ADDS_FOR',
    ],
  },
  {
    name: 'events',
    entry: 'services/events/main.ts',
    kept: true,
    engines: [{ kind: 'mongodb', variable: 'EVENTS_MONGODB_URL' }],
    secret: 'EVENTS_SECRET',
    settings: ['WEBHOOK_PRIVATE_ADDRESSES', 'EVENT_REPLICAS'],
  },
  {
    name: 'gateway',
    entry: 'gateway/main.ts',
    kept: true,
    engines: [],
    secret: 'GUEST_KEY_SECRET',
    settings: [
      'PUBLIC_URL',
      'TRUSTED_PROXIES',
      'CORS_ORIGINS',
      'MOUNTS',
      'STALE_READS_FOR',
      'PRICE_OVERRIDE',
      'GUEST_KEYS',
      'EVENT_STREAMS',
      'STOP_DELAY',
    ],
  },
  { name: 'cli', entry: 'cli/main.ts', kept: false, engines: [], secret: null, settings: [] },
] as const satisfies readonly Role[];

export type RoleName = (typeof roles)[number]['name'];
/** A role of which replicas are kept running. */
export type Kind = Extract<(typeof roles)[number], { kept: true }>;
/** An engine that has the data of a role. */
export type RoleEngine = Kind['engines'][number];
export type EngineVariable = RoleEngine['variable'];
export type HandedOn = Kind['settings'][number];

export const kinds: readonly Kind[] = roles.filter((role) => role.kept);

export const roleEngines: readonly RoleEngine[] = kinds.flatMap(({ engines }) => [...engines]);

/** Names of all settings that are handed on to some role. */
export const handedOn: readonly HandedOn[] = [...new Set(kinds.flatMap(({ settings }) => [...settings]))];

/** Secrets that one role alone has. */
export type OwnSecret = NonNullable<Kind['secret']>;

const ownSecrets: readonly OwnSecret[] = kinds.flatMap(({ secret }) => secret ?? []);

/** One value for each secret that one role alone has. */
export function perOwnSecret<T>(value: (name: OwnSecret) => T): Record<OwnSecret, T> {
  return Object.fromEntries(ownSecrets.map((name) => [name, value(name)])) as Record<OwnSecret, T>;
}

/** One value for each role. */
export function perRole<T>(value: (name: RoleName) => T): Record<RoleName, T> {
  return Object.fromEntries(roles.map(({ name }) => [name, value(name)])) as Record<RoleName, T>;
}

/** One value for each role that is kept running. */
export function perKind<T>(value: (kind: Kind) => T): Record<Kind['name'], T> {
  return Object.fromEntries(kinds.map((kind) => [kind.name, value(kind)])) as Record<Kind['name'], T>;
}

/** One value for each engine that has the data of a role. */
export function perEngine<T>(value: (engine: RoleEngine) => T): Record<EngineVariable, T> {
  const values = roleEngines.map((engine) => [engine.variable, value(engine)]);
  return Object.fromEntries(values) as Record<EngineVariable, T>;
}

/** The variable that docker-compose.yml reads a role's operations token from. */
export function operationsVariable(name: RoleName): string {
  return `${name.toUpperCase()}_OPERATIONS_TOKEN`;
}

/** The variable that deploy/nats.conf reads a role's password from. */
export function passwordVariable(name: RoleName): string {
  return `NATS_${name.toUpperCase()}_PASSWORD`;
}
