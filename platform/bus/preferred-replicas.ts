import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { ErrorCode as NatsCode, NatsError } from 'nats';
import { directSubjectOf } from '#contracts/operation.ts';
import { ServiceError } from '#platform/errors/errors.ts';

/** Milliseconds for which a replica that did not take a request gets no further requests of its own. */
const avoidMs = 5_000;
/** Maximum number of replicas whose answers are remembered. */
const maxReplicas = 1_000;

/** Sends a request to a subject and returns the reply. */
type Send = (subject: string) => Promise<unknown>;

const isNats = (error: unknown, ...codes: readonly NatsCode[]) =>
  error instanceof NatsError && codes.some((code) => error.code === code);

/**
 * Chooses for each cart the replica that gets the requests for this cart, because this replica caches the cart. All
 * gateways choose the same replica while they know the same replicas.
 */
export class PreferredReplicas {
  readonly #now: () => number;
  /** For each subject of a replica, the time of the last answer, in milliseconds of the monotonic clock. */
  readonly #answeredAt = new LRUCache<string, number>({ max: maxReplicas });
  /** For each subject of a replica that is avoided, the time at which this ends. */
  readonly #avoidedUntil = new LRUCache<string, number>({ max: maxReplicas });

  /** `now` is a monotonic clock in milliseconds. */
  constructor(now = () => performance.now()) {
    this.#now = now;
  }

  /** Returns the subject of the replica for a cart; null if there is nothing to choose. */
  subjectFor(service: string, replicas: readonly string[], cart: string): string | null {
    if (replicas.length < 2) return null;
    const now = this.#now();
    const subjects = replicas
      .map((replica) => directSubjectOf(service, replica))
      .filter((subject) => (this.#avoidedUntil.get(subject) ?? 0) <= now)
      .sort();
    if (subjects.length === 0) return null;
    return subjects[hash('sha1', cart, 'buffer').readUInt32BE() % subjects.length] ?? null;
  }

  /**
   * Sends a request to the subject of a replica. If nobody receives the request there, sends it to `otherwise`. Avoids
   * a replica that does not receive requests, or that has answered nothing since the request was sent.
   */
  async send(subject: string, otherwise: string, send: Send): Promise<unknown> {
    const sentAt = this.#now();
    const answered = () => this.#answeredAt.set(subject, this.#now());
    try {
      const reply = await send(subject);
      answered();
      return reply;
    } catch (error) {
      if (error instanceof ServiceError) answered();
      const isUnheard = isNats(error, NatsCode.NoResponders, NatsCode.PermissionsViolation);
      const isSilent = isNats(error, NatsCode.Timeout) && (this.#answeredAt.get(subject) ?? 0) < sentAt;
      if (isUnheard || isSilent) this.#avoidedUntil.set(subject, this.#now() + avoidMs);
      if (isUnheard) return send(otherwise);
      throw error;
    }
  }
}
