import { setTimeout as sleep } from 'node:timers/promises';
import {
  AckPolicy,
  type Consumer,
  type ConsumerMessages,
  DeliverPolicy,
  DiscardPolicy,
  type JsMsg,
  type NatsConnection,
  NatsError,
  nanos,
} from 'nats';
import { type AnyEvent, eventStream } from '#contracts/events.ts';
import type { Logger } from '#platform/service/logger.ts';
import { eventsOf } from './event-message.ts';
import { keepStream, problemOf, type StreamPlan } from './event-stream.ts';

/** Milliseconds after which an unacknowledged message is delivered again, to any replica. */
const ackMs = 30_000;
/** Maximum number of messages per fetch. */
const batch = 100;
/** Milliseconds that a fetch waits for events. */
const fetchMs = 2_000;
const retryMs = 500;
/** Milliseconds between two measurements of the backlog. */
const measureMs = 2_000;
/** The stream counts as full from this share of its maximum size. */
const fullAt = 0.99;
/** Maximum number of unacknowledged messages of a group. */
const maxUnacknowledged = 1_000;
/** Milliseconds between two calls of `wantedFrom` while the group needs no events. */
const idleMs = 250;
/**
 * A new group gets events from this many milliseconds before `wantedFrom`, because clocks of machines differ.
 */
const marginMs = 60_000;

/** Settings of a consumer. */
interface ConsumerPlan extends StreamPlan {
  /**
   * Returns the time of the first event that the group needs, in Unix milliseconds; null while the group
   * needs no events. If absent, the group gets all stored events.
   */
  readonly wantedFrom?: () => number | null;
}

/**
 * Consumes the stream of events for a group of replicas. Each message, with one or more events, is delivered to one
 * replica. A message that is not acknowledged is delivered again, to any replica. By default, a new group begins with
 * the oldest stored message.
 */
export class EventConsumer {
  readonly #connection: NatsConnection;
  readonly #group: string;
  readonly #take: (event: AnyEvent) => Promise<void>;
  readonly #logger: Logger;
  readonly #plan: ConsumerPlan;
  readonly #wantedFrom: () => number | null;
  #consumer: Consumer | null = null;
  /** Whether the stream may have a consumer for this group. */
  #mayExist = true;
  #closed = false;
  #problem: string | null = 'events are not consumed yet';
  #lastBacklog = { waiting: 0, used: 0 };
  #measuredAt = Number.NEGATIVE_INFINITY;
  /** Unix milliseconds of the last received event. */
  #lastEventAt = Date.now();
  #messages: ConsumerMessages | null = null;
  #ended: Promise<void> = Promise.resolve();

  /**
   * `take` resolves when an event is handled. After an error of `take`, the stream delivers the message with the event
   * again, so `take` must recognise events that are already handled.
   */
  constructor(
    connection: NatsConnection,
    group: string,
    take: (event: AnyEvent) => Promise<void>,
    logger: Logger,
    plan: ConsumerPlan = {},
  ) {
    this.#plan = plan;
    this.#wantedFrom = plan.wantedFrom ?? (() => 0);
    this.#connection = connection;
    this.#group = group;
    this.#take = take;
    this.#logger = logger;
  }

