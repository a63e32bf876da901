import {
  DiscardPolicy,
  ErrorCode,
  type JetStreamClient,
  type NatsConnection,
  NatsError,
  nanos,
  RetentionPolicy,
  StorageType,
  type StreamInfo,
} from 'nats';
import { type AnyEvent, eventStream, eventSubject } from '#contracts/events.ts';
import { eventBatchContract, oldestContract } from '#platform/bus/wire.ts';
import { messagesOf } from './event-message.ts';

/** Milliseconds for which an event is stored. */
const storedMs = 7 * 86_400_000;
/** Milliseconds within which the stream detects a repeated event by its id. Consumers detect later repetitions. */
const duplicateMs = 120_000;
const defaultMaxBytes = 1_073_741_824;
/** Milliseconds within which the stream must confirm that an event is on disk. */
const publishMs = 2_000;
/**
 * Milliseconds for which `problem` reports a failure. Replicas with unpublished events try again sooner, so a
 * lasting fault is reported without a gap.
 */
const recentMs = 30_000;

/** Settings of the stream of events. */
export interface StreamPlan {
  /**
   * Number of NATS nodes that store the stream. If undefined: one node for a new stream, unchanged for an
   * existing stream.
   */
  readonly nodes?: number | undefined;
  /** Maximum size in bytes; a gibibyte by default. */
  readonly maxBytes?: number;
}

/**
 * Creates the stream of events if the stream is missing, and returns the state of the stream. Every publisher
 * may call this function.
 */
export async function ensureStream(connection: NatsConnection, plan: StreamPlan): Promise<StreamInfo> {
  const manager = await connection.jetstreamManager({ checkAPI: false, timeout: publishMs });
  try {
    return await manager.streams.info(eventStream);
  } catch (error) {
    if (!(error instanceof NatsError && error.api_error?.code === 404)) throw error;
    return manager.streams.add({
      name: eventStream,
      subjects: [`${eventSubject}.>`],
      storage: StorageType.File,
      retention: RetentionPolicy.Limits,
      discard: DiscardPolicy.Old,
      max_age: nanos(storedMs),
      max_bytes: plan.maxBytes ?? defaultMaxBytes,
      duplicate_window: nanos(duplicateMs),
      num_replicas: plan.nodes ?? 1,
    });
  }
}

/** Creates the stream of events, or sets the number of its nodes. Only the service `events` may call this function. */
export async function keepStream(connection: NatsConnection, plan: StreamPlan): Promise<StreamInfo> {
  const found = await ensureStream(connection, plan);
  const { nodes = found.config.num_replicas } = plan;
  if (found.config.num_replicas === nodes) return found;
  const manager = await connection.jetstreamManager({ checkAPI: false, timeout: publishMs });
  return manager.streams.update(eventStream, { ...found.config, num_replicas: nodes });
}

/** Publishes events to the stream that stores them (docs/reference/rules.md#events). */
export class EventStream {
  readonly #connection: NatsConnection;
  readonly #client: JetStreamClient;
  readonly #plan: StreamPlan;
  readonly #contractOfAll: () => number;
  #ensured = false;
  #failed: { readonly problem: string; readonly at: number } | null = null;

  /**
   * `contractOfAll` returns the lowest contract version of all running replicas. If all replicas can read messages with
   * several events, `publish` sends such messages, because NATS writes each message to disk separately.
   */
  constructor(connection: NatsConnection, plan: StreamPlan = {}, contractOfAll = () => oldestContract) {
    this.#connection = connection;
    this.#plan = plan;
    this.#contractOfAll = contractOfAll;
    this.#client = connection.jetstream({ timeout: publishMs });
  }

  /**
   * Publishes events in order, and resolves when all events are on disk. If the same events are published again
   * within two minutes, the stream does not store them twice. Consumers detect other repetitions.
   *
   * @throws Error if the stream does not confirm every event; the caller then publishes all events again
   */
  async publish(events: readonly AnyEvent[]): Promise<void> {
    try {
      if (!this.#ensured) await ensureStream(this.#connection, this.#plan);
      this.#ensured = true;
      const messages = messagesOf(events, this.#contractOfAll() >= eventBatchContract);
      await Promise.all(
        messages.map(({ subject, body, id }) =>
          this.#client.publish(subject, body, { msgID: id, expect: { streamName: eventStream } }),
        ),
      );
      this.#failed = null;
    } catch (error) {
      // If the stream was lost with its disk, the next call creates the stream again.
      this.#ensured = false;
      this.#failed = { problem: problemOf(error), at: performance.now() };
      throw error;
    }
  }

  /** A sentence for operators that says why publishing failed; null after a success or after `recentMs`. */
  get problem(): string | null {
    return this.#failed && performance.now() - this.#failed.at < recentMs ? this.#failed.problem : null;
  }
}

/**
 * Returns a sentence that says why the stream cannot be used. The sentence contains the message of the NATS
 * server, if any.
 */
export function problemOf(error: unknown): string {
  if (!(error instanceof NatsError)) return error instanceof Error ? error.message : String(error);
  if (error.api_error) return `the stream of events takes none: ${error.api_error.description}`;
  if (error.code === ErrorCode.NoResponders) return 'the stream of events is not there, or has no leader';
  if (error.code === ErrorCode.Timeout) return 'the stream of events does not answer';
  return error.message;
}
