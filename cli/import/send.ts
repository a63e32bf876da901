import type { Outcome } from '#contracts/catalogue-import.ts';
import { ServiceError } from '#platform/errors/errors.ts';
import type { Bus } from '../bus.ts';
import { joinedOutcomes } from './report.ts';

/** Maximum number of messages in flight. The service writes one at a time, so the others only wait for it. */
const mostUnderWay = 3;
/**
 * Pauses before each further try while the service is away, longer than a killed transaction blocks it. Milliseconds.
 */
const pausesMs = [250, 500, 1_000, 2_000, 4_000, 8_000, 8_000];

/** A message with its sender. `count` is the number of its records. */
export interface ImportRequest {
  readonly count: number;
  send(bus: Bus): Promise<Readonly<Record<string, Outcome>>>;
}

/** Retries while the service is unavailable. Saving and deleting are idempotent. */
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
 * Sends messages, a few at once, and sums up their results. `sent` is called for each delivered message.
 *
 * @throws ServiceError of the first refused message; no further one is sent
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
