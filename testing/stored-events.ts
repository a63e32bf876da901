import type { NatsConnection } from 'nats';
import { type AnyEvent, eventStream } from '#contracts/events.ts';
import { eventsOf } from '#platform/events/event-message.ts';

/** Returns all events in the stream `EVENTS`, in order. */
export async function storedEvents(connection: NatsConnection): Promise<AnyEvent[]> {
  const manager = await connection.jetstreamManager();
  const { state } = await manager.streams.info(eventStream);
  const all: AnyEvent[] = [];
  for (let seq = state.first_seq; seq <= state.last_seq; seq += 1) {
    all.push(...eventsOf((await manager.streams.getMessage(eventStream, { seq })).data).events);
  }
  return all;
}
