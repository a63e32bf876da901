import { hash, randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { z } from 'zod';
import type { Claim } from '#contracts/claim.ts';
import type { Operation } from '#contracts/operation.ts';
import type { IdempotencyRecord, WriteConditions } from '#contracts/write.ts';
import type { Caller } from '#platform/bus/caller.ts';
import { ServiceError } from '#platform/errors/errors.ts';
import { invalidParameter } from '#platform/errors/faults.ts';
import type { ResponseCache } from '../cache/response-cache.ts';
import type { Identities } from '../caller/caller.ts';
import { carriedKey, type GuestKeys } from '../caller/cart-keys.ts';
import { cartClaimOf, claimOf, customerOf, type PriceOverride } from '../caller/claim.ts';
import type { SecurityEventLog } from '../caller/security-events.ts';
import type { Parameters } from '../http/body.ts';
import type { GatewayMetrics } from '../http/metrics.ts';
import type { Mount } from '../http/mounts.ts';
import type { Identity } from '../http/request-state.ts';
import type { TransportSecurity } from '../http/transport.ts';
import type { LiveCarts } from '../live/live-carts.ts';
import type { Dialect } from '../views/shared/dialect.ts';
import { type Fields, readFields } from '../views/shared/fields.ts';

/** What all requests share: the services behind them, and the parts of the gateway that answer them. */
export interface RequestDeps {
  readonly caller: Caller;
  readonly cache: ResponseCache;
  readonly metrics: GatewayMetrics;
  readonly identities: Identities;
  readonly guestKeys: GuestKeys;
  /** Origins of pages to which shoppers return after an order; null if the shop has no checkout. */
  readonly returnOrigins: readonly string[] | null;
  /** Whether visitors may create accounts. */
  readonly registration: boolean;
  /** Which callers may set the price of an item. */
  readonly prices: PriceOverride;
  /** The event streams that are open. */
  readonly live: LiveCarts;
  readonly security: Pick<SecurityEventLog, 'answered' | 'refused'>;
  readonly transport: TransportSecurity;
}

type Values = Readonly<Record<string, unknown>>;

/** What the client sent: the values in the path, the query, the body and the headers, as yet unchecked. */
interface Sent {
  readonly path: Values;
  readonly query: Parameters;
  readonly body: Parameters;
  /** The headers by their lower-case names. */
  readonly headers: Values;
}

/** The data of a request that do not depend on its route. */
interface Origin {
  readonly deps: RequestDeps;
  /** The HTTP request. For a request inside a batch, the batch. */
  readonly incoming: IncomingMessage;
  readonly id: string;
  /** The time at which the answer must be ready, in Unix milliseconds. */
  readonly deadline: number;
  readonly mount: Mount;
  readonly identity: Identity;
}

/** The checked values of the declared parameters, with defaults. Undeclared parameters are left out. */
interface Checked<P, Q, B> {
  readonly params: P;
  readonly query: Q;
  readonly body: B;
}

/**
 * A request for a route, with everything that its answer depends on. It is sent alone or inside a batch. `ask` sends
 * operations to services.
 */
export class Request<P extends object = Values, Q extends object = Values, B extends object = Values>
  implements Checked<P, Q, B>
{
  readonly #origin: Origin;
  /** The method and the path pattern of the route. */
  readonly method: string;
  readonly path: string;
  readonly sent: Sent;
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  /** The claim that services get about the caller. Null for a guest whose request uses no cart. */
  claim: Claim | null = null;
  /**
   * Whether the operations of the request may be slow. If a service does not answer in time, they are not repeated,
   * because the service may still be working.
   */
  #mayBeSlow = false;
  #newKey: string | undefined;
  #writeConditions: WriteConditions | undefined;

  constructor(
    origin: Origin,
    { method, path }: { readonly method: string; readonly path: string },
    sent: Sent,
    { params, query, body }: Checked<P, Q, B>,
  ) {
    this.#origin = origin;
    this.method = method;
    this.path = path;
    this.sent = sent;
    this.params = params;
    this.query = query;
    this.body = body;
  }

  get deps(): RequestDeps {
    return this.#origin.deps;
  }

  get id(): string {
    return this.#origin.id;
  }

  get mount(): Mount {
    return this.#origin.mount;
  }

  get dialect(): Dialect {
    return this.mount.dialect;
  }

  get identity(): Identity {
    return this.#origin.identity;
  }

  /** The client's IP address, which rate limits use; empty if it is unknown. */
  get address(): string {
    return this.deps.transport.clientAddress(this.#origin.incoming);
  }

  /** Whether passwords and key pairs are accepted on the connection. */
  get secure(): boolean {
    return this.deps.transport.secretMayTravel(this.#origin.incoming);
  }

  /** The path and query as the client sent them. */
  get target(): string {
    return this.#origin.incoming.url ?? '';
  }

  header(name: string): string | undefined {
    const value = this.sent.headers[name];
    return typeof value === 'string' ? value : undefined;
  }

  /** The members of the answer that the client has chosen; null for all. */
  get fields(): Fields | null {
    const { fields, _fields } = this.query as { readonly fields?: string; readonly _fields?: string };
    return readFields(fields, _fields);
  }

  /** The cart key of the request; empty if the request uses no cart. */
  get cartKey(): string {
    return this.claim?.cart ?? '';
  }

  /**
   * The guest's cart key that a logged-in customer sent; empty if there is none. The cart service then moves
   * the items of the guest's cart to the customer's cart.
   */
  get carriedKey(): string {
    return this.claim?.carried ?? '';
  }

  /** Whether the caller may set the price of an item (docs/reference/cart.md#a-price-of-the-caller). */
  get setsPrices(): boolean {
    return this.claim?.setsPrices ?? false;
  }

  /** Whether the caller may set fees (docs/reference/coupons-and-shipping.md#add-a-fee). */
  get setsFees(): boolean {
    return this.claim?.setsFees ?? false;
  }

  /** Returns the claim of the caller without a cart. `customer`: the account whose cart the request uses. */
  claimOf(customer = customerOf(this.identity)): Claim {
    return claimOf(this.identity, this.deps.prices, this.address, customer);
  }

  /**
   * Returns a copy for the owner of a name and password, or of a consumer key and secret.
   *
   * @throws ServiceError as `Identities.of` does
   */
  async asOwnerOf(identifier: string, secret: string): Promise<Request<P, Q, B>> {
    const { id: requestId, deadline, mount, deps } = this.#origin;
    const { audiences } = mount;
    // `request` is null, so no login extensions run here. Only the login route calls this method, and runs the
    // extensions itself.
    const details = { requestId, deadline, address: this.address, request: null, audiences };
    const form = { kind: 'secret', identifier, secret } as const;
    const { identity, shopMs } = await deps.identities.of(form, details);
    return this.as(identity, shopMs);
  }

  /** Returns a copy for another identity, which the handler has verified. It has `moreMs` more time. */
  as(identity: Identity, moreMs = 0): Request<P, Q, B> {
    const deadline = this.#origin.deadline + moreMs;
    const copy = new Request({ ...this.#origin, identity, deadline }, this, this.sent, this);
    copy.useOwnCart();
    return copy;
  }

  /** Lets the request use the caller's own cart. A guest has none. */
  useOwnCart(): void {
    const customer = customerOf(this.identity);
    const claim = this.claimOf();
    this.claim = customer === null ? claim : cartClaimOf(claim, String(customer), carriedKey(this.sent));
  }

  /** Returns a request inside this batch, with its own parameters. Its operations may be slow. */
  part<Params extends object, Query extends object, Body extends object>(
    route: { readonly method: string; readonly path: string },
    sent: Omit<Sent, 'headers'>,
    checked: Checked<Params, Query, Body>,
  ): Request<Params, Query, Body> {
    const part = new Request(this.#origin, route, { ...sent, headers: this.sent.headers }, checked);
    part.claim = this.claim;
    part.#mayBeSlow = true;
    return part;
  }

  /**
   * Sends an operation to its service and returns the reply.
   *
   * @throws ServiceError the refusal of the service, or `service_unavailable`
   */
  async ask<Input extends z.ZodType, Reply extends z.ZodType>(
    operation: Operation<Input, Reply>,
    input: z.input<Input>,
  ): Promise<z.output<Reply>> {
    try {
      return await this.#send(operation, input, this.claim);
    } catch (error) {
      const { claim } = this;
      if (!claim || !mayNeedKey(claim, error)) throw error;
      // Within one request, the key of the new cart stays the same.
      this.#newKey ??= this.deps.guestKeys.issue();
      return this.#send(operation, input, { ...claim, fresh: this.#newKey });
    }
  }

  #send<Input extends z.ZodType, Reply extends z.ZodType>(
    operation: Operation<Input, Reply>,
    input: z.input<Input>,
    claim: Claim | null,
  ): Promise<z.output<Reply>> {
    const { id: requestId, deadline, deps } = this.#origin;
    const context = { requestId, deadline, claim, ...(this.#mayBeSlow && { mayBeSlow: true }) };
    return deps.caller.request(operation, input, context);
  }

  /**
   * Idempotency key and expected cart revision of the write, read from the headers once.
   *
   * @throws ServiceError `rest_invalid_param` for an invalid header
   */
  get writeConditions(): WriteConditions {
    this.#writeConditions ??= {
      once: onceOf(this.header('idempotency-key'), () => [this.method, this.path, this.params, this.body]),
      ifRevision: revisionOf(this.header('if-match')),
    };
    return this.#writeConditions;
  }
}

/**
 * Returns whether the cart service may have refused the request because the guest's cart was transferred. The
 * refused request changed nothing, so it is repeated with a new cart key.
 */
function mayNeedKey({ cart, kind }: Claim, error: unknown): boolean {
  const isRefused = error instanceof ServiceError && error.code === 'service_not_allowed';
  return isRefused && cart !== '' && kind === 'guest';
}

/** Returns a value as JSON with sorted members, so that equal values give equal texts. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_name, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  );
}

/**
 * Returns the idempotency key of a write: the client's `Idempotency-Key`, or a new key with which the gateway
 * can safely repeat the write. The digest of `request()` shows if a client uses one key for two different
 * requests.
 */
function onceOf(idempotencyKey: string | undefined, request: () => unknown): IdempotencyRecord {
  if (idempotencyKey === undefined) {
    return { key: randomUUID(), origin: 'gateway', digest: '' };
  }
  if (idempotencyKey === '' || idempotencyKey.length > 255) {
    throw invalidParameter('Idempotency-Key', 'key_length', { maximum: 255 });
  }
  return {
    key: idempotencyKey,
    origin: 'client',
    digest: hash('sha256', canonical(request()), 'base64url'),
  };
}

/**
 * Returns the cart revision in `If-Match`; null if the header is `*` or absent.
 *
 * @throws ServiceError `rest_invalid_param` for any other value of the header
 */
function revisionOf(ifMatch: string | undefined): number | null {
  if (ifMatch === undefined || ifMatch.trim() === '*') return null;
  const [, digits] = /^\s*"(\d{1,15})"\s*$/.exec(ifMatch) ?? [];
  if (digits === undefined) throw invalidParameter('If-Match', 'revision');
  return Number(digits);
}
