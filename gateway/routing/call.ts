import { hash, randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { Claim } from '#contracts/claim.ts';
import type { Operation } from '#contracts/operation.ts';
import type { IdempotencyRecord, WriteConditions } from '#contracts/write.ts';
import type { Caller } from '#platform/bus/caller.ts';
import type { Context } from '#platform/bus/context.ts';
import { invalidParameter, ServiceError } from '#platform/errors/errors.ts';
import type { ResponseCache } from '../cache/response-cache.ts';
import type { Dialect } from '../dialects/shared/dialect.ts';
import type { GatewayMetrics } from '../edge/metrics.ts';
import type { PriceOverride } from '../identity/claim.ts';
import type { Identity } from '../identity/identity.ts';
import type { Mount } from './mounts.ts';

/**
 * Dependencies that a call passes on to routes which it runs: response cache, metrics, and who may
 * set prices.
 */
export interface SharedDeps {
  readonly cache: ResponseCache;
  readonly metrics: GatewayMetrics;
  readonly prices: PriceOverride;
}

/** The connection and the client of a request. */
interface Origin {
  readonly mount: Mount;
  readonly identity: Identity;
  readonly address: () => string;
  readonly headers: () => Readonly<Record<string, string>>;
  /** Returns whether passwords and key pairs are accepted on the connection. */
  readonly secure: () => boolean;
  /** Verifies an identifier and a secret from the body. @throws ServiceError of `Identities` */
  readonly identify: (identifier: string, secret: string) => Promise<Identity>;
  readonly shared: SharedDeps;
  /** Returns the claim of an identity, with the cart keys of this request. */
  readonly claimOf: (identity: Identity) => Claim;
  /** Returns a new cart key, for a guest whose cart was transferred; always the same key for one request. */
  readonly newKey: () => string;
}

/** A request as a handler gets it: its caller, and a method to send operations to services. */
export class Call {
  readonly #caller: Caller;
  readonly #context: Context;
  readonly #makeMarks: () => WriteConditions;
  readonly #origin: Origin;
  #marks: WriteConditions | undefined;

  constructor(caller: Caller, context: Context, origin: Origin, makeMarks: () => WriteConditions) {
    this.#caller = caller;
    this.#context = context;
    this.#origin = origin;
    this.#makeMarks = makeMarks;
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

  /** Verifies an identifier and a secret from the body. @throws ServiceError as for credentials in a header */
  identify(identifier: string, secret: string): Promise<Identity> {
    return this.#origin.identify(identifier, secret);
  }

  /** Returns the same request with an identity that the handler has verified. */
  as(identity: Identity): Call {
    const context = { ...this.#context, claim: this.#origin.claimOf(identity) };
    return new Call(this.#caller, context, { ...this.#origin, identity }, this.#makeMarks);
  }

  /**
   * The same request for slow operations: they are not repeated while a service may still be
   * working on them.
   */
  get withoutRepeats(): Call {
    return new Call(this.#caller, { ...this.#context, mayBeSlow: true }, this.#origin, this.#makeMarks);
  }

  /** Dependencies for a handler that runs other routes. */
  get shared(): SharedDeps {
    return this.#origin.shared;
  }

  /** Cart key of a guest, sent by a logged-in caller whose cart gets its items; empty for none. */
  get carriedKey(): string {
    return this.#context.claim?.carried ?? '';
  }

  /** The client's address, for rate limits. */
  get address(): string {
    return this.#origin.address();
  }

  /** All headers by lower-case name, for extensions, which may read headers of their own. */
  get headers(): Readonly<Record<string, string>> {
    return this.#origin.headers();
  }

  /**
   * Sends an operation to its service and returns the reply. @throws ServiceError the refusal of
   * the service, or `service_unavailable`
   */
  async ask<Request extends z.ZodType, Reply extends z.ZodType>(
    operation: Operation<Request, Reply>,
    request: z.input<Request>,
  ): Promise<z.output<Reply>> {
    if (operation.effect === 'write') return this.#caller.request(operation, request, this.#withNewKey);
    try {
      return await this.#caller.request(operation, request, this.#context);
    } catch (error) {
      if (!this.#mayNeedKey(error)) throw error;
      return this.#caller.request(operation, request, this.#withNewKey);
    }
  }

  get #hasGuestsCart(): boolean {
    return this.cartKey !== '' && this.#context.claim?.kind === 'guest';
  }

  /**
   * Returns whether a read may have been refused because the guest's cart was transferred. Only
   * then is the read repeated with a new key, because equal claims of reads are signed and verified
   * once.
   */
  #mayNeedKey(error: unknown): boolean {
    return this.#hasGuestsCart && error instanceof ServiceError && error.code === 'service_not_allowed';
  }

  /** The context with a new cart key in the claim, if the caller is a guest with a cart. */
  get #withNewKey(): Context {
    const { claim } = this.#context;
    if (!claim || !this.#hasGuestsCart) return this.#context;
    return { ...this.#context, claim: { ...claim, fresh: this.#origin.newKey() } };
  }

  /** Whether the caller may set the price of an item (docs/reference/cart.md#a-price-of-the-caller). */
  get setsPrices(): boolean {
    return this.#context.claim?.setsPrices ?? false;
  }

  /** Whether the caller may set fees (docs/reference/coupons-and-shipping.md#add-a-fee). */
  get setsFees(): boolean {
    return this.#context.claim?.setsFees ?? false;
  }

  /** The cart key of the request; empty for none. */
  get cartKey(): string {
    return this.#context.claim?.cart ?? '';
  }

  /**
   * Idempotency key and expected revision of the write; the same at every read of this property.
   * @throws ServiceError `rest_invalid_param` for an invalid header
   */
  get marks(): WriteConditions {
    this.#marks ??= this.#makeMarks();
    return this.#marks;
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
 * Returns the idempotency key that gives a write one effect: the client's `Idempotency-Key`, else a
 * new key, for repetitions by the gateway. `request` returns the content of the request; its digest
 * detects a client that uses the key for another request.
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
 * Returns the revision in `If-Match`; null for `*` and without the header. @throws ServiceError
 * `rest_invalid_param` for other text
 */
export function revisionOf(ifMatch: string | undefined): number | null {
  if (ifMatch === undefined || ifMatch.trim() === '*') return null;
  const [, digits] = /^\s*"(\d{1,15})"\s*$/.exec(ifMatch) ?? [];
  if (digits === undefined)
    throw invalidParameter('If-Match', 'must be one revision of the cart in quotation marks.');
  return Number(digits);
}
