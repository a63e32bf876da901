import type { NatsConnection } from 'nats';
import { z } from 'zod';
import { eventStream } from '#contracts/events.ts';
import type { Caller } from '#platform/bus/caller.ts';
import { decode } from '#platform/bus/wire.ts';

/** A dependency of a process, as `status`, metrics and `/health/ready?verbose` show it. */
export interface Dependency {
  readonly name: string;
  /** Checks the dependency now. */
  check(): Promise<Finding>;
  /**
   * True for a state of the process itself, for example whether the process has loaded the store's settings. The
   * process is not ready while this state is down. Checks of this state are not measured, because they send no request.
   */
  readonly notReadyWhileDown?: boolean;
  /** Whether the process opens its ports even if the dependency was never up. */
  readonly isOptionalAtStart?: boolean;
  /** Returns the state of the circuit breaker; absent if the dependency has no circuit breaker. */
  readonly breaker?: () => 'closed' | 'half-open' | 'open';
}

/** The result of checking a dependency. */
export interface Finding {
  /** `sick`: the dependency answers but reports a fault. */
  readonly state: 'up' | 'sick' | 'down';
  /** Explains the state to operators; empty if the state is `up`. Contains no secret. */
  readonly reason: string;
  /** The clock of the dependency; absent if the dependency reports no time. */
  readonly clock?: ClockSample;
  /** The version of the engine; absent if the engine reports no version. */
  readonly version?: string;
}

/** A reading of the clock of another process. */
export interface ClockSample {
  /** Milliseconds by which the other clock is ahead of the clock of this process. */
  readonly aheadMs: number;
  /** Maximum error of `aheadMs` in milliseconds. */
  readonly errorMs: number;
}

export const up: Finding = { state: 'up', reason: '' };

export function sick(reason: string): Finding {
  return { state: 'sick', reason };
}

export function down(reason: string): Finding {
  return { state: 'down', reason };
}

/** Returns `up` if `isThere`; otherwise `down` with the given reason. */
export function upIf(isThere: boolean, otherwise: string): Finding {
  return isThere ? up : down(otherwise);
}

/**
 * Returns the answer of `ask`, and the difference between the two clocks. `clockIn` returns the time of the
 * other clock (Unix milliseconds) from the answer. The other clock counts as read in the middle of the request.
 */
export async function askWithClock<T>(
  ask: () => Promise<T>,
  clockIn: (answer: T) => number,
): Promise<{ answer: T; clock: ClockSample }> {
  const begun = performance.now();
  const answer = await ask();
  const errorMs = (performance.now() - begun) / 2;
  return { answer, clock: { aheadMs: clockIn(answer) - (Date.now() - errorMs), errorMs } };
}

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

/** Returns the dependency on a service. Its check reads the status and the clock of any replica. */
export function serviceDependency(caller: Caller, service: string): Dependency {
  return {
    name: service,
    isOptionalAtStart: true,
    async check(): Promise<Finding> {
      if (!caller.connected) return down('the bus is away');
      try {
        const { answer, clock } = await askWithClock(
          () => caller.statusOf(service),
          ({ now }) => now,
        );
        if (!answer.ready) return sick(answer.reasons.join('; '));
        const unhealthy = Object.entries(answer.dependencies).filter(([, { state }]) => state !== 'up');
        if (unhealthy.length === 0) return { ...up, clock };
        return { ...sick(unhealthy.map(([name, { state }]) => `${name} is ${state}`).join(', ')), clock };
      } catch {
        return down('no replica answers');
      }
    },
  };
}
