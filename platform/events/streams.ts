import {
  AckPolicy,
  type ConsumerConfig,
  DeliverPolicy,
  DiscardPolicy,
  ErrorCode,
  type JetStreamManager,
  type NatsConnection,
  NatsError,
  nanos,
  RetentionPolicy,
  StorageType,
  type StreamConfig,
} from 'nats';
import { eventStream, eventSubject, webhookConsumer } from '#contracts/events.ts';
import { tokenLogSubject, tokenStream } from '#contracts/tokens.ts';
import { type Dependency, sick, up } from '#platform/service/dependency.ts';
import type { EventStream } from './event-stream.ts';
import type { OutboxAlarm } from './outbox.ts';

/** Milliseconds within which JetStream must answer. On a busy machine, a change of the nodes takes seconds. */
const answerMs = 10_000;
/** Milliseconds within which JetStream must say whether a stream exists. */
const lookMs = 500;
const dayMs = 86_400_000;

/** The command that makes missing streams. */
const keepCommand = 'cartwright streams keep';

/** A stream: what every stream of this name must have, and what a new stream has besides. */
interface StreamPlan {
  readonly name: string;
  readonly subjects: string[];
  /** An operator may have changed these members of an existing stream, so they are not set again. */
  readonly atFirst: Partial<StreamConfig>;
}

const streams: readonly StreamPlan[] = [
  {
    name: eventStream,
    subjects: [`${eventSubject}.>`],
    atFirst: {
      retention: RetentionPolicy.Limits,
      discard: DiscardPolicy.Old,
      max_age: nanos(7 * dayMs),
      max_bytes: 1_073_741_824,
      // The stream detects a repeated event within this time by its id. Consumers detect later repetitions.
      duplicate_window: nanos(120_000),
    },
  },
  {
    name: tokenStream,
    subjects: [tokenLogSubject],
    atFirst: { discard: DiscardPolicy.Old, max_age: nanos(dayMs), max_bytes: 16_777_216 },
  },
];

/** The pull consumer from which the replicas of the service `events` take events. */
const consumer = {
  durable_name: webhookConsumer,
  ack_policy: AckPolicy.Explicit,
  deliver_policy: DeliverPolicy.All,
  // After this time, an unacknowledged message is delivered again, to any replica.
  ack_wait: nanos(30_000),
  max_ack_pending: 1_000,
} satisfies Partial<ConsumerConfig>;

/** What `keepStreams` did with a stream or a consumer. `nodes`: the number of NATS nodes that store it. */
export interface KeptStream {
  readonly name: string;
  readonly outcome: 'created' | 'updated' | 'unchanged';
  readonly nodes: number;
}

/**
 * Creates the streams of events and of token changes, and the consumer of the service `events`. Corrects the subjects
 * and the number of nodes of existing streams, and replaces a consumer that pushes. Can be repeated.
 *
 * The connection needs the NATS user `streams`. JetStream stores and sends messages with the rights of the server, so
 * whoever may change a stream can read every message.
 *
 * @param nodes - the number of NATS nodes that store the streams; if undefined, one for a new stream, and unchanged for an
 *   existing stream
 * @throws NatsError if NATS forbids it, has too few nodes, or does not answer
 */
export async function keepStreams(connection: NatsConnection, nodes?: number): Promise<KeptStream[]> {
  // A single server would accept the number.
  if (nodes && nodes > 1 && !connection.info?.cluster) {
    throw new NatsError(`NATS has one node, and the streams need ${nodes}`, ErrorCode.JetStream404NoMessages);
  }
  const manager = await connection.jetstreamManager({ checkAPI: false, timeout: answerMs });
  const kept: KeptStream[] = [];
  for (const plan of streams) kept.push(await keepStream(manager, plan, nodes));
  const [{ nodes: ofEvents = 1 } = {}] = kept;
  return [...kept, { name: webhookConsumer, outcome: await keepConsumer(manager), nodes: ofEvents }];
}

async function keepStream(
  manager: JetStreamManager,
  { name, subjects, atFirst }: StreamPlan,
  nodes: number | undefined,
): Promise<KeptStream> {
  const found = await unlessMissing(manager.streams.info(name));
  if (!found) {
    const num_replicas = nodes ?? 1;
    await manager.streams.add({ name, subjects, storage: StorageType.File, ...atFirst, num_replicas });
    return { name, outcome: 'created', nodes: num_replicas };
  }
  const { config } = found;
  const num_replicas = nodes ?? config.num_replicas;
  const isRight =
    config.num_replicas === num_replicas &&
    `${config.subjects}` === `${subjects}` &&
    !config.no_ack &&
    !config.republish;
  if (isRight) return { name, outcome: 'unchanged', nodes: num_replicas };
  const { republish: _, ...rest } = config;
  await manager.streams.update(name, { ...rest, subjects, num_replicas, no_ack: false });
  return { name, outcome: 'updated', nodes: num_replicas };
}

async function keepConsumer({ consumers }: JetStreamManager): Promise<KeptStream['outcome']> {
  const found = await unlessMissing(consumers.info(eventStream, webhookConsumer));
  const config = found?.config;
  const isPull = config && !config.deliver_subject && config.ack_policy === AckPolicy.Explicit;
  if (isPull) {
    const { ack_wait, max_ack_pending } = consumer;
    if (config.ack_wait === ack_wait && config.max_ack_pending === max_ack_pending) return 'unchanged';
    await consumers.update(eventStream, webhookConsumer, { ack_wait, max_ack_pending });
    return 'updated';
  }
  if (found) await consumers.delete(eventStream, webhookConsumer);
  await consumers.add(eventStream, consumer);
  return found ? 'updated' : 'created';
}

/**
 * Returns a sentence for operators that says that a stream is missing, and the command that makes it. Null if the
 * stream exists, or if NATS does not answer.
 */
async function missingStream(connection: NatsConnection, name: string): Promise<string | null> {
  try {
    const { streams } = await connection.jetstreamManager({ checkAPI: false, timeout: lookMs });
    return (await unlessMissing(streams.info(name))) ? null : missing(`the stream ${name}`);
  } catch {
    return null;
  }
}

/** Returns the sentence that says what is missing in JetStream, and the command that makes it. */
export function missing(what: string): string {
  return `${what} is missing: run ${keepCommand}`;
}

/** Returns the answer of JetStream; null if JetStream reports that the stream or consumer does not exist. */
export async function unlessMissing<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof NatsError && error.api_error?.code === 404) return null;
    throw error;
  }
}

/**
 * Returns the dependency of a publisher on the stream of events. The dependency is sick if the stream is missing or
 * accepts no events, or if an outbox is nearly full. The process stays ready, because answers do not need the stream.
 */
export function streamDependency(
  nats: NatsConnection,
  stream: Pick<EventStream, 'problem'>,
  alarms: readonly Pick<OutboxAlarm, 'problem'>[],
): Dependency {
  return {
    name: 'event-stream',
    isOptionalAtStart: true,
    async check() {
      const missing = await missingStream(nats, eventStream);
      const problems = [missing ?? stream.problem, ...alarms.map(({ problem }) => problem)].filter(Boolean);
      return problems.length > 0 ? sick(problems.join('; ')) : up;
    },
  };
}

/**
 * Returns the dependency of auth on the log of token changes. The dependency is sick if the log is missing: logins then
 * work, and no token can be revoked.
 */
export function tokenLogDependency(nats: NatsConnection): Dependency {
  return {
    name: 'token-log',
    isOptionalAtStart: true,
    async check() {
      const missing = await missingStream(nats, tokenStream);
      return missing ? sick(missing) : up;
    },
  };
}
