import { z } from 'zod';

/**
 * Status of a process: totals since its start, and whether each dependency answers. The NATS services protocol has it
 * as the data of the endpoint `status`.
 */
export const Status = z.object({
  uptimeSeconds: z.int(),
  requests: z.int(),
  errors: z.int(),
  /** Total time of all requests. */
  milliseconds: z.number(),
  engines: z.record(z.string(), z.boolean()),
});
export type Status = z.infer<typeof Status>;

/** The NATS subject on which one replica of a service answers its status. */
export function statusSubject(service: string): string {
  return `call.${service}.status`;
}
