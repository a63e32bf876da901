import { z } from 'zod';

/** Settings of processes that publish or consume events. */
export const eventSettings = {
  /**
   * Number of NATS nodes that store the stream of events. By default one node for a new stream, unchanged for
   * an existing stream.
   */
  EVENT_REPLICAS: z.enum(['1', '3', '5'], { error: 'must be 1, 3 or 5' }).transform(Number).optional(),
};
