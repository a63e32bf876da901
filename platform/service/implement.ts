import type { z } from 'zod';
import type { Operation } from '#contracts/operation.ts';
import type { Claim } from '#platform/bus/claim.ts';
import { refusal } from '#platform/errors/errors.ts';

/** What is known of a call beside its request. */
export interface Context {
  /** The same through all hops of one public request. */
  readonly requestId: string;
  /** Unix milliseconds after which nobody waits for the answer any more. */
  readonly deadline: number;
  /** Null for an anonymous caller and for an operator. */
  readonly claim: Claim | null;
  /** True when the request was sent before and that try may still be at work. */
  readonly repeated?: boolean;
}

/** An operation with what it does: the value that NATS and the private HTTP port both serve. */
export interface Served {
  readonly operation: Operation;
  /** Checks the request, does the work, gives the reply. @throws ServiceError */
  run(request: unknown, context: Context): Promise<unknown>;
}

/** Binds an operation to its handler. */
export function implement<Request extends z.ZodType, Reply extends z.ZodType>(
  operation: Operation<Request, Reply>,
  handler: (request: z.output<Request>, context: Context) => Promise<z.input<Reply>>,
): Served {
  return {
    operation,
    async run(request, context) {
      const parsed = operation.request.safeParse(request);
      if (!parsed.success) {
        const issues = parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }));
        throw refusal('service_invalid_request', { issues });
      }
      return handler(parsed.data, context);
    },
  };
}

/** The operation with every reply held against its contract: a wrong one is an error. For tests. */
export function checked(served: Served): Served {
  return {
    operation: served.operation,
    run: async (request, context) => served.operation.reply.parse(await served.run(request, context)),
  };
}
