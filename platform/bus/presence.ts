import type { NatsConnection, Subscription } from 'nats';
import { Presence, presenceSubject, type SeenReplica } from '#contracts/status.ts';
import { decode, encode } from './wire.ts';

/** Milliseconds between announcements of a replica, and until it is forgotten. */
const everyMs = 5_000;
const keptMs = 900_000;
/** Most remembered replicas. */
const mostSeen = 1_000;

interface Seen {
  readonly service: string;
  readonly replica: string;
  readonly at: number;
}

/**
 * Announces this replica, and remembers the announcements of others, so that `status` can report replicas
 * that vanished.
 */
export class PresenceBoard {
  readonly #connection: NatsConnection;
  readonly #subject: string;
  readonly #replica: string;
  readonly #subscription: Subscription;
  readonly #seen = new Map<string, Seen>();
  readonly #now: () => number;
  readonly #timer: NodeJS.Timeout;

  /** `now` is a monotonic clock in milliseconds. */
  constructor(connection: NatsConnection, service: string, replica: string, now = () => performance.now()) {
    this.#connection = connection;
    this.#subject = presenceSubject(service);
    this.#replica = replica;
    this.#now = now;
    this.#subscription = connection.subscribe(presenceSubject('*'), {
      callback: (error, { subject, data }) => {
        if (!error) this.#hear(subject.slice(presenceSubject('').length), data);
      },
    });
    this.#tell(false);
    this.#timer = setInterval(() => this.#tell(false), everyMs).unref();
  }

  /** Replicas seen in the last quarter of an hour that have not announced their end. */
  get seen(): SeenReplica[] {
    const now = this.#now();
    const recent = [...this.#seen.values()].filter(({ at }) => now - at < keptMs);
    return recent.map(({ service, replica, at }) => ({
      service,
      replica,
      agoSeconds: Math.round((now - at) / 1_000),
    }));
  }

  #tell(ends: boolean): void {
    if (!this.#connection.isClosed())
      this.#connection.publish(this.#subject, encode({ replica: this.#replica, ends }));
  }

  #hear(service: string, bytes: Uint8Array): void {
    const presence = read(bytes);
    if (!presence) return;
    const { replica, ends } = presence;
    const name = `${service} ${replica}`;
    // Keeps the most recent last.
    this.#seen.delete(name);
    if (ends) return;
    this.#seen.set(name, { service, replica, at: this.#now() });
    const [oldest] = this.#seen.keys();
    if (this.#seen.size > mostSeen && oldest !== undefined) this.#seen.delete(oldest);
  }

  /** Announces the end of this replica. */
  close(): void {
    clearInterval(this.#timer);
    this.#subscription.unsubscribe();
    this.#tell(true);
  }
}

function read(bytes: Uint8Array): Presence | null {
  try {
    return Presence.parse(decode(bytes));
  } catch {
    return null;
  }
}
