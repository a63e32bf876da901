import { isConsumerKey } from '#contracts/api-keys.ts';
import { isManager } from '#contracts/audience.ts';
import { identify, type LoginRequest } from '#contracts/login.ts';
import { checkToken } from '#contracts/tokens.ts';
import type { Caller } from '#platform/bus/caller.ts';
import { refusal } from '#platform/errors/errors.ts';
import { type CredentialForm, credentialForm, hasCredentials, isForeignBasic } from '../http/credentials.ts';
import {
  type GatewayContext,
  type GatewayMiddleware,
  type GatewayState,
  guest,
  type Identity,
} from '../http/request-state.ts';
import type { TransportSecurity } from '../http/transport.ts';
import type { KnownCallers } from '../overload/known-callers.ts';
import type { TokenVerifier } from './tokens.ts';

/** How a route differs from one that checks the credentials and only reads. */
interface SpecialRoute {
  /** See `Route.credentials`; absent for `checked`. */
  readonly credentials?: 'checked' | 'login' | 'ignored' | undefined;
  /** Whether the route changes something; by default true for every method except GET, HEAD and OPTIONS. */
  readonly writes?: boolean | undefined;
}

/**
 * Returns the middleware that identifies the caller. On an unsafe connection, the middleware refuses
 * credentials before checking them (docs/reference/login.md#plain-http). The middleware never treats a caller
 * with invalid credentials as a guest. It refuses writes with Basic credentials by pages of other sites, because a browser
 * remembers these credentials and sends them with every request to the gateway. `origins` are the origins that CORS
 * allows. If a query contains credentials, the answer gets `no-store`.
 *
 * @throws ServiceError `service_https_required`, `service_foreign_origin`, and the errors of `Identities.of`
 */
export function credentials(
  transport: TransportSecurity,
  identities: Identities,
  known: Pick<KnownCallers, 'learn'>,
  specialRoute: (method: string, inside: string) => SpecialRoute,
  origins: readonly string[],
): GatewayMiddleware {
  return async (ctx, next) => {
    const form = credentialForm(ctx.req, ctx.querystring, missingTokenIn(ctx.state));
    const { requestId, deadline, inside = '' } = ctx.state;
    const special = specialRoute(ctx.method, inside);
    const treatment = special.credentials;
    const isIgnored = treatment === 'ignored';
    // On a route with `ignored` credentials, the body contains a secret token. So the connection must be safe
    // for bearer tokens even if the request has no credentials.
    const mayTravel =
      (form.kind === 'none' && !isIgnored) ||
      (form.kind === 'secret' ? transport.secretMayTravel(ctx.req) : transport.bearerMayTravel(ctx.req));
    if (!mayTravel || (hasCredentials(ctx.querystring) && !transport.secretMayTravel(ctx.req)))
      throw refusal('service_https_required', {});
    refuseForeignWrite(ctx, special, origins);
    const address = transport.clientAddress(ctx.req);
    const mayBeChecked = form.kind === 'secret' && treatment !== 'login';
    const request = mayBeChecked ? loginRequestOf(ctx.req.headers, address) : null;
    const details = { requestId, deadline, address, request, audiences: audiencesIn(ctx.state) };
    const identity = isIgnored ? guest : await identities.of(form, details);
    ctx.state.identity = identity;
    known.learn(ctx.req, identity);
    await next();
    if (hasCredentials(ctx.querystring)) ctx.set('Cache-Control', 'no-store');
  };
}

/**
 * Refuses a request with Basic credentials that a page of another site caused, if the request changes something. Any
 * request of a customer changes the cart if it has the key of a guest's cart, because the items are transferred. Routes
 * that ignore the credentials are not concerned.
 *
 * @throws ServiceError `service_foreign_origin`
 */
function refuseForeignWrite(
  { req, method, querystring }: GatewayContext,
  { credentials: treatment, writes = !['GET', 'HEAD', 'OPTIONS'].includes(method) }: SpecialRoute,
  origins: readonly string[],
): void {
  if (treatment === 'ignored' || !isForeignBasic(req, origins)) return;
  if (writes || new URLSearchParams(querystring).has('cart_key')) throw refusal('service_foreign_origin', {});
}

/** Returns the token audiences that the mount accepts. */
function audiencesIn({ mount }: GatewayState): readonly string[] {
  return mount?.audiences ?? [];
}

/** Returns whether the mount ignores or refuses a header such as `Bearer null`. */
function missingTokenIn({ mount }: GatewayState): 'ignored' | 'refused' {
  return mount?.dialect.missingToken ?? 'refused';
}

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
