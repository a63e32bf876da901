import type { NatsConnection, Subscription } from 'nats';
import { Presence, presenceSubject, type SeenReplica } from '#contracts/status.ts';
import { contractVersion, decode, encode, oldestContract } from './wire.ts';

/** Milliseconds between two announcements of a replica. */
const announceMs = 5_000;
/** Milliseconds without an announcement after which a replica is forgotten. */
const forgetMs = 900_000;
/** Milliseconds within which every running replica announces itself. */
const allHeardMs = 2 * announceMs;
/** Maximum number of remembered replicas. */
const maxSeen = 1_000;

interface Seen {
  readonly service: string;
  readonly replica: string;
  readonly at: number;
  readonly contract: number;
}

/**
 * Announces this replica and stores the announcements of other replicas, so that `status` can list replicas
 * that no longer answer.
 */
export class PresenceBoard {
  readonly #connection: NatsConnection;
  readonly #subject: string;
  readonly #replica: string;
  readonly #subscription: Subscription;
  readonly #seen = new Map<string, Seen>();
  readonly #now: () => number;
  readonly #timer: NodeJS.Timeout;
  readonly #began: number;
  #contract = oldestContract;

  /** `now` returns the time of a monotonic clock in milliseconds. */
  constructor(connection: NatsConnection, service: string, replica: string, now = () => performance.now()) {
    this.#connection = connection;
    this.#subject = presenceSubject(service);
    this.#replica = replica;
    this.#now = now;
    this.#began = now();
    this.#subscription = connection.subscribe(presenceSubject('*'), {
      callback: (error, { subject, data }) => {
        if (!error) this.#hear(subject.slice(presenceSubject('').length), data);
      },
    });
    this.#announce(false);
    this.#timer = setInterval(() => this.#announce(false), announceMs).unref();
  }

  /** The replicas that announced themselves in the last quarter of an hour and have not ended. */
  get seen(): SeenReplica[] {
    const now = this.#now();
    return this.#recent().map(({ service, replica, at }) => ({
      service,
      replica,
      agoSeconds: Math.round((now - at) / 1_000),
    }));
  }

  /** The lowest `contractVersion` of all replicas; `oldestContract` until all replicas have announced themselves. */
  get contract(): number {
    return this.#contract;
  }

  /** Returns the number of replicas of a service that announced themselves in the last ten seconds. */
  countOf(service: string): number {
    return this.#recent(allHeardMs).filter((one) => one.service === service).length;
  }

  #recent(withinMs = forgetMs): Seen[] {
    const now = this.#now();
    return [...this.#seen.values()].filter(({ at }) => now - at < withinMs);
  }

  #announce(ends: boolean): void {
    const heard = this.#now() - this.#began >= allHeardMs ? contractVersion : oldestContract;
    this.#contract = Math.min(heard, ...this.#recent().map(({ contract }) => contract));
    if (this.#connection.isClosed()) return;
    const presence: Presence = { replica: this.#replica, ends, contract: contractVersion };
    this.#connection.publish(this.#subject, encode(presence));
  }

  #hear(service: string, bytes: Uint8Array): void {
    const presence = read(bytes);
    if (!presence) return;
    const { replica, ends, contract } = presence;
    const name = `${service} ${replica}`;
    // The replica is deleted and added again, so that the map begins with the oldest announcement.
    this.#seen.delete(name);
    if (!ends) this.#seen.set(name, { service, replica, at: this.#now(), contract });
    if (ends) return;
    // A lower contract version counts at once. `#announce` raises the version after an older replica ended.
    this.#contract = Math.min(this.#contract, contract);
    const [oldest] = this.#seen.keys();
    if (this.#seen.size > maxSeen && oldest !== undefined) this.#seen.delete(oldest);
  }

  /** Announces the end of this replica. */
  close(): void {
    clearInterval(this.#timer);
    this.#subscription.unsubscribe();
    this.#announce(true);
  }
}

function read(bytes: Uint8Array): Presence | null {
  try {
    return Presence.parse(decode(bytes));
  } catch {
    return null;
  }
}
