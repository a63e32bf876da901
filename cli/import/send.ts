import type { Outcome } from '#contracts/catalogue-import.ts';
import { ServiceError } from '#platform/errors/errors.ts';
import type { Bus } from '../bus.ts';
import { joinedOutcomes } from './report.ts';

/**
 * How many messages are under way at once: while the service writes one, the next is read and the one after waits
 * beside the service. More gain nothing, since the service writes one after the other.
 */
const mostUnderWay = 3;
/** Pauses before each further try while the service is away, longer than a killed transaction holds it up. Ms. */
const pausesMs = [250, 500, 1_000, 2_000, 4_000, 8_000, 8_000];

/** One message, bound to how it is sent. `count` is the number of its records. */
export interface ImportRequest {
  readonly count: number;
  send(bus: Bus): Promise<Readonly<Record<string, Outcome>>>;
}

/** Sends again while the service is away: a record that was kept or removed already is so the second time. */
export async function insisting<T>(send: () => Promise<T>): Promise<T> {
  for (const pauseMs of pausesMs) {
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof ServiceError) || error.code !== 'service_unavailable') throw error;
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
  return send();
}

/**
 * Sends messages, a few at once, and adds up what became of their records. `sent` hears of each message that arrived.
 *
 * @throws ServiceError of the first that is refused; no further one is sent then
 */
export async function sendAll(
  bus: Bus,
  requests: AsyncIterable<ImportRequest>,
  sent: (count: number) => void,
): Promise<Record<string, Outcome>> {
  let sums: Record<string, Outcome> = {};
  const underWay = new Set<Promise<void>>();
  const send = async (request: ImportRequest) => {
    const outcomes = await insisting(() => request.send(bus));
    sums = joinedOutcomes(sums, outcomes);
    sent(request.count);
  };
  try {
    for await (const request of requests) {
      const sending: Promise<void> = send(request).finally(() => underWay.delete(sending));
      underWay.add(sending);
      if (underWay.size >= mostUnderWay) await Promise.race(underWay);
    }
    await Promise.all(underWay);
    return sums;
  } finally {
    await Promise.allSettled(underWay);
  }
}
