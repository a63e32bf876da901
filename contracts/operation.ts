import type { z } from 'zod';

/**
 * Who may call an operation.
 *
 * `caller`: any client of the gateway; a signed claim in the headers identifies the caller. `operator`: only the
 * command line and the holder of the operations token; NATS permissions keep the gateway from publishing on the
 * subject. `manager`: operators, and callers whose claim grants administrator access.
 */
type Access = 'caller' | 'operator' | 'manager';

/** The kind of caller: an operator, or a service on behalf of a client. */
export type CalledBy = 'operator' | 'caller';

/** An operation of a service: its name, access, request and reply. */
export interface Operation<Request extends z.ZodType = z.ZodType, Reply extends z.ZodType = z.ZodType> {
  /** `service.verb-noun`, for example `cart.add-item`. */
  readonly name: string;
  readonly summary: string;
  readonly access: Access;
  /**
   * Reads may be repeated freely. A caller's write may be repeated because its request has an idempotency key
   * (`contracts/write.ts`). An operator's write has none and is sent once.
   */
  readonly effect: 'read' | 'write';
  /** Whether the bus never repeats the request; its one try waits until the deadline. */
  readonly sentOnce?: boolean;
  /**
   * Whether a request without an answer is not sent to another replica, because the request itself may keep the first
   * replica busy. Refusals by a failing replica, and missing replicas, are retried as usual.
   */
  readonly mayBeSlow?: boolean;
  /** Roles that call the operation for clients; by default only the gateway. Operators are not listed here. */
  readonly askedBy?: readonly string[];
  /**
   * The service that may call the operation with the claim of a request that it received. Without `forwardedBy`, a
   * claim is valid for one operation only.
   */
  readonly forwardedBy?: string;
  /** Whether the reply has products in `entries`, which the service may send as bytes that it encoded once. */
  readonly hasEntries?: boolean;
  readonly request: Request;
  readonly reply: Reply;
}

/** Declares an operation. The first part of the name is the service. */
export function operation<Request extends z.ZodType, Reply extends z.ZodType>(
  name: `${string}.${string}`,
  rest: Omit<Operation<Request, Reply>, 'name'>,
): Operation<Request, Reply> {
  return { ...rest, name };
}

/** Returns the service of an operation, from the first part of its name. */
export function serviceOf(op: Pick<Operation, 'name'>): string {
  return op.name.slice(0, op.name.indexOf('.'));
}

/** Returns the kinds of callers that may call an operation: both for `manager`, one for other access. */
export function calledBy({ access }: Operation): readonly CalledBy[] {
  return access === 'manager' ? ['operator', 'caller'] : [access];
}

/** Returns the NATS subject of an operation. Its first part decides who may publish on it (deploy/nats.conf). */
export function subjectOf(op: Operation, by: CalledBy): string {
  return `${by === 'operator' ? 'admin' : 'call'}.${op.name}`;
}

/** Returns the roles whose NATS user may publish on the operation's subject. */
export function callerRolesOf({ askedBy = ['gateway'] }: Operation, by: CalledBy): readonly string[] {
  return by === 'operator' ? ['cli'] : askedBy;
}

/** Returns the prefix of a role's reply subjects. Other roles cannot subscribe to them (deploy/nats.conf). */
export function inboxOf(role: string): string {
  return `_INBOX_${role}`;
}
