import type { NatsConnection } from 'nats';
import { type AnyEvent, eventStream } from '#contracts/events.ts';
import { eventsOf } from '#platform/events/event-stream.ts';

/** Returns all events in the stream `EVENTS`, in order. @throws Error for an invalid event */
export async function storedEvents(connection: NatsConnection): Promise<AnyEvent[]> {
  const manager = await connection.jetstreamManager();
  const { state } = await manager.streams.info(eventStream);
  const all: AnyEvent[] = [];
  for (let seq = state.first_seq; seq <= state.last_seq; seq += 1) {
    const { events, invalid } = eventsOf((await manager.streams.getMessage(eventStream, { seq })).data);
    if (invalid > 0) throw new Error(`message ${seq} of the stream contains invalid events`);
    all.push(...events);
  }
  return all;
}
