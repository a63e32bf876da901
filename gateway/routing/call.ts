import { hash, randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { Claim } from '#contracts/claim.ts';
import type { Operation } from '#contracts/operation.ts';
import type { IdempotencyRecord, WriteConditions } from '#contracts/write.ts';
import type { Caller } from '#platform/bus/caller.ts';
import type { Context } from '#platform/bus/dispatcher.ts';
import { invalidParameter, ServiceError } from '#platform/errors/errors.ts';
import type { ResponseCache } from '../cache/response-cache.ts';
import type { PriceOverride } from '../caller/claim.ts';
import type { GatewayMetrics } from '../http/metrics.ts';
import type { Mount } from '../http/mounts.ts';
import type { Identity } from '../http/request-state.ts';
import type { Dialect } from '../views/shared/dialect.ts';

/** Dependencies of a handler that runs other routes: response cache, metrics, and which callers may set prices. */
export interface SharedDeps {
  readonly cache: ResponseCache;
  readonly metrics: GatewayMetrics;
  readonly prices: PriceOverride;
}

/** Data that the gateway passes to a call, such as the mount, the caller and the client's address. */
interface Origin {
  readonly mount: Mount;
  readonly identity: Identity;
  readonly address: () => string;
  readonly headers: () => Readonly<Record<string, string>>;
  /** Returns whether passwords and key pairs are accepted on the connection. */
  readonly secure: () => boolean;
  /**
   * Returns the caller for a name and password, or for a consumer key and secret.
   *
   * @throws ServiceError as `Identities.of` does
   */
  readonly identify: (identifier: string, secret: string) => Promise<Identity>;
  readonly shared: SharedDeps;
  /** Returns the claim for an identity; the claim contains the cart key of this request. */
  readonly claimOf: (identity: Identity) => Claim;
  /**
   * Returns a new cart key for a guest whose cart was transferred. Within one request, every call of this
   * function returns the same key.
   */
  readonly newKey: () => string;
}

/** A request that a route's handler answers. `ask` sends operations to services. */
export class Call {
  readonly #caller: Caller;
  readonly #context: Context;
  readonly #makeWriteConditions: () => WriteConditions;
  readonly #origin: Origin;
  #writeConditions: WriteConditions | undefined;

  constructor(caller: Caller, context: Context, origin: Origin, makeWriteConditions: () => WriteConditions) {
    this.#caller = caller;
    this.#context = context;
    this.#origin = origin;
    this.#makeWriteConditions = makeWriteConditions;
  }

  get mount(): Mount {
    return this.#origin.mount;
  }

  get dialect(): Dialect {
    return this.mount.dialect;
  }

  get requestId(): string {
    return this.#context.requestId;
  }

  get identity(): Identity {
    return this.#origin.identity;
  }

  /** Whether passwords and key pairs are accepted on the connection. */
  get secure(): boolean {
    return this.#origin.secure();
  }

  /**
   * Returns the caller for a name and password, or for a consumer key and secret.
   *
   * @throws ServiceError as `Identities.of` does
   */
  identify(identifier: string, secret: string): Promise<Identity> {
    return this.#origin.identify(identifier, secret);
  }

  /** Returns a copy of this call for another identity, which the handler has verified. */
  as(identity: Identity): Call {
    const context = { ...this.#context, claim: this.#origin.claimOf(identity) };
    return new Call(this.#caller, context, { ...this.#origin, identity }, this.#makeWriteConditions);
  }

  /**
   * A copy of this call for slow operations. If a service does not answer in time, the copy does not repeat
   * the operation, because the service may still be working.
   */
  get withoutRepeats(): Call {
    return new Call(
      this.#caller,
      { ...this.#context, mayBeSlow: true },
      this.#origin,
      this.#makeWriteConditions,
    );
  }

  /** Dependencies for a handler that runs other routes. */
  get shared(): SharedDeps {
    return this.#origin.shared;
  }

  /**
   * The guest's cart key that a logged-in customer sent; empty if there is none. The cart service then moves
   * the items of the guest's cart to the customer's cart.
   */
  get carriedKey(): string {
    return this.#context.claim?.carried ?? '';
  }

  /** The client's IP address, which rate limits use. */
  get address(): string {
    return this.#origin.address();
  }

  /** All request headers by lower-case name, because a login extension may read any header. */
  get headers(): Readonly<Record<string, string>> {
    return this.#origin.headers();
  }

  /**
   * Sends an operation to its service and returns the reply.
   *
   * @throws ServiceError the refusal of the service, or `service_unavailable`
   */
  async ask<Request extends z.ZodType, Reply extends z.ZodType>(
    operation: Operation<Request, Reply>,
    request: z.input<Request>,
  ): Promise<z.output<Reply>> {
    try {
      return await this.#caller.request(operation, request, this.#context);
    } catch (error) {
      if (!this.#mayNeedKey(error)) throw error;
      return this.#caller.request(operation, request, this.#asNewGuest());
    }
  }

  get #hasGuestsCart(): boolean {
    return this.cartKey !== '' && this.#context.claim?.kind === 'guest';
  }

  /**
   * Returns whether the cart service may have refused the request because the guest's cart was transferred. The
   * refused request changed nothing, so `ask` repeats the request with a new cart key.
   */
  #mayNeedKey(error: unknown): boolean {
    return this.#hasGuestsCart && error instanceof ServiceError && error.code === 'service_not_allowed';
  }

  /** Returns the context of the request with a new cart key in the claim. */
  #asNewGuest(): Context {
    const { claim } = this.#context;
    return claim ? { ...this.#context, claim: { ...claim, fresh: this.#origin.newKey() } } : this.#context;
  }

  /** Whether the caller may set the price of an item (docs/reference/cart.md#a-price-of-the-caller). */
  get setsPrices(): boolean {
    return this.#context.claim?.setsPrices ?? false;
  }

  /** Whether the caller may set fees (docs/reference/coupons-and-shipping.md#add-a-fee). */
  get setsFees(): boolean {
    return this.#context.claim?.setsFees ?? false;
  }

  /** The cart key of the request; empty if the request uses no cart. */
  get cartKey(): string {
    return this.#context.claim?.cart ?? '';
  }

  /**
   * Idempotency key and expected cart revision of the write, read from the headers once.
   *
   * @throws ServiceError `rest_invalid_param` for an invalid header
   */
  get writeConditions(): WriteConditions {
    this.#writeConditions ??= this.#makeWriteConditions();
    return this.#writeConditions;
  }
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
export function onceOf(idempotencyKey: string | undefined, request: () => unknown): IdempotencyRecord {
  if (idempotencyKey === undefined) {
    return { key: randomUUID(), origin: 'gateway', digest: '' };
  }
  if (idempotencyKey === '' || idempotencyKey.length > 255) {
    throw invalidParameter('Idempotency-Key', 'must have 1 to 255 characters.');
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
export function revisionOf(ifMatch: string | undefined): number | null {
  if (ifMatch === undefined || ifMatch.trim() === '*') return null;
  const [, digits] = /^\s*"(\d{1,15})"\s*$/.exec(ifMatch) ?? [];
  if (digits === undefined)
    throw invalidParameter('If-Match', 'must be one revision of the cart in quotation marks.');
  return Number(digits);
}
