import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { ErrorCode as NatsCode, NatsError } from 'nats';
import { directSubjectOf } from '#contracts/operation.ts';
import { ServiceError } from '#platform/errors/errors.ts';

/** Milliseconds for which a replica that did not answer, or did not receive a request, gets no direct requests. */
const avoidMs = 5_000;
/** Minimum milliseconds without an answer after which a replica counts as silent. */
const silentMs = 400;
/** Maximum number of replicas whose answers are remembered. */
const maxReplicas = 1_000;

/**
 * Why a replica is avoided.
 * - `silent`: it does not answer.
 * - `unheard`: it receives no direct requests, because it is starting, or of an older release, or NATS forbids the
 *   subject. It may well answer other requests.
 */
type Reason = 'silent' | 'unheard';

/** Sends a request to a subject and returns the reply. */
type Send = (subject: string) => Promise<unknown>;

const isNats = (error: unknown, ...codes: readonly NatsCode[]) =>
  error instanceof NatsError && codes.some((code) => error.code === code);

/**
 * Chooses for each cart the replica that gets the requests for this cart, because this replica caches the cart. All
 * gateways choose the same replica. When a replica starts, ends or is avoided, only its own carts move.
 */
export class PreferredReplicas {
  readonly #now: () => number;
  /** For each subject of a replica, the time of the last answer, in milliseconds of the monotonic clock. */
  readonly #answeredAt = new LRUCache<string, number>({ max: maxReplicas });
  /** For each subject of a replica that is avoided: until when, and why. */
  readonly #avoided = new LRUCache<string, { readonly until: number; readonly reason: Reason }>({
    max: maxReplicas,
  });

  /** `now` is a monotonic clock in milliseconds. */
  constructor(now = () => performance.now()) {
    this.#now = now;
  }

  /** Returns the subject of the replica for a cart; null if any replica may get the requests. */
  subjectFor(service: string, replicas: readonly string[], cart: string): string | null {
    if (replicas.length < 2) return null;
    const now = this.#now();
    // Rendezvous hashing: each replica has a pseudorandom weight for the cart, and the highest weight wins.
    const ranked = replicas
      .map((replica) => directSubjectOf(service, replica))
      .map((subject) => ({ subject, weight: hash('sha1', `${subject} ${cart}`) }))
      .sort((one, other) => (one.weight < other.weight ? 1 : -1));
    for (const { subject } of ranked) {
      const avoided = this.#avoided.get(subject);
      if (!avoided || avoided.until <= now) return subject;
      // If the next replica got these requests, then the first replica of a new release would get those of all others.
      if (avoided.reason === 'unheard') return null;
    }
    return null;
  }

  /**
   * Sends a request to the subject of a replica. If nobody receives the request there, sends it to `otherwise`. Avoids
   * a replica that receives no direct requests, or that has answered nothing since the request was sent.
   */
  async send(subject: string, otherwise: string, send: Send): Promise<unknown> {
    const sentAt = this.#now();
    const answered = () => this.#answeredAt.set(subject, this.#now());
    try {
      const reply = await send(subject);
      answered();
      return reply;
    } catch (error) {
      if (error instanceof ServiceError && error.code !== 'service_unavailable') answered();
      if (isNats(error, NatsCode.NoResponders, NatsCode.PermissionsViolation)) {
        this.#avoid(subject, 'unheard');
        return send(otherwise);
      }
      const isLong = this.#now() - sentAt >= silentMs;
      if (isLong && isNats(error, NatsCode.Timeout) && (this.#answeredAt.get(subject) ?? 0) < sentAt)
        this.#avoid(subject, 'silent');
      throw error;
    }
  }

  #avoid(subject: string, reason: Reason): void {
    this.#avoided.set(subject, { until: this.#now() + avoidMs, reason });
  }
}
