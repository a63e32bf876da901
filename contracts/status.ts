import { z } from 'zod';

/** The services of a complete system. Each service has at least one replica. */
export const services = ['catalogue', 'auth', 'cart', 'events', 'gateway'] as const;

/** The services that run only if the shop uses them. A system without them is complete. */
export const optionalServices = ['connect'] as const;

/**
 * State of a dependency. `sick` means that the dependency answers with errors. `reason` explains the state,
 * and is empty for `up`.
 */
export const DependencyState = z.object({
  state: z.enum(['up', 'sick', 'down']),
  reason: z.string(),
  /** Time at which the state began, in Unix milliseconds of the replica's clock. */
  since: z.number(),
  /** Version of the engine; absent if the dependency is no engine. */
  version: z.string().max(40).optional(),
});
export type DependencyState = z.infer<typeof DependencyState>;

/** State of a feed in a process that subscribes to the feed. */
export const FeedState = z.object({
  current: z.boolean(),
  /**
   * Seconds since the process last had all changes of the feed; null before the first message of the feed.
   */
  behindSeconds: z.number().nullable(),
});
export type FeedState = z.infer<typeof FeedState>;

/** State of a backlog: entries that wait to be processed. */
export const BacklogState = z.object({
  waiting: z.int(),
  /** Age in seconds of the oldest entry; 0 if no entry is waiting. */
  oldestSeconds: z.number(),
});
export type BacklogState = z.infer<typeof BacklogState>;

/**
 * A replica that announced itself in the last quarter of an hour and has not announced its end. `agoSeconds` is the
 * number of seconds since its last announcement.
 */
export const SeenReplica = z.object({ service: z.string(), replica: z.string(), agoSeconds: z.number() });
export type SeenReplica = z.infer<typeof SeenReplica>;

/**
 * Status of a process. The process reads the status from its own memory, so the answer does not depend on
 * other processes. The endpoint `status` of the NATS services protocol returns the status as `data`.
 */
export const Status = z.object({
  uptimeSeconds: z.int(),
  /** Number of requests since the process started. */
  requests: z.int(),
  /** Number of requests that ended in an error since the process started. */
  errors: z.int(),
  /** Total duration of all requests, in milliseconds. */
  milliseconds: z.number(),
  ready: z.boolean(),
  /** Reasons why the process is not ready; empty if the process is ready. */
  reasons: z.array(z.string()),
  /** Current time in Unix milliseconds, by the clock of the process. */
  now: z.number(),
  /** State of each dependency, by name. */
  dependencies: z.record(z.string(), DependencyState),
  /** State of each feed, by name. */
  feeds: z.record(z.string(), FeedState),
  /** State of each backlog, by name. */
  backlogs: z.record(z.string(), BacklogState),
  /**
   * Seconds by which the clock of each dependency is ahead of the clock of this process, by name of the
   * dependency.
   */
  clocks: z.record(z.string(), z.number()),
  seen: z.array(SeenReplica),
});
export type Status = z.infer<typeof Status>;

/** Returns the NATS subject of requests for the status of a service. One replica of the service answers. */
export function statusSubject(service: string): string {
  return `call.${service}.status`;
}

/** Returns the NATS subject on which replicas of a service announce their start and their end. */
export function presenceSubject(service: string): string {
  return `presence.${service}`;
}

/**
 * An announcement of a replica. `ends` is true in its last announcement. `contract` is the version of the
 * replica's wire format. Replicas before version 3 do not send `contract`, so the default is 2. `visited` is true if a client
 * sent a request since the last announcement.
 */
export const Presence = z.object({
  replica: z.string().min(1).max(200),
  ends: z.boolean(),
  contract: z.int().default(2),
  visited: z.boolean().default(false),
});
export type Presence = z.infer<typeof Presence>;
