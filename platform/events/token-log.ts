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

/** Milliseconds within which the log must store or return an entry. */
const answerMs = 500;
/** Milliseconds for which an entry is stored. */
const storedMs = 86_400_000;
/** Maximum size of the log in bytes. */
const maxBytes = 16_777_216;
/** Maximum number of changes in one entry. */
const maxChanges = 1_000;
/** Number of entries that are read at once. */
const readAtOnce = 32;
/** Maximum number of entries between two positions. Beyond this number, `between` returns null. */
const maxBehind = 10_000;
/** Maximum number of unconfirmed changes that the next entry repeats. */
const maxUnconfirmed = 10_000;

/**
 * Position of an entry in the log. If the log is lost and created again, sequence numbers repeat, but ids do
 * not.
 */
export interface LogPosition {
  readonly sequence: number;
  readonly id: string;
}

/** Returns whether JetStream reports that the stream or entry does not exist. */
function isMissing(error: unknown): boolean {
  return error instanceof NatsError && error.api_error?.code === 404;
}

/** The log of token changes: a JetStream stream. A majority of its nodes confirms each entry. */
export class TokenLog {
  readonly #connection: NatsConnection;
  readonly #client: JetStreamClient;
  readonly #nodes: number | undefined;
  /** Changes that may be missing in the log. The next entry repeats these changes. */
  #unconfirmed: readonly NumberedTokensChange[] = [];
  #ensured = false;

  /** `nodes`: number of NATS nodes that store the log; unchanged if absent. */
  constructor(connection: NatsConnection, nodes?: number) {
    this.#connection = connection;
    this.#nodes = nodes;
    this.#client = connection.jetstream({ timeout: answerMs });
  }

  /**
   * Appends the changes that earlier calls may have failed to append, and then `changes`. Returns the
   * position of the last entry.
   *
   * @throws ServiceError `service_unavailable` if a change may be missing in the log
   */
  async append(changes: readonly NumberedTokensChange[]): Promise<LogPosition> {
    const all = [...this.#unconfirmed, ...changes];
    this.#unconfirmed = all.slice(-maxUnconfirmed);
    let place = await this.#store(all.slice(0, maxChanges));
    for (let from = maxChanges; from < all.length; from += maxChanges) {
      place = await this.#store(all.slice(from, from + maxChanges));
    }
    const stored = new Set(all);
    this.#unconfirmed = this.#unconfirmed.filter((change) => !stored.has(change));
    return place;
  }

  /**
   * Returns the changes between two positions. Null if `to` is not after `from`, if more than `maxBehind`
   * entries are between `from` and `to`, or if the log has lost the entry at `from`.
   *
   * @throws ServiceError `service_unavailable` if the log does not answer
   */
  async between(from: LogPosition, to: LogPosition): Promise<NumberedTokensChange[] | null> {
    if (to.sequence <= from.sequence || to.sequence - from.sequence > maxBehind) return null;
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

  async #store(changes: readonly NumberedTokensChange[]): Promise<LogPosition> {
    const id = randomUUID();
    const entry = encode({ id, changes: [...changes] } satisfies TokenLogEntry);
    try {
      if (!this.#ensured) await this.#ensure();
      // `#republish` creates the stream again if the stream was lost with its disk.
      const sequence = await this.#publish(entry).catch((error: unknown) => this.#republish(error, entry));
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

  /** Creates a missing stream and publishes the entry again. @throws `error` if the stream is not missing */
  async #republish(error: unknown, entry: Uint8Array): Promise<number> {
    if (!(error instanceof NatsError && error.code === ErrorCode.NoResponders)) throw error;
    await this.#ensure();
    return this.#publish(entry);
  }

  /** Creates the stream if it is missing, and sets the number of its nodes. */
  async #ensure(): Promise<void> {
    const { streams } = await this.#manager();
    try {
      const { config } = await streams.info(tokenStream);
      const num_replicas = this.#nodes ?? config.num_replicas;
      const isUnchanged = config.num_replicas === num_replicas;
      // If NATS has too few nodes, the update fails, and `#store` calls `#ensure` again for the next entry.
      this.#ensured =
        isUnchanged ||
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
        max_age: nanos(storedMs),
        max_bytes: maxBytes,
        num_replicas: this.#nodes ?? 1,
      });
      this.#ensured = true;
    }
  }

  #manager(): Promise<JetStreamManager> {
    return this.#connection.jetstreamManager({ checkAPI: false, timeout: answerMs });
  }
}

/** Returns the entry with a sequence number. @throws NatsError if the log has no entry with this number */
async function entryAt(manager: JetStreamManager, sequence: number): Promise<TokenLogEntry> {
  const message = await manager.streams.getMessage(tokenStream, { seq: sequence });
  return TokenLogEntry.parse(decode(message.data));
}
