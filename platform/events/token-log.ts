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

/** How long the log may take to keep or to give one entry. Milliseconds. */
const answerMs = 500;
const keptMs = 86_400_000;
const mostBytes = 16_777_216;
/** Changes in one entry. */
const mostChanges = 1_000;
/** Entries that are read at once, and how many may be read at all to catch up. */
const readAtOnce = 32;
const mostBehind = 10_000;
/** Changes that are appended again at most. */
const mostUnkept = 10_000;

/** An entry's place in the log. The id tells whether it is still the same log. */
export interface Place {
  readonly sequence: number;
  readonly id: string;
}

/** Whether JetStream says that there is no such stream or entry. */
function isMissing(error: unknown): boolean {
  return error instanceof NatsError && error.api_error?.code === 404;
}

/** The log of acknowledged changes, in JetStream: what was appended is kept by a majority of its servers. */
export class TokenLog {
  readonly #connection: NatsConnection;
  readonly #client: JetStreamClient;
  readonly #replicas: number | undefined;
  /** Changes whose entry may not be kept: the next entry has them as well. */
  #unkept: readonly NumberedTokensChange[] = [];
  #ensured = false;

  /** `replicas` is on how many nodes of NATS it is kept; not said, it stays as it is. */
  constructor(connection: NatsConnection, replicas?: number) {
    this.#connection = connection;
    this.#replicas = replicas;
    this.#client = connection.jetstream({ timeout: answerMs });
  }

  /**
   * Appends an entry with these changes and returns its place.
   *
   * @throws ServiceError `service_unavailable` when it is not sure that the log has them
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
   * Changes in the entries from one place up to another; null when the log has lost the first of them.
   *
   * @throws ServiceError `service_unavailable` when the log does not answer
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
      // The stream may be gone with its disk.
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

  /** Publishes once more, if nobody took it since there is no stream. */
  async #made(error: unknown, entry: Uint8Array): Promise<number> {
    if (!(error instanceof NatsError && error.code === ErrorCode.NoResponders)) throw error;
    await this.#ensure();
    return this.#publish(entry);
  }

  /** Makes the stream unless it is there, on as many nodes as it is to be. */
  async #ensure(): Promise<void> {
    const { streams } = await this.#manager();
    try {
      const { config } = await streams.info(tokenStream);
      const num_replicas = this.#replicas ?? config.num_replicas;
      const isAsPlanned = config.num_replicas === num_replicas;
      // Where there are too few nodes it goes on as it is, and the next entry tries again.
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

/** The entry of a sequence number. @throws NatsError when there is none */
async function entryAt(manager: JetStreamManager, sequence: number): Promise<TokenLogEntry> {
  const message = await manager.streams.getMessage(tokenStream, { seq: sequence });
  return TokenLogEntry.parse(decode(message.data));
}
