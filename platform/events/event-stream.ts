import {
  DiscardPolicy,
  type JetStreamClient,
  type NatsConnection,
  NatsError,
  nanos,
  RetentionPolicy,
  StorageType,
} from 'nats';
import { type AnyEvent, eventStream, eventSubject, subjectOfEvent } from '#contracts/events.ts';
import { encode } from '#platform/bus/wire.ts';

const keptMs = 7 * 86_400_000;
/** Within so long a repetition of an event is left out; later it is known by its id alone. */
const duplicateMs = 120_000;
const mostBytes = 1_073_741_824;
/** How long the stream may take to say that it has an event on disk. Milliseconds. */
const publishMs = 2_000;

/** Makes the stream of events unless it is there. May be called by every process that tells some. */
export async function ensureStream(connection: NatsConnection): Promise<void> {
  const manager = await connection.jetstreamManager({ checkAPI: false, timeout: publishMs });
  try {
    await manager.streams.info(eventStream);
  } catch (error) {
    if (!(error instanceof NatsError && error.api_error?.code === 404)) throw error;
    await manager.streams.add({
      name: eventStream,
      subjects: [`${eventSubject}.>`],
      storage: StorageType.File,
      retention: RetentionPolicy.Limits,
      discard: DiscardPolicy.Old,
      max_age: nanos(keptMs),
      max_bytes: mostBytes,
      duplicate_window: nanos(duplicateMs),
    });
  }
}

/** Tells events to the stream that keeps them (docs/reference/rules.md#events). */
export class EventStream {
  readonly #connection: NatsConnection;
  readonly #client: JetStreamClient;
  #ensured = false;

  constructor(connection: NatsConnection) {
    this.#connection = connection;
    this.#client = connection.jetstream({ timeout: publishMs });
  }

  /**
   * Resolves when all of them are on disk. They are told in their order; one that is there already, by its id, is not
   * kept twice.
   *
   * @throws Error when that is not sure of each of them: all are to be told again
   */
  async publish(events: readonly AnyEvent[]): Promise<void> {
    if (!this.#ensured) await ensureStream(this.#connection);
    this.#ensured = true;
    try {
      await Promise.all(
        events.map((event) =>
          this.#client.publish(subjectOfEvent(event), encode(event), {
            msgID: event.id,
            expect: { streamName: eventStream },
          }),
        ),
      );
    } catch (error) {
      // The stream may be gone with its disk.
      this.#ensured = false;
      throw error;
    }
  }
}
