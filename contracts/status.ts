import { z } from 'zod';

/** The services of a whole system, each with at least one replica. */
export const services = ['catalogue', 'auth', 'cart', 'events', 'gateway'] as const;

/** How something behind a process is. `sick`: it answers, but not as it must; `reason` says why, and is empty while `up`. */
export const DependencyState = z.object({
  state: z.enum(['up', 'sick', 'down']),
  reason: z.string(),
  /** Unix milliseconds by the clock of the replica. */
  since: z.number(),
  /** The version of an engine. */
  version: z.string().max(40).optional(),
});
export type DependencyState = z.infer<typeof DependencyState>;

/** How far a feed is heard. */
export const FeedState = z.object({
  current: z.boolean(),
  /** Time since nothing was missing; null before it was heard the first time. */
  behindSeconds: z.number().nullable(),
});
export type FeedState = z.infer<typeof FeedState>;

/** Work that waits. */
export const BacklogState = z.object({
  waiting: z.int(),
  /** Age of the oldest piece; 0 when nothing waits. */
  oldestSeconds: z.number(),
});
export type BacklogState = z.infer<typeof BacklogState>;

/** A replica that a process has heard of and that has not said that it ends. */
export const SeenReplica = z.object({ service: z.string(), replica: z.string(), agoSeconds: z.number() });
export type SeenReplica = z.infer<typeof SeenReplica>;

/**
 * Status of a process, out of its memory: it asks nobody before it answers. The NATS services protocol has it as the data
 * of the endpoint `status`.
 */
export const Status = z.object({
  uptimeSeconds: z.int(),
  /** Sums since the start. */
  requests: z.int(),
  errors: z.int(),
  /** Total time of all requests. */
  milliseconds: z.number(),
  ready: z.boolean(),
  /** Why it is not ready. */
  reasons: z.array(z.string()),
  /** Unix milliseconds by its own clock. */
  now: z.number(),
  /** By the name of the dependency. */
  dependencies: z.record(z.string(), DependencyState),
  /** By the name of the feed. */
  feeds: z.record(z.string(), FeedState),
  /** By the name of the backlog. */
  backlogs: z.record(z.string(), BacklogState),
  /** Seconds by which the clock of a dependency is ahead of the replica's own. */
  clocks: z.record(z.string(), z.number()),
  seen: z.array(SeenReplica),
});
export type Status = z.infer<typeof Status>;

/** The NATS subject on which one replica of a service answers its status. */
export function statusSubject(service: string): string {
  return `call.${service}.status`;
}

/** The NATS subject on which the replicas of a service say that they are there, and that they end. */
export function presenceSubject(service: string): string {
  return `presence.${service}`;
}

/** A sign of life of a replica; with `ends` the last one. */
export const Presence = z.object({ replica: z.string().min(1).max(200), ends: z.boolean() });
export type Presence = z.infer<typeof Presence>;
