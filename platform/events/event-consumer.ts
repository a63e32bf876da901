import {
  AckPolicy,
  type Consumer,
  type ConsumerMessages,
  DeliverPolicy,
  type JsMsg,
  type NatsConnection,
  NatsError,
  nanos,
} from 'nats';
import { type AnyEvent, Event, eventStream } from '#contracts/events.ts';
import { decode } from '#platform/bus/wire.ts';
import type { Logger } from '#platform/service/logger.ts';
import { ensureStream } from './event-stream.ts';

/** An event that was taken and not acknowledged in this time is given to somebody else. Milliseconds. */
const ackMs = 30_000;
/** How many are fetched at once, and how long one fetch waits for them. */
const batch = 100;
const fetchMs = 5_000;
const retryMs = 500;
/** Of a group, so many may be taken and not acknowledged. */
const mostTaken = 1_000;

/**
 * Takes events out of the stream for a group of replicas: each event to one of them, again if it does not say that it
 * has done with it. A new group begins with the oldest that is kept: the stream may have been told of something before
 * the group was made.
 */
export class EventConsumer {
  readonly #connection: NatsConnection;
  readonly #group: string;
  readonly #take: (event: AnyEvent) => Promise<void>;
  readonly #logger: Logger;
  #closed = false;
  #following = false;
  #messages: ConsumerMessages | null = null;
  #ended: Promise<void> = Promise.resolve();

  /** `take` resolves when an event is in safe hands; one that it throws for comes again. */
  constructor(
    connection: NatsConnection,
    group: string,
    take: (event: AnyEvent) => Promise<void>,
    logger: Logger,
  ) {
    this.#connection = connection;
    this.#group = group;
    this.#take = take;
    this.#logger = logger;
  }

  /** Whether events are being fetched. */
  get following(): boolean {
    return this.#following;
  }

  /** Takes events until `close`. */
  run(): Promise<void> {
    this.#ended = this.#run();
    return this.#ended;
  }

  async #run(): Promise<void> {
    while (!this.#closed) {
      try {
        const consumer = await this.#consumer();
        this.#following = true;
        while (!this.#closed) await this.#fetch(consumer);
      } catch (error) {
        this.#following = false;
        if (this.#closed) return;
        this.#logger.debug({ err: error }, 'events cannot be fetched');
        await new Promise((resolve) => setTimeout(resolve, retryMs));
      }
    }
  }

  async #consumer(): Promise<Consumer> {
    await ensureStream(this.#connection);
    const manager = await this.#connection.jetstreamManager({ checkAPI: false });
    try {
      await manager.consumers.info(eventStream, this.#group);
    } catch (error) {
      if (!(error instanceof NatsError && error.api_error?.code === 404)) throw error;
      await manager.consumers.add(eventStream, {
        durable_name: this.#group,
        ack_policy: AckPolicy.Explicit,
        ack_wait: nanos(ackMs),
        deliver_policy: DeliverPolicy.All,
        max_ack_pending: mostTaken,
      });
    }
    return this.#connection.jetstream().consumers.get(eventStream, this.#group);
  }

  async #fetch(consumer: Consumer): Promise<void> {
    const messages = await consumer.fetch({ max_messages: batch, expires: fetchMs });
    this.#messages = messages;
    const taken: Promise<void>[] = [];
    try {
      for await (const message of messages) taken.push(this.#one(message));
    } finally {
      this.#messages = null;
      await Promise.all(taken);
    }
  }

  /** Takes an event and says how that went. Never throws: what is not acknowledged comes again. */
  async #one(message: JsMsg): Promise<void> {
    const { subject, seq: sequence } = message;
    try {
      const event = read(message.data);
      if (event) await this.#take(event);
      else this.#logger.warn({ subject, sequence }, 'an event that is none');
      if (event) message.ack();
      else message.term();
    } catch (error) {
      this.#logger.warn({ err: error, subject, sequence }, 'an event could not be taken and comes again');
      if (!this.#connection.isClosed() && !this.#connection.isDraining()) message.nak(retryMs);
    }
  }

  /** Takes nothing more. Resolves when what was taken is done with. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#messages?.stop();
    await this.#ended;
  }
}

function read(bytes: Uint8Array): AnyEvent | null {
  try {
    return Event.parse(decode(bytes));
  } catch {
    return null;
  }
}
