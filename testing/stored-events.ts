import type { NatsConnection } from 'nats';
import { type AnyEvent, Event, eventStream } from '#contracts/events.ts';
import { decode } from '#platform/bus/wire.ts';

/** Returns all events in the stream `EVENTS`, in order. */
export async function storedEvents(connection: NatsConnection): Promise<AnyEvent[]> {
  const manager = await connection.jetstreamManager();
  const { state } = await manager.streams.info(eventStream);
  const all: AnyEvent[] = [];
  for (let seq = state.first_seq; seq <= state.last_seq; seq += 1) {
    all.push(Event.parse(decode((await manager.streams.getMessage(eventStream, { seq })).data)));
  }
  return all;
}
