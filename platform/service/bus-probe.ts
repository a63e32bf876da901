import type { NatsConnection } from 'nats';
import { z } from 'zod';
import { eventStream } from '#contracts/events.ts';
import { decode } from '#platform/bus/wire.ts';
import type { Dependency } from './dependencies.ts';
import { down, type Finding, up, withClock } from './finding.ts';

/** How long the bus may take to tell the time. Milliseconds. */
const clockMs = 1_000;
/** What JetStream tells of a stream: the time of the answer is in it. */
const StreamInfo = z.object({ ts: z.string().transform((text) => Date.parse(text)) });

/** The bus: whether this process is connected to it, and its clock. */
export function busDependency(nats: NatsConnection, bus: { readonly connected: boolean }): Dependency {
  return {
    name: 'nats',
    async look(): Promise<Finding> {
      if (!bus.connected) return down('not connected');
      const ask = () => nats.request(`$JS.API.STREAM.INFO.${eventStream}`, '', { timeout: clockMs });
      try {
        const { clock } = await withClock(ask, ({ data }) => StreamInfo.parse(decode(data)).ts);
        return { ...up, clock };
      } catch {
        // Without a stream it tells no time. How that is, those who need the stream tell.
        return up;
      }
    },
  };
}
