import { ErrorCode, type JetStreamClient, type NatsConnection, NatsError } from 'nats';
import { type AnyEvent, eventStream } from '#contracts/events.ts';
import { eventBatchContract, oldestContract } from '#platform/bus/wire.ts';
import { messagesOf } from './event-message.ts';

/** Milliseconds within which the stream must confirm that an event is on disk. */
const publishMs = 2_000;
/**
 * Milliseconds for which `problem` reports a failure. Replicas with unpublished events try again sooner, so a
 * lasting fault is reported without a gap.
 */
const recentMs = 30_000;

/** Publishes events to the stream that stores them (docs/reference/rules.md#events). */
export class EventStream {
  readonly #client: JetStreamClient;
  readonly #contractOfAll: () => number;
  #failed: { readonly problem: string; readonly at: number } | null = null;

  /**
   * `contractOfAll` returns the lowest contract version of all running replicas. If all replicas can read messages with
   * several events, `publish` sends such messages, because NATS writes each message to disk separately.
   */
  constructor(connection: NatsConnection, contractOfAll = () => oldestContract) {
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
      const messages = messagesOf(events, this.#contractOfAll() >= eventBatchContract);
      await Promise.all(
        messages.map(({ subject, body, id }) =>
          this.#client.publish(subject, body, { msgID: id, expect: { streamName: eventStream } }),
        ),
      );
      this.#failed = null;
    } catch (error) {
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
