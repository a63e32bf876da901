import type { z } from 'zod';

/**
 * Who may call an operation.
 *
 * `caller`: anyone the gateway answers; the identity travels as a signed claim beside the request.
 * `operator`: only the command line and the holder of the operations token; the subject itself is
 * closed to the gateway by the permissions of NATS.
 * `manager`: operators, and callers whose claim says that they may read or write what managers may.
 */
type Access = 'caller' | 'operator' | 'manager';

/** By whom an operation is called: by an operator in person, or by somebody on a caller's behalf. */
export type CalledBy = 'operator' | 'caller';

/** One thing a service does for others: its name, who may ask, what goes in and what comes out. */
export interface Operation<Request extends z.ZodType = z.ZodType, Reply extends z.ZodType = z.ZodType> {
  /** `service.verb-noun`, for example `cart.add-item`. */
  readonly name: string;
  readonly summary: string;
  readonly access: Access;
  /**
   * A read may be repeated freely. A caller's write may because its request carries a key (`contracts/write.ts`); an
   * operator's carries none and is sent once.
   */
  readonly effect: 'read' | 'write';
  /** Never repeated by the bus although it could be: one try waits until the deadline. */
  readonly sentOnce?: boolean;
  /**
   * Not sent to another replica after silence: the request itself may be what keeps the first one busy. Refusals by a replica
   * that is out of order, and the absence of all, are repeated as usual.
   */
  readonly mayBeSlow?: boolean;
  /** The roles that ask it on callers' behalf; the gateway alone when not said. Operators are not among them. */
  readonly askedBy?: readonly string[];
  /** The service that may ask with the claim of a request that it was asked itself. Else a claim is for one operation. */
  readonly forwardedBy?: string;
  readonly request: Request;
  readonly reply: Reply;
}

/** Declares an operation. The name's first part is the service that serves it. */
export function operation<Request extends z.ZodType, Reply extends z.ZodType>(
  name: `${string}.${string}`,
  rest: Omit<Operation<Request, Reply>, 'name'>,
): Operation<Request, Reply> {
  return { ...rest, name };
}

/** The service that serves an operation, the first part of its name. */
export function serviceOf(op: Pick<Operation, 'name'>): string {
  return op.name.slice(0, op.name.indexOf('.'));
}

/** By whom an operation may be called at all; by both only one for managers. */
export function calledBy({ access }: Operation): readonly CalledBy[] {
  return access === 'manager' ? ['operator', 'caller'] : [access];
}

/** The NATS subject of an operation. The first token decides who may publish on it (deploy/nats.conf). */
export function subjectOf(op: Operation, by: CalledBy): string {
  return `${by === 'operator' ? 'admin' : 'call'}.${op.name}`;
}

/** The roles whose user of NATS may publish on the subject of an operation. */
export function askersOf({ askedBy = ['gateway'] }: Operation, by: CalledBy): readonly string[] {
  return by === 'operator' ? ['cli'] : askedBy;
}

/** What the reply subjects of a role begin with. Nobody else hears them (deploy/nats.conf). */
export function inboxOf(role: string): string {
  return `_INBOX_${role}`;
}
