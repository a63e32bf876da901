import type { ImportCounts } from '#contracts/catalogue-import.ts';
import { ServiceError } from '#platform/errors/errors.ts';
import type { Bus } from '../bus.ts';
import { summedCounts } from './report.ts';

/**
 * Maximum number of unanswered messages. The service writes one message at a time, so more messages would not
 * be faster.
 */
const maxUnanswered = 3;
/**
 * Milliseconds before each further try. A transaction of a killed process can block writes for 10 seconds, so the sum
 * of the pauses is longer.
 */
const pausesMs = [250, 500, 1_000, 2_000, 4_000, 8_000, 8_000];

/** A message with `count` records. The function `send` sends the message to a service. */
export interface ImportRequest {
  readonly count: number;
  send(bus: Bus): Promise<Readonly<Record<string, ImportCounts>>>;
}

/**
 * Calls `send` again while the service is unavailable. Repeating is safe, because imports and deletions are idempotent.
 */
export async function retryWhileUnavailable<T>(send: () => Promise<T>): Promise<T> {
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
 * Sends messages, a few at once, and returns the sums of their results. Calls `sent` with the number of records of each
 * delivered message.
 *
 * @throws ServiceError of the first refused message; no further message is then sent
 */
export async function sendAll(
  bus: Bus,
  requests: AsyncIterable<ImportRequest>,
  sent: (count: number) => void,
): Promise<Record<string, ImportCounts>> {
  let sums: Record<string, ImportCounts> = {};
  const unanswered = new Set<Promise<void>>();
  const send = async (request: ImportRequest) => {
    const outcomes = await retryWhileUnavailable(() => request.send(bus));
    sums = summedCounts(sums, outcomes);
    sent(request.count);
  };
  try {
    for await (const request of requests) {
      const sending: Promise<void> = send(request).finally(() => unanswered.delete(sending));
      unanswered.add(sending);
      if (unanswered.size >= maxUnanswered) await Promise.race(unanswered);
    }
    await Promise.all(unanswered);
    return sums;
  } finally {
    await Promise.allSettled(unanswered);
  }
}
