import type { NatsConnection } from 'nats';
import { z } from 'zod';
import { eventStream } from '#contracts/events.ts';
import { decode } from '#platform/bus/wire.ts';
import type { Dependency } from './dependencies.ts';
import { askWithClock, down, type Finding, up } from './finding.ts';

/** Milliseconds within which the bus must report its time. */
const clockMs = 1_000;
/** A description of a stream by JetStream. `ts` is the time of the answer. */
const StreamInfo = z.object({ ts: z.string().transform((text) => Date.parse(text)) });

/** Returns the dependency on NATS. Its check reads whether this process is connected, and the clock of NATS. */
export function busDependency(nats: NatsConnection, bus: { readonly connected: boolean }): Dependency {
  return {
    name: 'nats',
    async check(): Promise<Finding> {
      if (!bus.connected) return down('not connected');
      const ask = () => nats.request(`$JS.API.STREAM.INFO.${eventStream}`, '', { timeout: clockMs });
      try {
        const { clock } = await askWithClock(ask, ({ data }) => StreamInfo.parse(decode(data)).ts);
        return { ...up, clock };
      } catch {
        // Without the stream, NATS works but reports no time. Another dependency reports the missing stream.
        return up;
      }
    },
  };
}
