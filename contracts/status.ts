import { z } from 'zod';

/**
 * What a process tells of itself: sums since its start, and whether each thing behind it answers. It stands in the
 * statistics of the NATS services protocol too, as the data of the endpoint `status`.
 */
export const Status = z.object({
  uptimeSeconds: z.int(),
  requests: z.int(),
  errors: z.int(),
  /** Time of all requests together. */
  milliseconds: z.number(),
  engines: z.record(z.string(), z.boolean()),
});
export type Status = z.infer<typeof Status>;

/** The NATS subject on which a replica of a service, whichever takes the request, tells its status. */
export function statusSubject(service: string): string {
  return `call.${service}.status`;
}
