import { readFileSync } from 'node:fs';
import { isAbsolute, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { SettingsError } from '#platform/service/settings.ts';
import type { DeviceStore } from '../store/devices.ts';
import type { Verification } from '../store/verification.ts';
import {
  type DeclaredParameter,
  type ExtensionDeps,
  type LoginExtension,
  type LoginHooks,
  loginExtension,
} from './extension.ts';
import { faultOf } from './parameters.ts';
import type { Loaded } from './runner.ts';

/** Logs one line for each granted login, with ids instead of names. */
const audit = loginExtension({
  name: 'audit',
  create: (_settings: unknown, { logger }) => ({
    service_login_permission_granted({ id }, { method }, endpoint) {
      logger.info({ event: 'permission_granted', account: id, method, endpoint }, 'permission_granted');
    },
  }),
});

/** The extensions that ship, by their short names. A module is loaded only if its extension is enabled. */
const shippedExtensions: Readonly<Record<string, () => Promise<{ readonly default: unknown }>>> =
  Object.assign(Object.create(null) as Record<string, never>, {
    device: () => import('./device.ts'),
    ldap: () => import('./ldap.ts'),
    sso: () => import('./sso.ts'),
    'admin-verification': () => import('./verification.ts'),
    geo: () => import('./geo.ts'),
    schedule: () => import('./schedule.ts'),
    client: () => import('./client.ts'),
    audit: async () => ({ default: audit }),
  });

const Settings = z.record(z.string(), z.record(z.string(), z.unknown()));
const isFunction = (value: unknown) => typeof value === 'function';
const Shape = z.object({
  name: z.string().regex(/^[a-z][a-z0-9-]{0,63}$/),
  settings: z.custom((schema) => isFunction((schema as LoginExtension['settings'])?.safeParse)).optional(),
  runsLast: z.boolean().optional(),
  create: z.custom(isFunction),
});
const hookNames = [
  'service_login_permission_callback',
  'service_login_permission_granted',
  'service_login_secure_auth_methods',
  'service_login_collection_params',
] as const satisfies readonly (keyof LoginHooks)[];

/** The members of the result of `safeParse` that `settingsOf` needs. */
const Verdict = z.union([
  z.object({ success: z.literal(true) }),
  z.object({ success: z.literal(false), error: z.object({ message: z.string() }) }),
]);
const Issues = z.array(z.object({ path: z.array(z.coerce.string()), message: z.string() }));

/**
 * The end of Node's message about a missing module. The error for the operator omits this end, because the
 * path of this file does not help an operator.
 */
const importedHere = ` imported from ${import.meta.filename}`;

/** Dependencies of every extension, and the data that only the shipped extensions use. */
interface ShippedDeps extends ExtensionDeps {
  readonly devices: DeviceStore;
  readonly verification: Verification;
  readonly spendIdToken: (digest: string, keptMs: number) => Promise<boolean>;
}

/** The loaded extensions, and the parameters of all extensions together. */
interface LoadedExtensions {
  readonly loaded: readonly Loaded[];
  readonly declared: readonly DeclaredParameter[];
}

function problem(name: string, what: string, cause?: unknown): SettingsError {
  return new SettingsError(`LOGIN_EXTENSIONS: ${name} ${what}`, { cause });
}

function messageOf(error: unknown): string {
  return String((error as Partial<Error> | null)?.message ?? error).split('\n', 1)[0] ?? '';
}

/** Returns the error for a module that cannot be loaded. */
function importProblem(name: string, isPath: boolean, error: unknown): SettingsError {
  const isMissing = (error as NodeJS.ErrnoException)?.code === 'ERR_MODULE_NOT_FOUND';
  const reason = messageOf(error);
  if (isMissing && !isPath && reason.endsWith(importedHere)) {
    const shipped = Object.keys(shippedExtensions).join(', ');
    return problem(
      name,
      `is none of the extensions that ship (${shipped}), nor is there such a module.`,
      error,
    );
  }
  return problem(name, `cannot be loaded: ${reason.replace(importedHere, '')}`, error);
}

/** Returns the default export of the module of a shipped extension, a path or a package. @throws SettingsError */
async function imported(name: string): Promise<unknown> {
  const isPath = name.startsWith('.') || isAbsolute(name);
  const source = isPath ? pathToFileURL(resolve(name)).href : name;
  try {
    const module = await (shippedExtensions[name]?.() ?? import(source));
    return module.default;
  } catch (error) {
    throw importProblem(name, isPath, error);
  }
}

/**
 * Returns the extension of a module. @throws SettingsError if the module has no extension, or if one of `others` has
 * the same name
 */
async function extensionIn(name: string, others: readonly LoginExtension[]): Promise<LoginExtension> {
  const found = await imported(name);
  if (!Shape.safeParse(found).success) {
    const shape = '{ name, settings?, create(settings, deps) }, the name of small letters, digits and -';
    throw problem(name, `must have a default export ${shape}.`);
  }
  const extension = found as LoginExtension;
  if (others.some((other) => other.name === extension.name))
    throw problem(name, `has the name ${extension.name}, which another has already.`);
  return extension;
}

/**
 * Returns the settings by extension name. `text` is JSON, or `@` followed by the path of a JSON file.
 *
 * @throws SettingsError whose message contains no value of the settings
 */
function settingsIn(text: string): z.infer<typeof Settings> {
  const problemOf = (what: string) => new SettingsError(`LOGIN_EXTENSION_SETTINGS: ${what}`);
  let json = text;
  if (text.startsWith('@')) {
    try {
      json = readFileSync(resolve(text.slice(1)), 'utf8');
    } catch (error) {
      throw problemOf(`the file cannot be read: ${messageOf(error)}`);
    }
  }
  try {
    return Settings.parse(JSON.parse(json || '{}'));
  } catch {
    throw problemOf('must be JSON of an object with the settings of each extension under its name.');
  }
}

/**
 * Returns the errors of a settings schema as one line: path and message of each error, without values of the
 * settings.
 */
function faultsIn(error: { readonly message: string }): string {
  const { success, data } = Issues.safeParse((error as Partial<z.ZodError>).issues);
  return success
    ? data.map(({ path, message }) => `${path.join('.')} ${message}`).join('; ')
    : messageOf(error);
}

/**
 * Parses the settings of an extension with the extension's schema and returns the result. Without a schema, returns the
 * settings unchanged.
 *
 * @throws SettingsError whose message is one line and contains no value of the settings
 */
function settingsOf({ name, settings: schema }: LoginExtension, given: unknown): unknown {
  if (!schema) return given;
  let read: ReturnType<typeof schema.safeParse>;
  try {
    read = schema.safeParse(given);
  } catch (error) {
    throw problem(name, `cannot check its settings: ${messageOf(error)}`, error);
  }
  if (!Verdict.safeParse(read).success) {
    const verdict = '{ success: true, data } nor { success: false, error: { message } }';
    throw problem(name, `has settings whose safeParse gives neither ${verdict}.`);
  }
  if (!read.success) throw problem(name, `has bad settings: ${faultsIn(read.error)}`);
  return read.data;
}

async function created(extension: LoginExtension, given: unknown, deps: ExtensionDeps): Promise<LoginHooks> {
  const { name } = extension;
  const settings = settingsOf(extension, given);
  const hooks = await Promise.resolve()
    .then(() => extension.create(settings, deps))
    .catch((error: unknown) => {
      throw problem(name, `cannot be started: ${messageOf(error)}`, error);
    });
  const known = hookNames.filter((hook) => isFunction(hooks?.[hook]));
  const unknown = Object.keys(hooks ?? {}).filter(
    (hook) => !known.includes(hook as (typeof hookNames)[number]),
  );
  if (unknown.length > 0) throw problem(name, `has ${unknown.join(', ')}, which is no extension point.`);
  if (known.length === 0) throw problem(name, `must have a hook: ${hookNames.join(', ')}.`);
  return hooks;
}

/**
 * Returns the name of the first parameter in `before` that is missing or changed in `after`; undefined if `after` has
 * all parameters unchanged.
 */
function lostOf(
  before: readonly DeclaredParameter[],
  after: readonly DeclaredParameter[],
): string | undefined {
  return before.find((one) => !after.some((other) => isDeepStrictEqual({ ...other }, one)))?.name;
}

/**
 * Returns the declared parameters of all extensions. Each extension gets the parameters of the earlier extensions, and
 * returns these parameters together with its own parameters.
 *
 * @throws SettingsError
 */
function declaredBy(loaded: readonly Loaded[]): DeclaredParameter[] {
  let declared: DeclaredParameter[] = [];
  for (const { name, hooks } of loaded) {
    const before = declared.map((one) => ({ ...one }));
    try {
      declared = hooks.service_login_collection_params?.([...declared]) ?? declared;
    } catch (error) {
      throw problem(name, `cannot say its parameters: ${messageOf(error)}`, error);
    }
    const fault = faultOf(declared);
    if (fault) throw problem(name, fault);
    const lost = lostOf(before, declared);
    if (lost)
      throw problem(name, `drops or changes the parameter ${lost}, which another extension declares.`);
  }
  return declared;
}

/**
 * Loads the login extensions of the modules in `names` (docs/login-extensions.md).
 *
 * @throws SettingsError with one sentence about the first module that cannot be loaded or has invalid settings
 */
export async function loadLoginExtensions(
  names: readonly string[],
  settingsText: string,
  deps: ShippedDeps,
): Promise<LoadedExtensions> {
  const settings = settingsIn(settingsText);
  const found: LoginExtension[] = [];
  for (const name of names) found.push(await extensionIn(name, found));
  const unused = Object.keys(settings).filter((name) => !found.some((one) => one.name === name));
  if (unused.length > 0) {
    const text = `there is no extension ${unused.join(', ')} among those of LOGIN_EXTENSIONS.`;
    throw new SettingsError(`LOGIN_EXTENSION_SETTINGS: ${text}`);
  }
  const loaded: Loaded[] = [];
  for (const extension of found) {
    const hooks = await created(extension, settings[extension.name] ?? {}, deps);
    loaded.push({ name: extension.name, hooks, runsLast: extension.runsLast ?? false });
  }
  return { loaded, declared: declaredBy(loaded) };
}
