import { hash } from 'node:crypto';
import { type AnyEvent, Event, subjectOfBatch, subjectOfEvent } from '#contracts/events.ts';
import { decode, encode } from '#platform/bus/wire.ts';

/** Maximum number of events in a message. Such a message has at most 260 kB. */
const maxEvents = 64;

/** A message of the stream of events. The stream stores messages with the same id once. */
export interface EventMessage {
  readonly subject: string;
  readonly id: string;
  readonly body: Uint8Array;
}

/** Returns messages with these events, in order. If `together`, a message has up to 64 events, otherwise one event. */
export function messagesOf(events: readonly AnyEvent[], together: boolean): EventMessage[] {
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
