import type { NatsConnection } from 'nats';
import { z } from 'zod';
import { Status } from '#contracts/status.ts';
import { type Answer, isComplete } from './replicas.ts';

/** Maximum milliseconds to wait until all expected replicas have answered. */
const maxWaitMs = 2_000;

/** The members of a replica's answer that are used here. The NATS services protocol defines the answer. */
const Statistics = z.object({
  name: z.string(),
  id: z.string(),
  version: z.string(),
  metadata: z.record(z.string(), z.string()).optional(),
  endpoints: z.array(z.object({ data: z.unknown().optional() })).optional(),
});

/** Returns the answers of all replicas. Waits until all expected replicas have answered, but at most two seconds. */
export async function askReplicas(nats: NatsConnection): Promise<Answer[]> {
  const { RequestStrategy } = await import('nats');
  const options = { strategy: RequestStrategy.Timer, maxWait: maxWaitMs };
  const answers: Answer[] = [];
  for await (const message of await nats.requestMany('$SRV.STATS', '', options)) {
    const answer = message instanceof Error ? null : answerIn(message.data);
    if (answer) answers.push(answer);
    if (isComplete(answers)) break;
  }
  return answers;
}

/**
 * Parses an answer. Returns null for a message that is no answer of a replica, such as the empty message with
 * which NATS reports that no process listens.
 */
function answerIn(bytes: Uint8Array): Answer | null {
  if (bytes.length === 0) return null;
  const statistics = Statistics.safeParse(JSON.parse(Buffer.from(bytes).toString()));
  if (!statistics.success) return null;
  const { name, id, version, metadata, endpoints } = statistics.data;
  const status = endpoints?.map(({ data }) => Status.safeParse(data)).find(({ success }) => success)?.data;
  return {
    service: name,
    replica: metadata?.replica ?? id,
    version,
    privateUrl: metadata?.url ?? null,
    status: status ?? null,
  };
}
