import { z } from 'zod';

/** Settings of the processes that tell or take events. */
export const eventSettings = {
  /**
   * On how many nodes of NATS the stream of events is kept. Absent: a new stream is kept on one, and one that is there stays
   * as it is.
   */
  EVENT_REPLICAS: z.enum(['1', '3', '5'], { error: 'must be 1, 3 or 5' }).transform(Number).optional(),
};
