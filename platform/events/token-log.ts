import { randomUUID } from 'node:crypto';
import { type JetStreamClient, type JetStreamManager, type NatsConnection, NatsError } from 'nats';
import { type NumberedTokensChange, TokenLogEntry, tokenLogSubject, tokenStream } from '#contracts/tokens.ts';
import { decode, encode } from '#platform/bus/wire.ts';
import { unavailable } from '#platform/errors/errors.ts';

/** Milliseconds within which the log must store or return an entry. */
const answerMs = 500;
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
  /** Changes that may be missing in the log. The next entry repeats these changes. */
  #unconfirmed: readonly NumberedTokensChange[] = [];

  constructor(connection: NatsConnection) {
    this.#connection = connection;
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
        changes.push(...entries.flatMap((entry) => entry?.changes ?? []));
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
      const { seq: sequence } = await this.#client.publish(tokenLogSubject, entry, {
        expect: { streamName: tokenStream },
      });
      return { sequence, id };
    } catch (error) {
      throw unavailable(error);
    }
  }

  #manager(): Promise<JetStreamManager> {
    return this.#connection.jetstreamManager({ checkAPI: false, timeout: answerMs });
  }
}

/**
 * Returns the entry with a sequence number; null for a message that is no entry. JetStream sends its answers to the
 * subject that the asker names, so every role can have an answer of JetStream stored in this stream.
 *
 * @throws NatsError if the log has no message with this number
 * @throws ZodError if the entry has a form that this release does not know: it may revoke tokens
 */
async function entryAt(manager: JetStreamManager, sequence: number): Promise<TokenLogEntry | null> {
  const { data } = await manager.streams.getMessage(tokenStream, { seq: sequence });
  const value = jsonOf(data);
  const isEntry = typeof value === 'object' && value !== null && 'changes' in value;
  return isEntry ? TokenLogEntry.parse(value) : null;
}

/** Returns the value of JSON bytes; null if the bytes are no JSON. */
function jsonOf(bytes: Uint8Array): unknown {
  try {
    return decode(bytes);
  } catch {
    return null;
  }
}
