import type { z } from 'zod';

/**
 * Who may call an operation:
 * - `caller`: every client of the gateway. A signed claim in the headers identifies the caller.
 * - `operator`: the command line, and other programs with the operations token. NATS does not permit the gateway to
 *   publish on the subject of the operation. If the operation has `askedBy`, also these roles, without a claim.
 * - `manager`: operators, and callers whose claim has `manages`.
 */
type Access = 'caller' | 'operator' | 'manager';

/** The kind of caller: an operator, or a service that calls on behalf of a client. */
export type CalledBy = 'operator' | 'caller';

/** An operation of a service: its name, access, request and reply. */
export interface Operation<Request extends z.ZodType = z.ZodType, Reply extends z.ZodType = z.ZodType> {
  /** The service and the operation, such as `cart.read-session`. */
  readonly name: string;
  readonly summary: string;
  readonly access: Access;
  /**
   * Whether the operation reads or writes. The bus may repeat a read. The bus may also repeat a caller's write,
   * because the write has an idempotency key (`contracts/write.ts`). An operator's write has no key, so the bus sends
   * this write again only if no replica received the write.
   */
  readonly effect: 'read' | 'write';
  /**
   * If true, the bus waits for the reply until the deadline. The bus sends the request again only if no replica
   * received the request.
   */
  readonly resentOnlyIfUnreceived?: boolean;
  /**
   * If true, the bus does not send an unanswered request to another replica, because the first replica may
   * still be busy with the request. If a replica refuses the request or no replica runs, the bus repeats the
   * request as usual.
   */
  readonly mayBeSlow?: boolean;
  /**
   * Roles of processes that may call the operation; by default only the gateway, and for the access `operator` none. The
   * list does not concern operators.
   */
  readonly askedBy?: readonly string[];
  /**
   * The service that may call this operation with the claim of a client's request. Without this member, a claim is
   * valid only for the operation to which the gateway sent the claim.
   */
  readonly forwardedBy?: string;
  readonly request: Request;
  readonly reply: Reply;
}

/** Returns an operation. The first part of its name is the service. */
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

/**
 * Returns the kinds of callers that may call an operation. Operators and services may both call an operation with the
 * access `manager`, and an operation for operators that names services in `askedBy`.
 */
export function calledBy({ access, askedBy }: Operation): readonly CalledBy[] {
  if (access === 'manager' || (access === 'operator' && askedBy)) return ['operator', 'caller'];
  return [access];
}

/**
 * Returns the NATS subject of an operation. The first part of the subject decides which roles may publish on
 * the subject (deploy/nats.conf).
 */
export function subjectOf(op: Operation, by: CalledBy): string {
  return `${by === 'operator' ? 'admin' : 'call'}.${op.name}`;
}

/**
 * Returns the NATS subject on which all replicas of a service receive a repeated request of a role. Only this role may
 * publish there (deploy/nats.conf). The header `Operation` names the operation.
 */
export function broadcastSubjectOf(service: string, role: string): string {
  return `broadcast.${service}.${role}`;
}

/** Returns the roles whose NATS user may publish on the operation's subject. */
export function callerRolesOf({ askedBy = ['gateway'] }: Operation, by: CalledBy): readonly string[] {
  return by === 'operator' ? ['cli'] : askedBy;
}

/**
 * Returns the prefix of the subjects on which a role receives replies. Other roles cannot subscribe to
 * these subjects (deploy/nats.conf).
 */
export function inboxOf(role: string): string {
  return `_INBOX_${role}`;
}
