import { hash, randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { Claim } from '#contracts/claim.ts';
import type { Operation } from '#contracts/operation.ts';
import type { Marks, Once } from '#contracts/write.ts';
import type { Caller } from '#platform/bus/caller.ts';
import type { Context } from '#platform/bus/context.ts';
import { invalidParameter, ServiceError } from '#platform/errors/errors.ts';
import type { ResponseCache } from '../cache/response-cache.ts';
import type { Dialect } from '../dialects/shared/dialect.ts';
import type { GatewayMetrics } from '../edge/metrics.ts';
import type { PriceOverride } from '../identity/claim.ts';
import type { Identity } from '../identity/identity.ts';
import type { Mount } from './mounts.ts';

/** The response cache with its metrics, and the rule about who may set prices. */
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
  /** Whether the connection is secure enough for secrets. */
  readonly secure: () => boolean;
  /** Verifies a name and a secret from the body. @throws ServiceError of `Identities` */
  readonly identify: (identifier: string, secret: string) => Promise<Identity>;
  readonly shared: SharedDeps;
  /** Returns the claim of an identity, with the cart keys of this request. */
  readonly claimOf: (identity: Identity) => Claim;
  /** Returns an unused key, for a guest whose cart was transferred; the same for this request. */
  readonly newKey: () => string;
}

/** The request of a handler: its caller, and its operations of services. */
export class Call {
  readonly #caller: Caller;
  readonly #context: Context;
  readonly #mark: () => Marks;
  readonly #origin: Origin;
  #marks: Marks | undefined;

  constructor(caller: Caller, context: Context, origin: Origin, mark: () => Marks) {
    this.#caller = caller;
    this.#context = context;
    this.#origin = origin;
    this.#mark = mark;
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

  /** Whether the connection is secure enough for secrets. */
  get secure(): boolean {
    return this.#origin.secure();
  }

  /** Verifies a name and a secret from the body. @throws ServiceError as for credentials in a header */
  identify(identifier: string, secret: string): Promise<Identity> {
    return this.#origin.identify(identifier, secret);
  }

  /** Returns the same request with an identity that the handler verified. */
  as(identity: Identity): Call {
    const context = { ...this.#context, claim: this.#origin.claimOf(identity) };
    return new Call(this.#caller, context, { ...this.#origin, identity }, this.#mark);
  }

  /**
   * Returns the same request for slow operations: it does not repeat them while a service may still be
   * working.
   */
  get patient(): Call {
    return new Call(this.#caller, { ...this.#context, mayBeSlow: true }, this.#origin, this.#mark);
  }

  /** Dependencies of shared answers, for a handler that runs other routes. */
  get shared(): SharedDeps {
    return this.#origin.shared;
  }

  /** Key of a guest's cart that a logged-in caller sent; empty for none. */
  get carriedKey(): string {
    return this.#context.claim?.carried ?? '';
  }

  /** The client's address, for rate limits. */
  get address(): string {
    return this.#origin.address();
  }

  /** All headers by lower-case name, for extensions, which choose their own. */
  get headers(): Readonly<Record<string, string>> {
    return this.#origin.headers();
  }

  /**
   * Sends an operation to its service and returns the reply. @throws ServiceError its refusal, or
   * `service_unavailable`
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
   * Returns whether a read was refused because the guest's cart was transferred. Reads are first sent without a new
   * key, because equal claims of reads are signed and verified once.
   */
  #mayNeedKey(error: unknown): boolean {
    return this.#hasGuestsCart && error instanceof ServiceError && error.code === 'service_not_allowed';
  }

  get #withNewKey(): Context {
    const { claim } = this.#context;
    if (!claim || !this.#hasGuestsCart) return this.#context;
    return { ...this.#context, claim: { ...claim, fresh: this.#origin.newKey() } };
  }

  /** Whether the caller may give an item a price (docs/reference/cart.md#a-price-of-the-caller). */
  get setsPrices(): boolean {
    return this.#context.claim?.setsPrices ?? false;
  }

  /** Whether the caller may set fees (docs/reference/coupons-and-shipping.md#add-a-fee). */
  get setsFees(): boolean {
    return this.#context.claim?.setsFees ?? false;
  }

  /** The key of the request's cart; empty for none. */
  get cartKey(): string {
    return this.#context.claim?.cart ?? '';
  }

  /**
   * The write's idempotency key and expected revision, always the same for this request. @throws ServiceError
   * `rest_invalid_param` for a bad header
   */
  get marks(): Marks {
    this.#marks ??= this.#mark();
    return this.#marks;
  }
}

/** Returns the JSON of a value with sorted members. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_name, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  );
}

/**
 * Returns the key that gives a write one effect: the client's `Idempotency-Key`, else a new one for the gateway's own
 * repetitions. `request` returns the content that the client's key stands for, so that its use for another request is
 * detected.
 */
export function onceOf(idempotencyKey: string | undefined, request: () => unknown): Once {
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
 * The revision in `If-Match`; null without one and for `*`. @throws ServiceError `rest_invalid_param` for other text
 */
export function revisionOf(ifMatch: string | undefined): number | null {
  if (ifMatch === undefined || ifMatch.trim() === '*') return null;
  const [, digits] = /^\s*"(\d{1,15})"\s*$/.exec(ifMatch) ?? [];
  if (digits === undefined)
    throw invalidParameter('If-Match', 'must be one revision of the cart in quotation marks.');
  return Number(digits);
}
