import { z } from 'zod';
import type { Account } from '#contracts/accounts.ts';
import type { LoginMethod, LoginRequest } from '#contracts/login.ts';
import type { LoginParameter } from '#contracts/login-extensions.ts';
import { ExtensionRefusal } from '#platform/errors/codes/accounts.ts';
import { isErrorCode, refusal, ServiceError, statusOf } from '#platform/errors/errors.ts';
import { registry } from '#platform/errors/registry.ts';
import type { Logger } from '#platform/service/logger.ts';
import { within } from '#platform/time/within.ts';
import type { Attempts } from '../store/attempts.ts';
import type { KnownNetworks } from '../store/known-networks.ts';
import type {
  CurrentUser,
  DeclaredParameter,
  ExtensionRequest,
  LoginHooks,
  Permission,
} from './extension.ts';
import { described, fittingParameters, readParameters } from './parameters.ts';

const defaultPermissionMs = 1_000;

const defaultSecureMethods = ['jwt', 'api_key'];
const maxDataBytes = 8_192;
const late = () => new Error('it took too long');

/** The error object that an extension returns. */
const ErrorObject = z.object({
  code: z.string().regex(/^[a-z][a-z0-9_]{0,99}$/),
  message: z.string().min(1).max(1_000).optional(),
  data: z
    .looseObject({ status: z.union([z.int().min(400).max(499), z.literal(503)]) })
    .refine((data) => JSON.stringify(data).length <= maxDataBytes),
});

/** A loaded extension. */
export interface Loaded {
  readonly name: string;
  readonly hooks: LoginHooks;
  readonly runsLast?: boolean;
}

interface ExtensionsDeps {
  readonly attempts: Pick<Attempts, 'run'>;
  readonly networks: Pick<KnownNetworks, 'knows' | 'remember'>;
  readonly logger: Pick<Logger, 'error'>;
  /** The time limit in milliseconds of all extensions together for one login. */
  readonly permissionMs?: number;
}

/** Returns the refusal for an error object of an extension. @throws ZodError if `given` is no error object */
function refusalIn(given: unknown): ServiceError {
  const { code, message, data } = ErrorObject.parse(given);
  if (isErrorCode(code) && registry[code].data.safeParse(data).success)
    return new ServiceError(code, data, { text: message });
  const { status } = data;
  return refusal('service_login_extension_refusal', {
    status,
    refusal: ExtensionRefusal.parse({ code, message, data }),
  });
}

function userOf(account: Account): CurrentUser {
  const { id, username, email, phone, firstName, lastName, displayName, role } = account;
  return Object.freeze({ id, username, email, phone, firstName, lastName, displayName, role });
}

/** Calls the login extensions in the order of the settings (docs/reference/login.md#extensions-of-the-login). */
export class LoginExtensions {
  readonly #loaded: readonly Loaded[];
  /** The loaded extensions in the order in which they are asked for permission. */
  readonly #asked: readonly Loaded[];
  readonly #declared: readonly DeclaredParameter[];
  readonly #deps: ExtensionsDeps;

