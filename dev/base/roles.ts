// All roles: names, entry files, engines and settings. Other files in dev/ derive their lists of roles from
// this file. dev/base/roles.test.ts compares the names with deploy/nats.conf and docker-compose.yml.

interface Role {
  /** The role's name: as a NATS user, as a service in docker-compose.yml, and in `--replicas`. */
  readonly name: string;
  readonly entry: string;
  /** Whether `npm start` runs replicas of the role. Otherwise a process of the role runs only on demand. */
  readonly isServed: boolean;
  /** The setting without which `npm start` runs no replica of the role. Null if the role always runs. */
  readonly needs: string | null;
  /** The engines that store data of the role. `variable` is the setting with the engine's URL. */
  readonly engines: readonly { readonly kind: keyof typeof generalVariable; readonly variable: string }[];
  /** The setting with the secret that only this role has. Null if the role has no such secret. */
  readonly secret: string | null;
  /** Settings that are passed to the process unchanged. The process validates these settings. */
  readonly settings: readonly string[];
}

/** For each kind of engine: the setting for roles whose own setting, such as CART_REDIS_URL, has no value. */
export const generalVariable = { mongodb: 'MONGODB_URL', redis: 'REDIS_URL' } as const;

/**
 * All roles. Each role is listed after the roles on which it depends. `npm start` stops the roles in the reverse order.
 */
export const roles = [
  {
    name: 'catalogue',
    entry: 'services/catalogue/main.ts',
    isServed: true,
    needs: null,
    engines: [{ kind: 'mongodb', variable: 'CATALOGUE_MONGODB_URL' }],
    secret: null,
    settings: ['STALE_READS_FOR'],
  },
  {
    name: 'auth',
    entry: 'services/auth/main.ts',
    isServed: true,
    needs: null,
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
      'REGISTRATION',
      'ACCOUNT_ENUMERATION',
      'SECURITY_LOG_DAYS',
      'LOGIN_EXTENSIONS',
      'LOGIN_EXTENSION_SETTINGS',
      'WOOCOMMERCE_URL',
    ],
  },
  {
    name: 'cart',
    entry: 'services/cart/main.ts',
    isServed: true,
    needs: null,
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
      'STALE_READS_FOR',
      'STALE_ADDS_FOR',
    ],
  },
  {
    name: 'events',
    entry: 'services/events/main.ts',
    isServed: true,
    needs: null,
    engines: [{ kind: 'mongodb', variable: 'EVENTS_MONGODB_URL' }],
    secret: 'EVENTS_SECRET',
    settings: ['WEBHOOK_PRIVATE_ADDRESSES'],
  },
  {
    name: 'connect',
    entry: 'services/connect/main.ts',
    isServed: true,
    needs: 'WOOCOMMERCE_URL',
    engines: [{ kind: 'mongodb', variable: 'CONNECT_MONGODB_URL' }],
    secret: null,
    settings: ['WOOCOMMERCE_URL', 'WOOCOMMERCE_CONSUMER_KEY', 'WOOCOMMERCE_CONSUMER_SECRET', 'CONNECT_EVERY'],
  },
  {
    name: 'gateway',
    entry: 'gateway/main.ts',
    isServed: true,
    needs: null,
    engines: [],
    secret: 'GUEST_KEY_SECRET',
    settings: [
      'PUBLIC_URL',
      'TRUSTED_PROXIES',
      'CORS_ORIGINS',
      'MOUNTS',
      'STALE_READS_FOR',
      'REQUEST_DEADLINE',
      'PRICE_OVERRIDE',
      'GUEST_KEYS',
      'REGISTRATION',
      'EVENT_STREAMS',
      'DOCS',
      'SHOP',
      'PICTURES',
      'LANGUAGES',
      'LOCAL_HTTP_LOGIN',
      'CHECKOUT_URL',
      'WOOCOMMERCE_URL',
      'UPSTREAM_URL',
      'UPSTREAM_NAMESPACES',
      'STOP_DELAY',
    ],
  },
  {
    name: 'cli',
    entry: 'cli/main.ts',
    isServed: false,
    needs: null,
    engines: [],
    secret: null,
    settings: [],
  },
  // Makes the streams, with `cartwright streams keep`. The user may read every message, so no process has its password.
  {
    name: 'streams',
    entry: 'cli/main.ts',
    isServed: false,
    needs: null,
    engines: [],
    secret: null,
    settings: [],
  },
] as const satisfies readonly Role[];

export type RoleName = (typeof roles)[number]['name'];
/** A role of which `npm start` runs replicas. */
export type ServedRole = Extract<(typeof roles)[number], { isServed: true }>;
/** An engine that stores data of a role. */
export type RoleEngine = ServedRole['engines'][number];
export type EngineVariable = RoleEngine['variable'];
export type PassedSetting = ServedRole['settings'][number];

export const servedRoles: readonly ServedRole[] = roles.filter((role) => role.isServed);

export const roleEngines: readonly RoleEngine[] = servedRoles.flatMap(({ engines }) => [...engines]);

/** Names of all settings that are passed to some role. */
export const passedSettings: readonly PassedSetting[] = [
  ...new Set(servedRoles.flatMap(({ settings }) => [...settings])),
];

/** The name of a secret that only one role has. */
export type OwnSecret = NonNullable<ServedRole['secret']>;

const ownSecrets: readonly OwnSecret[] = servedRoles.flatMap(({ secret }) => secret ?? []);

/** Calls `value` for each secret that only one role has. Returns the values by the name of the secret. */
export function perOwnSecret<T>(value: (name: OwnSecret) => T): Record<OwnSecret, T> {
  return Object.fromEntries(ownSecrets.map((name) => [name, value(name)])) as Record<OwnSecret, T>;
}

/** Returns a value for each role, by name. */
export function perRole<T>(value: (name: RoleName) => T): Record<RoleName, T> {
  return Object.fromEntries(roles.map(({ name }) => [name, value(name)])) as Record<RoleName, T>;
}

/** Returns a value for each role of which `npm start` runs replicas, by name. */
export function perServedRole<T>(value: (kind: ServedRole) => T): Record<ServedRole['name'], T> {
  return Object.fromEntries(servedRoles.map((kind) => [kind.name, value(kind)])) as Record<
    ServedRole['name'],
    T
  >;
}

/** Returns a value for each engine that stores data of a role, by the setting that contains the engine's URL. */
export function perEngine<T>(value: (engine: RoleEngine) => T): Record<EngineVariable, T> {
  const values = roleEngines.map((engine) => [engine.variable, value(engine)]);
  return Object.fromEntries(values) as Record<EngineVariable, T>;
}

/** Returns the variable in docker-compose.yml that contains the operations token of a role. */
export function operationsVariable(name: RoleName): string {
  return `${name.toUpperCase()}_OPERATIONS_TOKEN`;
}

/** Returns the variable in deploy/nats.conf that contains the password of a role. */
export function passwordVariable(name: RoleName): string {
  return `NATS_${name.toUpperCase()}_PASSWORD`;
}
