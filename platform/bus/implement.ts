import type { z } from 'zod';
import type { Operation } from '#contracts/operation.ts';
import { refusal } from '#platform/errors/errors.ts';
import type { Context } from './context.ts';
import { hasSerializedEntries } from './serialized-entry.ts';

/** An operation with its implementation, served by NATS and the private HTTP port. */
export interface Served {
  readonly operation: Operation;
  /** Validates the request, runs the handler and returns the reply. @throws ServiceError */
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

/** Returns the operation with its replies checked against the contract. For tests. */
export function checked(served: Served): Served {
  return {
    operation: served.operation,
    async run(request, context) {
      const reply = await served.run(request, context);
      const parsed = served.operation.reply.parse(reply);
      // Serialized entries must stay bytes, as in production; the parsed reply has plain objects.
      return hasSerializedEntries(reply) ? reply : parsed;
    },
  };
}
