import type { Account } from '#contracts/accounts.ts';
import type { LoginMethod } from '#contracts/login.ts';
import { type ErrorCode, type ErrorData, registry } from '#platform/errors/registry.ts';
import type { Logger } from '#platform/service/logger.ts';

/** Where hooks are asked from: there is one place so far. */
export type Endpoint = 'login';

/** Who logs in. */
export type CurrentUser = Readonly<
  Pick<Account, 'id' | 'username' | 'email' | 'phone' | 'firstName' | 'lastName' | 'displayName' | 'role'>
>;

/** What a login brings. Names of headers are in small letters. */
export interface ExtensionRequest {
  readonly method: LoginMethod;
  /** False for a request with a password on another route than the login; it has no body and no parameters. */
  readonly isLogin: boolean;
  /**
   * Parameters that extensions declare: checked and sanitised. Left out are absent ones, by secure methods bad ones
   * too.
   */
  readonly params: Readonly<Record<string, unknown>>;
  /** All of the body but name and password, unchecked. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;
  /** The client's address, behind trusted proxies theirs for it. */
  readonly address: string;
}

/** Why a login is denied, as the client is told. `status` is from 400 to 499, or 503. */
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
  /** Source of a regular expression that a text has to match, anywhere unless it says `^` and `$`. */
  readonly pattern?: string;
  /** What the value becomes before hooks see it. */
  readonly sanitize?: (value: unknown) => unknown;
}

/** The extension points by their names (docs/login-extensions.md). Each is there or not. */
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

/** What every extension is handed beside its settings. */
export interface ExtensionParts {
  readonly logger: Pick<Logger, 'info' | 'warn' | 'error'>;
  /** Unix milliseconds. */
  readonly now: () => number;
}

/** What an extension's settings are checked by: a schema of zod, or whatever answers like one. */
export interface SettingsSchema<Settings> {
  safeParse(
    given: unknown,
  ):
    | { readonly success: true; readonly data: Settings }
    | { readonly success: false; readonly error: { readonly message: string } };
}

/** An extension of the login: the default export of its module. */
export interface LoginExtension<Settings = unknown, Parts = ExtensionParts> {
  /** Small letters, digits and `-`: names its settings. */
  readonly name: string;
  /** Without one the settings are handed on as they were given. */
  readonly settings?: SettingsSchema<Settings>;
  create(settings: Settings, parts: Parts): LoginHooks | Promise<LoginHooks>;
}

/** A module's extension, with the types of its settings and parts in its `create`. */
export function loginExtension<Settings, Parts = ExtensionParts>(
  extension: LoginExtension<Settings, Parts>,
): LoginExtension<Settings, Parts> {
  return extension;
}

/** The error object for a code of the registry, with the status and the sentence that it has there. */
export function denied<C extends ErrorCode>(code: C, data: ErrorData<C>): ExtensionError {
  const { status, message } = registry[code];
  return { code, message, data: { status, ...(data as Record<string, unknown>) } };
}

/** A parameter that was declared as text; empty when it is absent. */
export function textOf({ params }: ExtensionRequest, name: string): string {
  const value = params[name];
  return typeof value === 'string' ? value : '';
}
