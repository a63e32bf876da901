import { isConsumerKey } from '#contracts/api-keys.ts';
import { isManager } from '#contracts/audience.ts';
import { identify, type LoginRequest } from '#contracts/login.ts';
import { checkToken } from '#contracts/tokens.ts';
import type { Caller } from '#platform/bus/caller.ts';
import { refusal } from '#platform/errors/errors.ts';
import type { CredentialForm } from './credential-forms.ts';
import { guest, type Identity } from './identity.ts';
import type { TokenVerifier } from './token-verifier.ts';

/** The data of a request that `Identities.of` needs. */
export interface IdentificationRequest {
  readonly requestId: string;
  /** The deadline of the request in Unix milliseconds. */
  readonly deadline: number;
  /** The client's IP address. Failed logins are limited by address. */
  readonly address: string;
  /**
   * The request as login extensions get it. Null on a login route, where the login itself runs the extensions.
   */
  readonly request: LoginRequest | null;
  /** The token audiences that the mount accepts. */
  readonly audiences: readonly string[];
}

/** Identifies callers. Tokens are verified in this process, passwords and key pairs by the auth service. */
export class Identities {
  readonly #caller: Caller;
  readonly #verifier: TokenVerifier;
  /** Returns whether this process has all token revocations that are older than a second. */
  readonly #isCurrent: () => boolean;

  constructor(caller: Caller, verifier: TokenVerifier, isCurrent: () => boolean) {
    this.#caller = caller;
    this.#verifier = verifier;
    this.#isCurrent = isCurrent;
  }

  /**
   * Returns the identity of the caller with these credentials; `guest` for a request without credentials.
   *
   * @throws ServiceError `service_authentication_error` for invalid credentials, `service_rate_limited`,
   * `service_unavailable`. If `details.request` is not null, a login extension may also refuse a password
   * with an error of its own
   */
  async of(form: CredentialForm, details: IdentificationRequest): Promise<Identity> {
    if (form.kind === 'none') return guest;
    return form.kind === 'bearer' ? this.#byToken(form.token, details) : this.#byAuth(form, details);
  }

  async #byToken(
    token: string,
    { requestId, deadline, audiences }: IdentificationRequest,
  ): Promise<Identity> {
    const claims = await this.#verifier.verify(token, audiences);
    const { sub, role, fam, gen } = claims;
    if (!this.#isCurrent()) {
      const context = { requestId, deadline, claim: null };
      const token = { account: Number(sub), generation: gen, family: fam };
      await this.#caller.request(checkToken, token, context);
    }
    const manages = isManager(role) ? 'read_write' : 'nothing';
    const account = Number(sub);
    const by = { method: 'jwt', family: fam, token: claims, bearer: token } as const;
    return { ...by, account, role, trusted: false, manages };
  }

  async #byAuth(
    { identifier, secret }: Extract<CredentialForm, { kind: 'secret' }>,
    { requestId, deadline, address, request }: IdentificationRequest,
  ): Promise<Identity> {
    // No account or key pair has an empty value or a value with more than 320 characters.
    if (![identifier, secret].every((half) => half !== '' && half.length <= 320))
      throw refusal('service_authentication_error', {});
    const kind = isConsumerKey(identifier) ? 'keys' : 'password';
    const context = { requestId, deadline, claim: null };
    const credentials = { kind, identifier, secret, address } as const;
    const { identity } = await this.#caller.request(identify, { credentials, request }, context);
    return { ...identity, method: kind === 'keys' ? 'api_key' : 'basic_auth', family: null, token: null };
  }
}
