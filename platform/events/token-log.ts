import { randomUUID } from 'node:crypto';
import {
  DiscardPolicy,
  ErrorCode,
  type JetStreamClient,
  type JetStreamManager,
  type NatsConnection,
  NatsError,
  nanos,
  StorageType,
} from 'nats';
import { type NumberedTokensChange, TokenLogEntry, tokenLogSubject, tokenStream } from '#contracts/tokens.ts';
import { decode, encode } from '#platform/bus/wire.ts';
import { unavailable } from '#platform/errors/errors.ts';

/** Milliseconds for the log to store or return one entry. */
const answerMs = 500;
const keptMs = 86_400_000;
const mostBytes = 16_777_216;
/** Maximum number of changes in one entry. */
const mostChanges = 1_000;
/** Entries per read, and the maximum number of entries to catch up. */
const readAtOnce = 32;
const mostBehind = 10_000;
/** Maximum number of changes that are appended again. */
const mostUnkept = 10_000;

/** Position of an entry in the log. The id shows whether it is still the same log. */
export interface Place {
  readonly sequence: number;
  readonly id: string;
}

/** Whether JetStream reports that the stream or entry does not exist. */
function isMissing(error: unknown): boolean {
  return error instanceof NatsError && error.api_error?.code === 404;
}

/** The log of acknowledged changes, in JetStream. A majority of its servers stores each entry. */
export class TokenLog {
  readonly #connection: NatsConnection;
  readonly #client: JetStreamClient;
  readonly #replicas: number | undefined;
  /** Changes whose entry may not be stored; the next entry repeats them. */
  #unkept: readonly NumberedTokensChange[] = [];
  #ensured = false;

  /** `replicas`: number of NATS nodes that store the log; without it, the number is not changed. */
  constructor(connection: NatsConnection, replicas?: number) {
    this.#connection = connection;
    this.#replicas = replicas;
    this.#client = connection.jetstream({ timeout: answerMs });
  }

  /**
   * Appends an entry with these changes and returns its position.
   *
   * @throws ServiceError `service_unavailable` if it may not be stored
   */
  async append(changes: readonly NumberedTokensChange[]): Promise<Place> {
    const all = [...this.#unkept, ...changes];
    this.#unkept = all.slice(-mostUnkept);
    let place = await this.#keep(all.slice(0, mostChanges));
    for (let from = mostChanges; from < all.length; from += mostChanges) {
      place = await this.#keep(all.slice(from, from + mostChanges));
    }
    const kept = new Set(all);
    this.#unkept = this.#unkept.filter((change) => !kept.has(change));
    return place;
  }

  /**
   * Returns the changes between two positions; null if the log has lost the first of them.
   *
   * @throws ServiceError `service_unavailable` if the log does not answer
   */
  async between(from: Place, to: Place): Promise<NumberedTokensChange[] | null> {
    if (to.sequence <= from.sequence || to.sequence - from.sequence > mostBehind) return null;
    const changes: NumberedTokensChange[] = [];
    try {
      const manager = await this.#manager();
      for (let next = from.sequence; next < to.sequence; next += readAtOnce) {
        const count = Math.min(readAtOnce, to.sequence - next);
        const entries = await Promise.all(
          Array.from({ length: count }, (_, index) => entryAt(manager, next + index)),
        );
        if (next === from.sequence && entries[0]?.id !== from.id) return null;
        changes.push(...entries.flatMap((entry) => entry.changes));
      }
    } catch (error) {
      if (isMissing(error)) return null;
      throw unavailable(error);
    }
    return changes;
  }

  async #keep(changes: readonly NumberedTokensChange[]): Promise<Place> {
    const id = randomUUID();
    const entry = encode({ id, changes: [...changes] } satisfies TokenLogEntry);
    try {
      if (!this.#ensured) await this.#ensure();
      // The stream may have been lost with its disk.
      const sequence = await this.#publish(entry).catch((error: unknown) => this.#made(error, entry));
      return { sequence, id };
    } catch (error) {
      throw unavailable(error);
    }
  }

  async #publish(entry: Uint8Array): Promise<number> {
    const { seq } = await this.#client.publish(tokenLogSubject, entry, {
      expect: { streamName: tokenStream },
    });
    return seq;
  }

  /** Creates a missing stream and publishes once more. */
  async #made(error: unknown, entry: Uint8Array): Promise<number> {
    if (!(error instanceof NatsError && error.code === ErrorCode.NoResponders)) throw error;
    await this.#ensure();
    return this.#publish(entry);
  }

  /** Creates the stream unless it exists, and sets its number of replicas. */
  async #ensure(): Promise<void> {
    const { streams } = await this.#manager();
    try {
      const { config } = await streams.info(tokenStream);
      const num_replicas = this.#replicas ?? config.num_replicas;
      const isAsPlanned = config.num_replicas === num_replicas;
      // With too few nodes, the number stays as it is and the next entry tries again.
      this.#ensured =
        isAsPlanned ||
        (await streams.update(tokenStream, { ...config, num_replicas }).then(
          () => true,
          () => false,
        ));
    } catch (error) {
      if (!isMissing(error)) throw error;
      await streams.add({
        name: tokenStream,
        subjects: [tokenLogSubject],
        storage: StorageType.File,
        discard: DiscardPolicy.Old,
        max_age: nanos(keptMs),
        max_bytes: mostBytes,
        num_replicas: this.#replicas ?? 1,
      });
      this.#ensured = true;
    }
  }

  #manager(): Promise<JetStreamManager> {
    return this.#connection.jetstreamManager({ checkAPI: false, timeout: answerMs });
  }
}

/** Returns the entry with a sequence number. @throws NatsError if there is none */
async function entryAt(manager: JetStreamManager, sequence: number): Promise<TokenLogEntry> {
  const message = await manager.streams.getMessage(tokenStream, { seq: sequence });
  return TokenLogEntry.parse(decode(message.data));
}
