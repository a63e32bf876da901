import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { checkBusUrl } from '#platform/bus/servers.ts';
import { RedisUrl } from '#platform/redis/address.ts';
import { givenVariables, secret, secretsOf } from '#platform/service/settings.ts';
import { generalVariable, type PassedSetting, passedSettings, perEngine } from './roles.ts';
import { Problem } from './terminal.ts';

/** Environment variables by name, as in `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The environment of the current process, for all files in `dev/`. */
export const environment: Environment = process.env;

/** Path of the repository. */
export const root: string = resolve(fileURLToPath(import.meta.url), '../../..');

const port = z
  .string()
  .regex(/^\d{1,5}$/, 'must be a port number from 0 to 65535')
  .transform(Number)
  .refine((value) => value <= 65_535, 'must be a port number from 0 to 65535');
const address = (schemes: RegExp, names: string) =>
  z.string().regex(schemes, `must be a URL that begins with ${names}`);
const engineUrl = {
  mongodb: secret(address(/^mongodb(\+srv)?:\/\/./, 'mongodb:// or mongodb+srv://').optional()),
  redis: secret(RedisUrl.optional()),
};
const text = z.string().optional();

/**
 * Schema of the settings of `npm start`. Settings for the processes are passed on as text, and each process validates
 * its own settings.
 */
const Settings = z.object({
  HTTP_HOST: z.string().default('127.0.0.1'),
  HTTP_PORT: port.default(8080),
  HTTPS_PORT: port.default(8443),
  DATA_DIR: z.string().default(join(root, '.data')),
  [generalVariable.mongodb]: engineUrl.mongodb,
  [generalVariable.redis]: engineUrl.redis,
  ...perEngine(({ kind }) => engineUrl[kind]),
  EVENT_REPLICAS: z.enum(['1', '3', '5'], { error: 'must be 1, 3 or 5' }).optional(),
  NATS_URL: secret(z.string().superRefine(checkBusUrl).optional()),
  TLS_CERT_FILE: text,
  TLS_KEY_FILE: text,
  ...(Object.fromEntries(passedSettings.map((name) => [name, text])) as Record<PassedSetting, typeof text>),
  WOOCOMMERCE_CONSUMER_SECRET: secret(text),
  /** By default, pages from any port of this machine may use the interface, such as a storefront in development. */
  CORS_ORIGINS: z.string().default('http://localhost:*,http://127.0.0.1:*'),
  /** The pictures of the demo shop, which a new system gets. */
  PICTURES: z.string().default(join(root, 'examples/demo-shop/pictures')),
  PUBLIC_URL: z.url({ protocol: /^https?$/, error: 'must be an http:// or https:// URL' }).optional(),
  CHECK_REPLIES: text,
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], {
      error: 'must be one of trace, debug, info, warn, error, fatal, silent',
    })
    .default('info'),
});
export type Settings = z.infer<typeof Settings>;

/** Returns all variables that have a value. An empty variable counts as not set. */
export function givenIn(from: Environment): Record<string, string> {
  return givenVariables(from, []).given;
}

/** Replaces all environment variables of the current process. */
export function replaceEnvironment(by: Environment): void {
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, by);
}

/** Makes the relative paths in a list of modules absolute, because processes run in another folder. */
function absoluteModules(list: string): string {
  const names = list.split(',').map((name) => name.trim());
  return names.map((name) => (name.startsWith('.') ? resolve(name) : name)).join(',');
}

/**
 * Parses the settings in environment variables. An empty variable counts as not set. URLs of engines may be in files
 * (`givenVariables`). Paths become absolute.
 *
 * @throws Problem with the names of all invalid variables, but never with values, because a URL may contain a password
 */
export function readSettings(from: Environment): Settings {
  const { given, problems } = givenVariables(from, secretsOf(Settings));
  const read = Settings.safeParse(given);
  if (!read.success || problems.length > 0) {
    const issues = [...problems, ...(read.error?.issues ?? [])];
    throw new Problem(`${issues.map((issue) => `${issue.path.join('.')} ${issue.message}`).join('; ')}.`);
  }
  const settings = { ...read.data, DATA_DIR: resolve(read.data.DATA_DIR) };
  for (const name of ['TLS_CERT_FILE', 'TLS_KEY_FILE', 'SHOP', 'PICTURES', 'LANGUAGES'] as const) {
    const path = settings[name];
    if (path && path !== 'off') settings[name] = resolve(path);
  }
  for (const name of ['CART_EXTENSIONS', 'LOGIN_EXTENSIONS'] as const) {
    if (settings[name]) settings[name] = absoluteModules(settings[name]);
  }
  const file = /^@(.+)$/s.exec(settings.LOGIN_EXTENSION_SETTINGS ?? '')?.[1];
  if (file) settings.LOGIN_EXTENSION_SETTINGS = `@${resolve(file)}`;
  if (settings.HTTP_PORT === settings.HTTPS_PORT && settings.HTTP_PORT !== 0) {
    throw new Problem('HTTP_PORT and HTTPS_PORT must be two different ports.');
  }
  if (!settings.TLS_CERT_FILE !== !settings.TLS_KEY_FILE) {
    throw new Problem('TLS_CERT_FILE and TLS_KEY_FILE must be given together.');
  }
  return settings;
}

/** Returns the folder for downloaded engines. All of a user's clones of the repository share this folder. */
export function enginesFolder(from: Environment): string {
  if (from.ENGINES_DIR) return resolve(from.ENGINES_DIR);
  return join(from.XDG_CACHE_HOME || join(homedir(), '.cache'), 'cartwright/engines');
}
