import type { NatsConnection, Subscription } from 'nats';
import { Presence, presenceSubject, type SeenReplica } from '#contracts/status.ts';
import { contractVersion, decode, encode, oldestContract } from './wire.ts';

/** Milliseconds between two announcements of a replica. */
const announceMs = 5_000;
/** Milliseconds without an announcement after which a replica is forgotten. */
const forgetMs = 900_000;
/** Milliseconds within which every running replica announces itself. */
const allHeardMs = 2 * announceMs;
/** After this many milliseconds without a visit, the next visit is announced at once. */
const quietMs = 60_000;
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
 * that no longer answer. Also announces whether clients send requests.
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
  /** Whether a client sent a request to this replica since the last announcement. */
  #isVisited = false;
  /** Time of the last request of a client, to any replica. */
  #visitedAt: number;

  /** `now` returns the time of a monotonic clock in milliseconds. */
  constructor(connection: NatsConnection, service: string, replica: string, now = () => performance.now()) {
    this.#connection = connection;
    this.#subject = presenceSubject(service);
    this.#replica = replica;
    this.#now = now;
    this.#began = now();
    this.#visitedAt = this.#began;
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

  /** Milliseconds since a client last sent a request to any replica, or since the start of this process. */
  get sinceVisit(): number {
    return this.#now() - this.#visitedAt;
  }

  /** Notes that a client sent a request to this replica. */
  visited(): void {
    this.#isVisited = true;
    if (this.sinceVisit > quietMs) this.#announce(false);
  }

  #recent(withinMs = forgetMs): Seen[] {
    const now = this.#now();
    return [...this.#seen.values()].filter(({ at }) => now - at < withinMs);
  }

  #announce(ends: boolean): void {
    const heard = this.#now() - this.#began >= allHeardMs ? contractVersion : oldestContract;
    this.#contract = Math.min(heard, ...this.#recent().map(({ contract }) => contract));
    if (this.#connection.isClosed()) return;
    const visited = this.#isVisited;
    if (visited) this.#visitedAt = this.#now();
    this.#isVisited = false;
    const presence: Presence = { replica: this.#replica, ends, contract: contractVersion, visited };
    this.#connection.publish(this.#subject, encode(presence));
  }

  #hear(service: string, bytes: Uint8Array): void {
    const presence = read(bytes);
    if (!presence) return;
    const { replica, ends, contract, visited } = presence;
    if (visited) this.#visitedAt = this.#now();
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
