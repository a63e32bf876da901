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
import { type AnyEvent, eventStream, eventSubject, subjectOfEvent } from '#contracts/events.ts';
import { encode } from '#platform/bus/wire.ts';

const keptMs = 7 * 86_400_000;
/** Within so long a repetition of an event is left out; later it is known by its id alone. */
const duplicateMs = 120_000;
const mostBytes = 1_073_741_824;
/** How long the stream may take to say that it has an event on disk. Milliseconds. */
const publishMs = 2_000;
/** Who has events to tell tries far more often. What another replica has told meanwhile is no problem any more. Milliseconds. */
const tellMs = 30_000;

/** How the stream of events is to be. */
export interface StreamPlan {
  /** On how many nodes of NATS it is kept; not said, a new one is on one node, and one that is there stays as it is. */
  readonly replicas?: number | undefined;
  /** What it may hold at most; a gibibyte when not said. */
  readonly maxBytes?: number;
}

/** Makes the stream of events unless it is there. May be called by every process that tells some. */
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
      max_age: nanos(keptMs),
      max_bytes: plan.maxBytes ?? mostBytes,
      duplicate_window: nanos(duplicateMs),
      num_replicas: plan.replicas ?? 1,
    });
  }
}

/** Makes the stream of events, and has it kept on as many nodes as it is to be. Only the service `events` may do that. */
export async function keepStream(connection: NatsConnection, plan: StreamPlan): Promise<StreamInfo> {
  const found = await ensureStream(connection, plan);
  const { replicas = found.config.num_replicas } = plan;
  if (found.config.num_replicas === replicas) return found;
  const manager = await connection.jetstreamManager({ checkAPI: false, timeout: publishMs });
  return manager.streams.update(eventStream, { ...found.config, num_replicas: replicas });
}

/** Tells events to the stream that keeps them (docs/reference/rules.md#events). */
export class EventStream {
  readonly #connection: NatsConnection;
  readonly #client: JetStreamClient;
  readonly #plan: StreamPlan;
  #ensured = false;
  #failed: { readonly problem: string; readonly at: number } | null = null;

  constructor(connection: NatsConnection, plan: StreamPlan = {}) {
    this.#connection = connection;
    this.#plan = plan;
    this.#client = connection.jetstream({ timeout: publishMs });
  }

  /**
   * Resolves when all of them are on disk. They are told in their order; one that is there already, by its id, is not
   * kept twice.
   *
   * @throws Error when that is not sure of each of them: all are to be told again
   */
  async publish(events: readonly AnyEvent[]): Promise<void> {
    try {
      if (!this.#ensured) await ensureStream(this.#connection, this.#plan);
      this.#ensured = true;
      await Promise.all(
        events.map((event) =>
          this.#client.publish(subjectOfEvent(event), encode(event), {
            msgID: event.id,
            expect: { streamName: eventStream },
          }),
        ),
      );
      this.#failed = null;
    } catch (error) {
      // The stream may be gone with its disk.
      this.#ensured = false;
      this.#failed = { problem: problemOf(error), at: performance.now() };
      throw error;
    }
  }

  /** Why the last events could not be told, for an operator; null when they were, or when nobody has tried for a while. */
  get problem(): string | null {
    return this.#failed && performance.now() - this.#failed.at < tellMs ? this.#failed.problem : null;
  }
}

/** What stands in the way of telling events, in the words of the server where it has some. */
export function problemOf(error: unknown): string {
  if (!(error instanceof NatsError)) return error instanceof Error ? error.message : String(error);
  if (error.api_error) return `the stream of events takes none: ${error.api_error.description}`;
  if (error.code === ErrorCode.NoResponders) return 'the stream of events is not there, or has no leader';
  if (error.code === ErrorCode.Timeout) return 'the stream of events does not answer';
  return error.message;
}
