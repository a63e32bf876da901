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
import { type AnyEvent, Event, eventStream } from '#contracts/events.ts';
import { decode } from '#platform/bus/wire.ts';
import type { Logger } from '#platform/service/logger.ts';
import { keepStream, problemOf, type StreamPlan } from './event-stream.ts';

/** Milliseconds after which an unacknowledged event is delivered to another replica. */
const ackMs = 30_000;
/** Number of events per fetch, and how long a fetch waits for them. */
const batch = 100;
const fetchMs = 2_000;
const retryMs = 500;
/** Milliseconds between two measurements of the backlog. */
const lookMs = 2_000;
/** Share of the stream's limit at which it counts as full. */
const fullAt = 0.99;
/** Maximum number of unacknowledged events of a group. */
const mostTaken = 1_000;
/** Pause of a group that wants no events. Milliseconds. */
const restMs = 250;
/** A new group starts this long before the requested time, since clocks differ. Milliseconds. */
const marginMs = 60_000;

/** Settings of a consumer. */
interface ConsumerPlan extends StreamPlan {
  /**
   * Unix milliseconds of the first event that the group wants; null while it wants none, and then it has no
   * consumer in the stream. By default it wants all stored events.
   */
  readonly wantedFrom?: () => number | null;
}

/**
 * Consumes the stream for a group of replicas: each event goes to one replica, and again to any if it is not
 * acknowledged. A new group starts with the oldest stored event, since events may have been published before
 * the group existed.
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
  #mayBeKept = true;
  #closed = false;
  #problem: string | null = 'events are not consumed yet';
  #waiting = { waiting: 0, used: 0 };
  #lookedAt = Number.NEGATIVE_INFINITY;
  /** Unix milliseconds of the last received event. */
  #takenAt = Date.now();
  #messages: ConsumerMessages | null = null;
  #ended: Promise<void> = Promise.resolve();

  /** `take` resolves once an event is handled; if it throws, the event is delivered again. */
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

  /** Number of undelivered events, an upper bound of their age, and the used share of the stream's limit. */
  get waiting(): { readonly waiting: number; readonly oldestSeconds: number; readonly used: number } {
    const { waiting, used } = this.#waiting;
    return { waiting, used, oldestSeconds: waiting === 0 ? 0 : (Date.now() - this.#takenAt) / 1_000 };
  }

  /** Why events cannot be consumed, for an operator; null if they can. */
  get problem(): string | null {
    return this.#problem;
  }

  /** Consumes events until `close`. */
  run(): Promise<void> {
    void this.#watch();
    this.#ended = this.#run();
    return this.#ended;
  }

  /** A fetch that was sent to a lost node never ends, so the watch cancels it. */
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
        this.#note(problemOf(error));
        await sleep(retryMs);
      }
    }
  }

  /** Consumes the next events, or pauses while none are wanted. */
  async #step(): Promise<void> {
    const from = this.#wantedFrom();
    if (from === null) {
      await this.#forget();
      await this.#look(null);
      await sleep(restMs);
      return;
    }
    this.#consumer ??= await this.#keep(from);
    await this.#look(this.#consumer);
    if (!this.#closed) await this.#fetch(this.#consumer);
  }

  #note(problem: string | null): void {
    if (problem && problem !== this.#problem) this.#logger.warn({ problem }, 'events cannot be consumed');
    this.#problem = problem;
  }

  /** Counts the backlog. @throws Error when the stream or the group cannot be used */
  async #look(consumer: Consumer | null): Promise<void> {
    if (performance.now() - this.#lookedAt < lookMs && !this.#problem) return;
    const { config, state } = await keepStream(this.#connection, this.#plan);
    const waiting = consumer ? (await consumer.info()).num_pending : 0;
    const share = state.messages === 0 ? 0 : (waiting / state.messages) * (state.bytes / config.max_bytes);
    this.#waiting = { waiting, used: config.max_bytes > 0 ? share : 0 };
    this.#lookedAt = performance.now();
    const isFull = config.discard === DiscardPolicy.New && state.bytes >= fullAt * config.max_bytes;
    this.#note(isFull && config.max_bytes > 0 ? 'the stream of events is full' : null);
  }

  /**
   * Removes the group from the stream. Unacknowledged events of other replicas are lost to the group only if
   * they are older than `wantedFrom` when it starts again.
   */
  async #forget(): Promise<void> {
    this.#consumer = null;
    if (!this.#mayBeKept) return;
    const manager = await this.#connection.jetstreamManager({ checkAPI: false });
    await manager.consumers.delete(eventStream, this.#group).catch(unlessAbsent);
    this.#mayBeKept = false;
  }

  /** Returns the group's consumer. A new one begins at `from` in Unix milliseconds; 0 is the oldest event. */
  async #keep(from: number): Promise<Consumer> {
    this.#mayBeKept = true;
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

  /** Handles one event and acknowledges it. Never throws: an unacknowledged event is delivered again. */
  async #one(message: JsMsg): Promise<void> {
    const { subject, seq: sequence } = message;
    try {
      const event = read(message.data);
      if (event) await this.#take(event);
      else this.#logger.warn({ subject, sequence }, 'a message is not a valid event');
      if (event) this.#takenAt = event.at;
      if (event) message.ack();
      else message.term();
    } catch (error) {
      this.#logger.warn(
        { err: error, subject, sequence },
        'an event could not be handled and will be delivered again',
      );
      if (!this.#connection.isClosed() && !this.#connection.isDraining()) message.nak(retryMs);
    }
  }

  /** Consumes no more events. Resolves when the received ones are handled. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#messages?.stop();
    await this.#ended;
  }
}

/** @throws the error, unless it reports that the consumer or stream does not exist */
function unlessAbsent(error: unknown): void {
  if (!(error instanceof NatsError && error.api_error?.code === 404)) throw error;
}

function read(bytes: Uint8Array): AnyEvent | null {
  try {
    return Event.parse(decode(bytes));
  } catch {
    return null;
  }
}