  /**
   * The backlog of the group. `waiting`: number of undelivered messages. `oldestSeconds`: upper bound of the age of
   * these messages. `used`: share of the stream's maximum size that these messages use.
   */
  get backlog(): { readonly waiting: number; readonly oldestSeconds: number; readonly used: number } {
    const { waiting, used } = this.#lastBacklog;
    return { waiting, used, oldestSeconds: waiting === 0 ? 0 : (Date.now() - this.#lastEventAt) / 1_000 };
  }

  /** A sentence for operators that says why events cannot be consumed; null without a problem. */
  get problem(): string | null {
    return this.#problem;
  }

  /** Consumes events until `close`. */
  run(): Promise<void> {
    void this.#watch();
    this.#ended = this.#run();
    return this.#ended;
  }

  /** Cancels the current fetch after each reconnection, because a fetch from a lost node never ends. */
  async #watch(): Promise<void> {
    for await (const { type } of this.#connection.status()) if (type === 'reconnect') this.#messages?.stop();
  }

  async #run(): Promise<void> {
    while (!this.#closed) {
      try {
        await this.#step();
      } catch (error) {
        if (this.#closed) return;
        this.#consumer = null;
        this.#setProblem(problemOf(error));
        await sleep(retryMs);
      }
    }
  }

  /** Consumes the next events, or pauses if the group needs no events. */
  async #step(): Promise<void> {
    const from = this.#wantedFrom();
    if (from === null) {
      await this.#removeConsumer();
      await this.#measure(null);
      await sleep(idleMs);
      return;
    }
    this.#consumer ??= await this.#ensureConsumer(from);
    await this.#measure(this.#consumer);
    if (!this.#closed) await this.#fetch(this.#consumer);
  }

  #setProblem(problem: string | null): void {
    if (problem && problem !== this.#problem) this.#logger.warn({ problem }, 'events cannot be consumed');
    this.#problem = problem;
  }

  /** Measures the backlog, at most every two seconds. @throws Error when the stream or the group cannot be used */
  async #measure(consumer: Consumer | null): Promise<void> {
    if (performance.now() - this.#measuredAt < measureMs && !this.#problem) return;
    const { config, state } = await keepStream(this.#connection, this.#plan);
    const waiting = consumer ? (await consumer.info()).num_pending : 0;
    const share = state.messages === 0 ? 0 : (waiting / state.messages) * (state.bytes / config.max_bytes);
    this.#lastBacklog = { waiting, used: config.max_bytes > 0 ? share : 0 };
    this.#measuredAt = performance.now();
    const isFull = config.discard === DiscardPolicy.New && state.bytes >= fullAt * config.max_bytes;
    this.#setProblem(isFull && config.max_bytes > 0 ? 'the stream of events is full' : null);
  }

  /**
   * Removes the group's consumer from the stream. The next consumer begins at `wantedFrom` minus `marginMs`,
   * so the group does not get older events.
   */
  async #removeConsumer(): Promise<void> {
    this.#consumer = null;
    if (!this.#mayExist) return;
    const manager = await this.#connection.jetstreamManager({ checkAPI: false });
    await manager.consumers.delete(eventStream, this.#group).catch(unlessAbsent);
    this.#mayExist = false;
  }

  /**
   * Returns the group's consumer, and creates it if missing. A new consumer begins `marginMs` before `from`
   * (Unix milliseconds); with 0, at the oldest event.
   */
  async #ensureConsumer(from: number): Promise<Consumer> {
    this.#mayExist = true;
    await keepStream(this.#connection, this.#plan);
    const manager = await this.#connection.jetstreamManager({ checkAPI: false });
    try {
      await manager.consumers.info(eventStream, this.#group);
    } catch (error) {
      unlessAbsent(error);
      const begin =
        from === 0
          ? { deliver_policy: DeliverPolicy.All }
          : {
              deliver_policy: DeliverPolicy.StartTime,
              opt_start_time: new Date(from - marginMs).toISOString(),
            };
      await manager.consumers.add(eventStream, {
        durable_name: this.#group,
        ack_policy: AckPolicy.Explicit,
        ack_wait: nanos(ackMs),
        ...begin,
        max_ack_pending: maxUnacknowledged,
      });
    }
    return this.#connection.jetstream().consumers.get(eventStream, this.#group);
  }

  async #fetch(consumer: Consumer): Promise<void> {
    const messages = await consumer.fetch({ max_messages: batch, expires: fetchMs });
    this.#messages = messages;
    const taken: Promise<void>[] = [];
    try {
      for await (const message of messages) taken.push(this.#handle(message));
    } finally {
      this.#messages = null;
      await Promise.all(taken);
    }
  }

  /**
   * Handles the events of a message and acknowledges the message. Only logs an error, because the stream delivers an
   * unacknowledged message again.
   */
  async #handle(message: JsMsg): Promise<void> {
    const { subject, seq: sequence } = message;
    try {
      const { events, invalid } = eventsOf(message.data);
      if (invalid > 0) this.#logger.warn({ subject, sequence, invalid }, 'a message contains invalid events');
      const taken = await Promise.allSettled(events.map((event) => this.#take(event)));
      const failure = taken.find((one) => one.status === 'rejected');
      if (failure) throw failure.reason;
      this.#lastEventAt = events.at(-1)?.at ?? this.#lastEventAt;
      if (events.length > 0) message.ack();
      else message.term();
    } catch (error) {
      this.#logger.warn(
        { err: error, subject, sequence },
        'an event could not be handled, and its message will be delivered again',
      );
      if (!this.#connection.isClosed() && !this.#connection.isDraining()) message.nak(retryMs);
    }
  }

  /** Stops consuming. Resolves when all received events are handled. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#messages?.stop();
    await this.#ended;
  }
}

/** Ignores the error of a missing consumer or stream. Throws any other error again. */
function unlessAbsent(error: unknown): void {
  if (!(error instanceof NatsError && error.api_error?.code === 404)) throw error;
}
