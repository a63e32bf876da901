import type { z } from 'zod';
import type { Operation } from '#contracts/operation.ts';
import { refusal } from '#platform/errors/errors.ts';
import type { Context } from './context.ts';

/** An operation with its handler. Callers reach the operation over NATS or over the private HTTP port. */
export interface ImplementedOperation {
  readonly operation: Operation;
  /** Validates the request, runs the handler and returns the reply. @throws ServiceError */
  run(request: unknown, context: Context): Promise<unknown>;
}

/** Returns an operation that runs a handler. */
export function implement<Request extends z.ZodType, Reply extends z.ZodType>(
  operation: Operation<Request, Reply>,
  handler: (request: z.output<Request>, context: Context) => Promise<z.input<Reply>>,
): ImplementedOperation {
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

/** Returns the operation with a check of its replies against the contract. Only tests use this check. */
export function checked(served: ImplementedOperation): ImplementedOperation {
  return {
    operation: served.operation,
    run: async (request, context) => served.operation.reply.parse(await served.run(request, context)),
  };
}
