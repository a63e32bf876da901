import type { NatsConnection, Subscription } from 'nats';
import { Presence, presenceSubject, type SeenReplica } from '#contracts/status.ts';
import { decode, encode } from './wire.ts';

/** How often a replica says that it is there, and how long it is remembered after the last time. Milliseconds. */
const everyMs = 5_000;
const keptMs = 900_000;
/** No more replicas than this are remembered. */
const mostSeen = 1_000;

interface Seen {
  readonly service: string;
  readonly replica: string;
  readonly at: number;
}

/**
 * Tells others that this replica is there, and remembers who else said so: what was there and went without a word is
 * missed by `status`.
 */
export class PresenceBoard {
  readonly #connection: NatsConnection;
  readonly #subject: string;
  readonly #replica: string;
  readonly #subscription: Subscription;
  readonly #seen = new Map<string, Seen>();
  readonly #now: () => number;
  readonly #timer: NodeJS.Timeout;

  /** `now` is a clock in milliseconds that never goes back. */
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

  /** Every replica that was heard of in the last quarter of an hour and has not said that it ends. */
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
    // The one that was heard of last stands last.
    this.#seen.delete(name);
    if (ends) return;
    this.#seen.set(name, { service, replica, at: this.#now() });
    const [oldest] = this.#seen.keys();
    if (this.#seen.size > mostSeen && oldest !== undefined) this.#seen.delete(oldest);
  }

  /** Says that this replica ends. */
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
