import { hash } from 'node:crypto';
import { ErrorCode, type JetStreamClient, type NatsConnection, NatsError } from 'nats';
import { type AnyEvent, Event, eventStream, subjectOfBatch, subjectOfEvent } from '#contracts/events.ts';
import { decode, encode, eventBatchContract, oldestContract } from '#platform/bus/wire.ts';

/** Maximum number of events in a message. Such a message has at most 260 kB. */
const maxEvents = 64;

/** A message of the stream of events. The stream stores messages with the same id once. */
interface EventMessage {
  readonly subject: string;
  readonly id: string;
  readonly body: Uint8Array;
}

/** Returns messages with these events, in order. If `together`, a message has up to 64 events, otherwise one event. */
function messagesOf(events: readonly AnyEvent[], together: boolean): EventMessage[] {
  if (!together) return events.map(messageOfOne);
  const messages: EventMessage[] = [];
  for (let from = 0; from < events.length; ) {
    const kind = kindOf(events[from]);
    let to = from + 1;
    while (to < events.length && to - from < maxEvents && kindOf(events[to]) === kind) to += 1;
    messages.push(messageOfAll(kind, events.slice(from, to)));
    from = to;
  }
  return messages;
}

/**
 * Returns the kind of an event, such as `cart`. All events of a message are of one kind, because NATS permits each
 * service only some kinds.
 */
function kindOf(event: AnyEvent | undefined): string {
  return event?.type.split('.', 1)[0] ?? '';
}

function messageOfOne(event: AnyEvent): EventMessage {
  return { subject: subjectOfEvent(event), id: event.id, body: encode(event) };
}

function messageOfAll(kind: string, events: readonly AnyEvent[]): EventMessage {
  const [first] = events;
  if (first && events.length === 1) return messageOfOne(first);
  const id = hash('sha256', events.map((event) => event.id).join('\n'), 'base64url');
  return { subject: subjectOfBatch(kind), id, body: encode({ events }) };
}

/**
 * Returns the valid events of a message, and the number of its parts that are not valid events.
 *
 * @param isNeeded - returns false for an event that is left out without validation
 */
export function eventsOf(
  bytes: Uint8Array,
  isNeeded: (event: unknown) => boolean = () => true,
): { readonly events: AnyEvent[]; readonly invalid: number } {
  const all = partsOf(bytes).filter(isNeeded);
  const events = all.flatMap((one) => Event.safeParse(one).data ?? []);
  return { events, invalid: all.length - events.length };
}

/** Returns the unchecked events of a message. A message that is no JSON has one invalid event. */
function partsOf(bytes: Uint8Array): readonly unknown[] {
  try {
    const value = decode(bytes) as { events?: unknown } | null;
    return Array.isArray(value?.events) ? value.events : [value];
  } catch {
    return [null];
  }
}

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