  constructor(loaded: readonly Loaded[], declared: readonly DeclaredParameter[], deps: ExtensionsDeps) {
    this.#loaded = loaded;
    this.#asked = loaded.toSorted(
      (one, other) => Number(one.runsLast ?? false) - Number(other.runsLast ?? false),
    );
    this.#declared = declared;
    this.#deps = deps;
  }

  get names(): string[] {
    return this.#loaded.map(({ name }) => name);
  }

  get parameters(): LoginParameter[] {
    return this.#declared.map(described);
  }

  /**
   * Asks all extensions to permit a login, then calls the hooks for granted logins. An extension that fails
   * or is too slow denies the login. A 401 of an extension counts as a failed attempt of the account.
   *
   * @throws ServiceError of the extension that denies; `service_login_denied`; `rest_missing_callback_param`
   * and `rest_invalid_param` for missing and invalid parameters; `service_rate_limited`
   */
  async permit(account: Account, method: LoginMethod, given: LoginRequest): Promise<void> {
    if (this.#loaded.length === 0) return;
    const asked = await this.#allowed(account, method, given, true);
    for (const { name, hooks } of this.#loaded) void this.#notify(name, hooks, ...asked);
  }

  /** Returns whether an extension may refuse a request with a password. */
  get mayRefuse(): boolean {
    const asks = this.#loaded.some(({ hooks }) => hooks.service_login_permission_callback);
    return asks || this.#declared.some(({ required }) => required);
  }

  /**
   * Permits a request with a password on another route than the login. The extensions check the request like
   * a login. The hooks for granted logins are not called.
   *
   * @throws ServiceError for the same reasons as `permit`
   */
  async permitRequest(account: Account, given: LoginRequest): Promise<void> {
    await this.#allowed(account, 'basic_auth', given, false);
  }

  async #allowed(
    account: Account,
    method: LoginMethod,
    given: LoginRequest,
    isLogin: boolean,
  ): Promise<[CurrentUser, ExtensionRequest]> {
    const secure = this.#secureMethods(method).includes(method);
    const params = this.#params(given.body, secure);
    const request = Object.freeze({ ...structuredClone(given), method, isLogin, params });
    const user = userOf(account);
    if (!secure) await this.#counted(user, request);
    return [user, request];
  }

  #params(body: LoginRequest['body'], secure: boolean): Readonly<Record<string, unknown>> {
    if (secure) return fittingParameters(this.#declared, body);
    try {
      return readParameters(this.#declared, body);
    } catch (error) {
      throw error instanceof ServiceError ? error : this.#failed('sanitize', error);
    }
  }

  #secureMethods(method: LoginMethod): readonly string[] {
    let methods = [...defaultSecureMethods];
    for (const { name, hooks } of this.#loaded) {
      try {
        const returned = hooks.service_login_secure_auth_methods?.([...methods], method) ?? methods;
        methods = z.array(z.string()).parse(returned);
      } catch (error) {
        throw this.#failed(name, error);
      }
    }
    return methods;
  }

  async #counted(user: CurrentUser, request: ExtensionRequest): Promise<void> {
    let denial: ServiceError | null = null;
    await this.#bounded(user.id, request.address, async () => {
      denial = await this.#denial(user, request);
      return denial === null || statusOf(denial) !== 401;
    });
    if (denial) throw denial;
    if (request.isLogin) void this.#deps.networks.remember(user.id, 'login', request.address);
  }

  /**
   * Runs `verify`, or throws if the account has too many failed attempts from all addresses together. In a
   * network from which the account has logged in before, only failures from this network count, by the minute and the day.
   */
  async #bounded(name: number, address: string, verify: () => Promise<boolean>): Promise<void> {
    const { attempts, networks } = this.#deps;
    try {
      await attempts.run({ name, address }, verify, 'everywhere');
    } catch (error) {
      const isLimited = error instanceof ServiceError && error.code === 'service_rate_limited';
      if (!isLimited || !(await networks.knows(name, 'login', address))) throw error;
      await attempts.run({ name, address }, verify, 'known network');
    }
  }

  /**
   * Returns the error of the first extension that does not permit the login; null if every extension permits the login.
   * Later extensions are not called after an error.
   */
  async #denial(user: CurrentUser, request: ExtensionRequest): Promise<ServiceError | null> {
    const end = performance.now() + (this.#deps.permissionMs ?? defaultPermissionMs);
    for (const { name, hooks } of this.#asked) {
      if (!hooks.service_login_permission_callback) continue;
      try {
        const asked = (async () => hooks.service_login_permission_callback?.(true, user, request, 'login'))();
        const left = Math.max(1, end - performance.now());
        const permission: Permission | undefined = await within(left, asked, late);
        // The timer of `within` cannot fire while a hook blocks the thread, so the time is checked again.
        if (performance.now() > end) throw late();
        if (permission === true) continue;
        return permission === false ? refusal('service_login_denied', {}) : refusalIn(permission);
      } catch (error) {
        return this.#failed(name, error);
      }
    }
    return null;
  }

  async #notify(
    name: string,
    hooks: LoginHooks,
    user: CurrentUser,
    request: ExtensionRequest,
  ): Promise<void> {
    try {
      await hooks.service_login_permission_granted?.(user, request, 'login');
    } catch (error) {
      this.#failed(name, error);
    }
  }

  #failed(extension: string, error: unknown): ServiceError {
    this.#deps.logger.error({ err: error, extension }, 'a login extension failed');
    return refusal('service_login_denied', {}, { cause: error });
  }
}
