import { isConsumerKey } from '#contracts/api-keys.ts';
import { isManager } from '#contracts/audience.ts';
import { shopPasswordMs } from '#contracts/connect.ts';
import { identify, type LoginRequest } from '#contracts/login.ts';
import { checkToken } from '#contracts/tokens.ts';
import type { Caller } from '#platform/bus/caller.ts';
import { refusal } from '#platform/errors/errors.ts';
import { type CredentialForm, credentialForm, hasCredentials, isForeignBasic } from '../http/credentials.ts';
import { type GatewayContext, guest, type Identity } from '../http/request-state.ts';
import type { TransportSecurity } from '../http/transport.ts';
import type { KnownCallers } from '../overload/senders.ts';
import type { TokenVerifier } from './tokens.ts';

/** Dependencies of `callerOf`. */
interface CallerDeps {
  readonly transport: TransportSecurity;
  readonly identities: Identities;
  readonly known: Pick<KnownCallers, 'learn'>;
  /** The origins that CORS allows. */
  readonly corsOrigins: readonly string[];
}

/** How a route handles credentials, and whether it changes something (`Route`). */
interface Guarded {
  readonly credentials: 'checked' | 'login' | 'ignored';
  readonly writes: boolean;
}

/**
 * Returns the caller of a request for a route, or for a path without a route. On an unsafe connection, credentials are
 * refused before they are checked (docs/reference/login.md#plain-http). A caller with invalid credentials is never
 * treated as a guest. Writes with Basic credentials by pages of other sites are refused, because a browser remembers
 * these credentials and sends them with every request to the gateway.
 *
 * @throws ServiceError `service_https_required`, `service_foreign_origin`, and the errors of `Identities.of`
 */
export async function callerOf(
  { req, querystring, method, state }: GatewayContext,
  route: Guarded | null,
  { transport, identities, known, corsOrigins }: CallerDeps,
): Promise<Identity> {
  const { requestId, deadline, mount } = state;
  const form = credentialForm(req, querystring, mount.dialect.missingToken);
  const { credentials, writes } = route ?? { credentials: 'checked', writes: !harmless.includes(method) };
  const isIgnored = credentials === 'ignored';
  // On a route with `ignored` credentials, the body contains a secret token. So the connection must be safe
  // for bearer tokens even if the request has no credentials.
  const mayTravel =
    (form.kind === 'none' && !isIgnored) ||
    (form.kind === 'secret' ? transport.secretMayTravel(req) : transport.bearerMayTravel(req));
  if (!mayTravel || (hasCredentials(querystring) && !transport.secretMayTravel(req)))
    throw refusal('service_https_required', {});
  // Any request of a customer changes the cart if it has the key of a guest's cart, because the items are transferred.
  const mayChange = () => writes || new URLSearchParams(querystring).has('cart_key');
  if (!isIgnored && isForeignBasic(req, corsOrigins) && mayChange())
    throw refusal('service_foreign_origin', {});
  const address = transport.clientAddress(req);
  const mayBeChecked = form.kind === 'secret' && credentials !== 'login';
  const request = mayBeChecked ? loginRequestOf(req.headers, address) : null;
  const details = { requestId, deadline, address, request, audiences: mount.audiences };
  const { identity, shopMs } = isIgnored ? nobody : await identities.of(form, details);
  state.deadline += shopMs;
  known.learn(req, identity);
  return identity;
}

const harmless = ['GET', 'HEAD', 'OPTIONS'];

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

/** A caller, and the milliseconds in which a connected shop may have been asked. They are no time of the request. */
interface Identified {
  readonly identity: Identity;
  readonly shopMs: number;
}

const nobody: Identified = { identity: guest, shopMs: 0 };

/** Identifies callers. Tokens are verified in this process, passwords and key pairs by the auth service. */
export class Identities {
  readonly #caller: Caller;
  readonly #verifier: TokenVerifier;
  /** Returns whether this process has all token revocations that are older than a second. */
  readonly #isCurrent: () => boolean;
  /** Whether customers may log in with the passwords of a connected shop. */
  readonly #hasShop: boolean;

  constructor(caller: Caller, verifier: TokenVerifier, isCurrent: () => boolean, hasShop: boolean) {
    this.#caller = caller;
    this.#verifier = verifier;
    this.#isCurrent = isCurrent;
    this.#hasShop = hasShop;
  }

  /**
   * Returns the caller with these credentials; `guest` for a request without credentials.
   *
   * @throws ServiceError `service_authentication_error` for invalid credentials, `service_rate_limited`,
   * `service_unavailable`. If `details.request` is not null, a login extension may also refuse a password
   * with an error of its own
   */
  async of(form: CredentialForm, details: IdentificationRequest): Promise<Identified> {
    if (form.kind === 'none') return nobody;
    if (form.kind === 'bearer') return { identity: await this.#byToken(form.token, details), shopMs: 0 };
    const begun = Date.now();
    const patienceMs = this.#hasShop && !isConsumerKey(form.identifier) ? shopPasswordMs : 0;
    const identity = await this.#byAuth(form, details, patienceMs);
    return { identity, shopMs: patienceMs > 0 ? Date.now() - begun : 0 };
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
    patienceMs: number,
  ): Promise<Identity> {
    // No account or key pair has an empty value or a value with more than 320 characters.
    if (![identifier, secret].every((half) => half !== '' && half.length <= 320))
      throw refusal('service_authentication_error', {});
    const kind = isConsumerKey(identifier) ? 'keys' : 'password';
    const context = { requestId, deadline, claim: null, patienceMs };
    const credentials = { kind, identifier, secret, address } as const;
    const { identity } = await this.#caller.request(identify, { credentials, request }, context);
    return { ...identity, method: kind === 'keys' ? 'api_key' : 'basic_auth', family: null, token: null };
  }
}

/** Names of headers that contain secrets. Login extensions do not get these headers. */
const secretHeaders = new Set(['authorization', 'proxy-authorization', 'cookie']);

/** Returns a request in the form that login extensions get. Names of headers are in lower case. */
export function loginRequestOf(
  headers: Readonly<Record<string, unknown>>,
  address: string,
  body: Readonly<Record<string, unknown>> = {},
): LoginRequest {
  const shown = Object.entries(headers).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && !secretHeaders.has(entry[0]),
  );
  return { body: { ...body }, headers: Object.fromEntries(shown), address };
}
