import { z } from 'zod';
import type { Account } from '#contracts/accounts.ts';
import { Role } from '#contracts/audience.ts';
import type { LoginMethod } from '#contracts/login.ts';
import { type ErrorCode, type ErrorData, registry } from '#platform/errors/registry.ts';
import type { Logger } from '#platform/service/logger.ts';

/** The values of the parameter `endpoint` of hooks. The only value is `login`. */
type Endpoint = 'login';

/** The account that logs in. */
export type CurrentUser = Readonly<
  Pick<Account, 'id' | 'username' | 'email' | 'phone' | 'firstName' | 'lastName' | 'displayName' | 'role'>
>;

/** The request that hooks get. Header names are in lower case. */
export interface ExtensionRequest {
  readonly method: LoginMethod;
  /**
   * True for a login. False for any other request that contains a password; hooks then get an empty body and no
   * parameters.
   */
  readonly isLogin: boolean;
  /**
   * The declared parameters, checked and sanitised. Absent parameters are left out. For the login methods that the
   * hook `service_login_secure_auth_methods` returns, invalid parameters are left out too.
   */
  readonly params: Readonly<Record<string, unknown>>;
  /** The whole body except user name and password, unchecked. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;
  /** The client's network address, as trusted proxies report it. */
  readonly address: string;
}

/**
 * The error that an extension returns to deny a login. The client gets this error. `status` is 400 to 499, or 503. Only
 * an error with a code of the registry may lack a message; it then has the sentence of the code.
 */
interface ExtensionError {
  readonly code: string;
  readonly message?: string;
  readonly data: Readonly<Record<string, unknown>> & { readonly status: number };
}

export type Permission = boolean | ExtensionError;

/** A parameter that an extension adds to the login's body (docs/login-extensions.md). */
export interface DeclaredParameter {
  readonly name: string;
  readonly description: string;
  readonly type: 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object';
  readonly required?: boolean;
  /**
   * Source of a regular expression that a text must match. Without `^` and `$`, the expression may match any part of
   * the text.
   */
  readonly pattern?: string;
  /** Converts the value of the parameter before hooks get the value. */
  readonly sanitize?: (value: unknown) => unknown;
}

/** The hooks of an extension (docs/login-extensions.md). An extension may leave out any hook. */
export interface LoginHooks {
  service_login_permission_callback?(
    permission: Permission,
    current_user: CurrentUser,
    request: ExtensionRequest,
    endpoint: Endpoint,
  ): Permission | Promise<Permission>;
  service_login_permission_granted?(
    current_user: CurrentUser,
    request: ExtensionRequest,
    endpoint: Endpoint,
  ): unknown;
  service_login_secure_auth_methods?(secure_methods: string[], current_method: LoginMethod): string[];
  service_login_collection_params?(additional_params: DeclaredParameter[]): DeclaredParameter[];
}

/** Dependencies that every extension gets together with its settings. */
export interface ExtensionDeps {
  readonly logger: Pick<Logger, 'info' | 'warn' | 'error'>;
  /** Returns the current time in Unix milliseconds. */
  readonly now: () => number;
}

/** A schema for an extension's settings: a zod schema, or another object with a method `safeParse`. */
interface SettingsSchema<Settings> {
  safeParse(
    given: unknown,
  ):
    | { readonly success: true; readonly data: Settings }
    | { readonly success: false; readonly error: { readonly message: string } };
}

/** A login extension: the default export of its module. */
export interface LoginExtension<Settings = unknown, Deps = ExtensionDeps> {
  /**
   * Name of the extension: lower-case letters, digits and `-`. LOGIN_EXTENSION_SETTINGS has the settings
   * under this name.
   */
  readonly name: string;
  /** Checks the settings. Without a schema, `create` gets the settings unchecked. */
  readonly settings?: SettingsSchema<Settings>;
  /**
   * Whether the extension is asked for permission after all others, because its permission spends something that the
   * client cannot easily get again.
   */
  readonly runsLast?: boolean;
  create(settings: Settings, deps: Deps): LoginHooks | Promise<LoginHooks>;
}

/**
 * Returns the extension unchanged. This function exists so that TypeScript infers the types of `settings` and `deps` in
 * `create`.
 */
export function loginExtension<Settings, Deps = ExtensionDeps>(
  extension: LoginExtension<Settings, Deps>,
): LoginExtension<Settings, Deps> {
  return extension;
}

/** Returns an error object with a code of the registry, and with the status of that code. */
export function denied<C extends ErrorCode>(code: C, data: ErrorData<C>): ExtensionError {
  return { code, data: { status: registry[code].status, ...(data as Record<string, unknown>) } };
}

/** Returns the value of a text parameter; an empty text if the parameter is absent. */
export function textOf({ params }: ExtensionRequest, name: string): string {
  const value = params[name];
  return typeof value === 'string' ? value : '';
}

/** The roles to which an extension applies. */
export const Roles = z.union([z.literal('all'), z.array(Role).min(1).max(50)]);

export function concerns(roles: z.infer<typeof Roles>, { role }: CurrentUser): boolean {
  return roles === 'all' || roles.includes(role);
}

/** The schema of a parameter's name in the login's body. */
export const ParameterName = z.string().regex(/^[a-z][a-z0-9_]{0,63}$/);
/** The schema of a header's name. The result is in lower case. */
export const HeaderName = z
  .string()
  .regex(/^[A-Za-z0-9-]{1,64}$/)
  .transform((name) => name.toLowerCase());
