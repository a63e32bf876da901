import type { Account } from '#contracts/accounts.ts';
import type { LoginMethod } from '#contracts/login.ts';
import { type ErrorCode, type ErrorData, registry } from '#platform/errors/registry.ts';
import type { Logger } from '#platform/service/logger.ts';

/** The routes that call hooks: only one so far. */
export type Endpoint = 'login';

/** The account that logs in. */
export type CurrentUser = Readonly<
  Pick<Account, 'id' | 'username' | 'email' | 'phone' | 'firstName' | 'lastName' | 'displayName' | 'role'>
>;

/** The request of a login. Header names are in lower case. */
export interface ExtensionRequest {
  readonly method: LoginMethod;
  /** False for a request with a password on another route than the login; it has no body and no parameters. */
  readonly isLogin: boolean;
  /** Declared parameters, checked and sanitised. Absent ones are left out; for secure methods, invalid ones too. */
  readonly params: Readonly<Record<string, unknown>>;
  /** All of the body except name and password, unchecked. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;
  /** The client's address, as trusted proxies give it. */
  readonly address: string;
}

/** Why a login is denied, as the client sees it. `status` is from 400 to 499, or 503. */
export interface ExtensionError {
  readonly code: string;
  readonly message: string;
  readonly data: Readonly<Record<string, unknown>> & { readonly status: number };
}

export type Permission = boolean | ExtensionError;

/** A parameter of the login's body (docs/login-extensions.md). */
export interface DeclaredParameter {
  readonly name: string;
  readonly description: string;
  readonly type: 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object';
  readonly required?: boolean;
  /** Source of a regular expression that a text must match; unanchored without `^` and `$`. */
  readonly pattern?: string;
  /** Converts the value before hooks see it. */
  readonly sanitize?: (value: unknown) => unknown;
}

/** The extension points by name (docs/login-extensions.md), all optional. */
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

/** Dependencies that every extension gets, in addition to its settings. */
export interface ExtensionDeps {
  readonly logger: Pick<Logger, 'info' | 'warn' | 'error'>;
  /** Unix milliseconds. */
  readonly now: () => number;
}

/** A schema for an extension's settings: a zod schema or an object with the same method. */
export interface SettingsSchema<Settings> {
  safeParse(
    given: unknown,
  ):
    | { readonly success: true; readonly data: Settings }
    | { readonly success: false; readonly error: { readonly message: string } };
}

/** A login extension: the default export of its module. */
export interface LoginExtension<Settings = unknown, Deps = ExtensionDeps> {
  /** Lower-case letters, digits and `-`: the key of its settings. */
  readonly name: string;
  /** Without a schema the settings are passed on unchecked. */
  readonly settings?: SettingsSchema<Settings>;
  create(settings: Settings, deps: Deps): LoginHooks | Promise<LoginHooks>;
}

/** Returns the extension unchanged; it infers the types of settings and deps for `create`. */
export function loginExtension<Settings, Deps = ExtensionDeps>(
  extension: LoginExtension<Settings, Deps>,
): LoginExtension<Settings, Deps> {
  return extension;
}

/** Returns the error object of a registry code, with its status and message. */
export function denied<C extends ErrorCode>(code: C, data: ErrorData<C>): ExtensionError {
  const { status, message } = registry[code];
  return { code, message, data: { status, ...(data as Record<string, unknown>) } };
}

/** Returns a text parameter; empty when it is absent. */
export function textOf({ params }: ExtensionRequest, name: string): string {
  const value = params[name];
  return typeof value === 'string' ? value : '';
}
