import { hash, randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { Claim } from '#contracts/claim.ts';
import type { Operation } from '#contracts/operation.ts';
import type { Marks, Once } from '#contracts/write.ts';
import type { Caller } from '#platform/bus/caller.ts';
import type { Context } from '#platform/bus/context.ts';
import { invalidParameter } from '#platform/errors/errors.ts';
import type { Dialect } from '../dialects/shared/dialect.ts';
import type { Identity } from '../identity/identity.ts';
import type { PriceOverride } from './claim.ts';
import type { GatewayMetrics } from './metrics.ts';
import type { Mount } from './mounts.ts';
import type { ResponseCache } from './response-cache.ts';

/** What answers of the catalogue are kept and counted in, and who may set prices. */
export interface SharedParts {
  readonly cache: ResponseCache;
  readonly metrics: GatewayMetrics;
  readonly prices: PriceOverride;
}

/** Where a request came by, and from whom. */
interface Origin {
  readonly mount: Mount;
  readonly identity: Identity;
  readonly address: () => string;
  readonly headers: () => Readonly<Record<string, string>>;
  /** Whether it came by a connection that secrets may travel on. */
  readonly secure: () => boolean;
  /** Finds out who has a name and a secret that came in the body. @throws ServiceError what `Identities` refuses */
  readonly identify: (identifier: string, secret: string) => Promise<Identity>;
  readonly shared: SharedParts;
  /** What services are told of somebody, with the keys that this request carries. */
  readonly claimOf: (identity: Identity) => Claim;
}

/** A request on its way through a handler: whom to ask, and what else is known of it. */
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

  /** Whether the request came by a connection that secrets may travel on. */
  get secure(): boolean {
    return this.#origin.secure();
  }

  /** Who has a name and a secret that came in the body. @throws ServiceError as for those in a header */
  identify(identifier: string, secret: string): Promise<Identity> {
    return this.#origin.identify(identifier, secret);
  }

  /** The same request, as somebody's whom it has found out by itself. */
  as(identity: Identity): Call {
    const context = { ...this.#context, claim: this.#origin.claimOf(identity) };
    return new Call(this.#caller, context, { ...this.#origin, identity }, this.#mark);
  }

  /** The same request, whose questions may be slow: they are not asked again while a service may still be at work. */
  get patient(): Call {
    return new Call(this.#caller, { ...this.#context, mayBeSlow: true }, this.#origin, this.#mark);
  }

  /** What answers to all who ask the same need, for a handler that has other routes answer. */
  get shared(): SharedParts {
    return this.#origin.shared;
  }

  /** Key of a guest's cart that somebody with an account carried along; empty for none. */
  get carriedKey(): string {
    return this.#context.claim?.carried ?? '';
  }

  /** The client's address, for bounds on what one client may do. */
  get address(): string {
    return this.#origin.address();
  }

  /** All headers by their names in small letters, for those who look for what they name themselves. */
  get headers(): Readonly<Record<string, string>> {
    return this.#origin.headers();
  }

  /** The reply of a service. @throws ServiceError its refusal, or `service_unavailable` */
  ask<Request extends z.ZodType, Reply extends z.ZodType>(
    operation: Operation<Request, Reply>,
    request: z.input<Request>,
  ): Promise<z.output<Reply>> {
    return this.#caller.request(operation, request, this.#context);
  }

  /** Whether the caller may give an item a price (docs/reference/cart.md#a-price-of-the-caller). */
  get setsPrices(): boolean {
    return this.#context.claim?.setsPrices ?? false;
  }

  /** Whether the caller may set fees (docs/reference/coupons-and-shipping.md#add-a-fee). */
  get setsFees(): boolean {
    return this.#context.claim?.setsFees ?? false;
  }

  /** The key of the cart that the request is about; empty for one about none. */
  get cartKey(): string {
    return this.#context.claim?.cart ?? '';
  }

  /**
   * The marks of this request's write, the same however often. @throws ServiceError `rest_invalid_param` for a bad
   * header
   */
  get marks(): Marks {
    this.#marks ??= this.#mark();
    return this.#marks;
  }
}

/** JSON of a value in which the order of members does not matter. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_name, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  );
}

/**
 * The key that gives a write one effect: the client's `Idempotency-Key`, else one made for the gateway's own retries.
 * `request` is what the client's key stands for, so that the same key with another request is noticed.
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
