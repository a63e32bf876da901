import { z } from 'zod';

/** The services of a whole system, each with at least one replica. */
export const services = ['catalogue', 'auth', 'cart', 'events', 'gateway'] as const;

/** State of a dependency. `sick` means that it answers with a fault. `reason` explains the state; empty while `up`. */
export const DependencyState = z.object({
  state: z.enum(['up', 'sick', 'down']),
  reason: z.string(),
  /** Unix milliseconds of the replica's clock. */
  since: z.number(),
  /** Version of the engine; absent for other dependencies. */
  version: z.string().max(40).optional(),
});
export type DependencyState = z.infer<typeof DependencyState>;

/** State of a feed that a process follows. */
export const FeedState = z.object({
  current: z.boolean(),
  /** Seconds for which changes may be missing; null before the first message. */
  behindSeconds: z.number().nullable(),
});
export type FeedState = z.infer<typeof FeedState>;

/** State of a backlog: entries that wait to be processed. */
export const BacklogState = z.object({
  waiting: z.int(),
  /** Age of the oldest entry; 0 when nothing is pending. */
  oldestSeconds: z.number(),
});
export type BacklogState = z.infer<typeof BacklogState>;

/** A replica that has announced itself and has not announced its end. */
export const SeenReplica = z.object({ service: z.string(), replica: z.string(), agoSeconds: z.number() });
export type SeenReplica = z.infer<typeof SeenReplica>;

/**
 * Status of a process, from its own memory, so that the answer does not depend on other processes. The endpoint
 * `status` of the NATS services protocol returns it as data.
 */
export const Status = z.object({
  uptimeSeconds: z.int(),
  /** Numbers since the start of the process. */
  requests: z.int(),
  errors: z.int(),
  /** Total time of all requests. */
  milliseconds: z.number(),
  ready: z.boolean(),
  /** Why the process is not ready. */
  reasons: z.array(z.string()),
  /** Unix milliseconds of the process's clock. */
  now: z.number(),
  /** Keyed by the name of the dependency. */
  dependencies: z.record(z.string(), DependencyState),
  /** Keyed by the name of the feed. */
  feeds: z.record(z.string(), FeedState),
  /** Keyed by the name of the backlog. */
  backlogs: z.record(z.string(), BacklogState),
  /** Keyed by the name of the dependency: seconds by which its clock is ahead of the replica's. */
  clocks: z.record(z.string(), z.number()),
  seen: z.array(SeenReplica),
});
export type Status = z.infer<typeof Status>;

/** Returns the NATS subject of one replica's status. */
export function statusSubject(service: string): string {
  return `call.${service}.status`;
}

/** Returns the NATS subject on which replicas announce themselves and their end. */
export function presenceSubject(service: string): string {
  return `presence.${service}`;
}

/**
 * An announcement of a replica; the last one has `ends`. `contract` is the version of its wire format; replicas
 * before version 3 do not send it.
 */
export const Presence = z.object({
  replica: z.string().min(1).max(200),
  ends: z.boolean(),
  contract: z.int().default(2),
});
export type Presence = z.infer<typeof Presence>;
