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

/** An event that was taken and not acknowledged in this time is given to somebody else. Milliseconds. */
const ackMs = 30_000;
/** How many are fetched at once, and how long one fetch waits for them. */
const batch = 100;
const fetchMs = 2_000;
const retryMs = 500;
/** How often it is looked how much waits. */
const lookMs = 2_000;
/** Of what the stream may hold: with so much in it, it is full. */
const fullAt = 0.99;
/** Of a group, so many may be taken and not acknowledged. */
const mostTaken = 1_000;
/** How often a group that wants nothing is asked again. Milliseconds. */
const restMs = 250;
/** A new group begins so much before the moment that it asks for, since clocks differ. Milliseconds. */
const marginMs = 60_000;

/** Settings of a consumer. */
interface ConsumerPlan extends StreamPlan {
  /**
   * Unix milliseconds of the first event that the group wants, or null while it wants none: then it has no consumer in
   * the stream. By default it wants all that are kept.
   */
  readonly wantedFrom?: () => number | null;
}

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
  readonly #plan: ConsumerPlan;
  readonly #wantedFrom: () => number | null;
  #consumer: Consumer | null = null;
  /** Whether the stream may have a consumer for this group. */
  #mayBeKept = true;
  #closed = false;
  #problem: string | null = 'events are not taken yet';
  #waiting = { waiting: 0, used: 0 };
  #lookedAt = Number.NEGATIVE_INFINITY;
  /** Unix milliseconds of the last event that was taken. */
  #takenAt = Date.now();
  #messages: ConsumerMessages | null = null;
  #ended: Promise<void> = Promise.resolve();

  /** `take` resolves when an event is in safe hands; one that it throws for comes again. */
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

  /** How many events nobody has taken yet, since when at most, and the part of the stream that they fill. */
  get waiting(): { readonly waiting: number; readonly oldestSeconds: number; readonly used: number } {
    const { waiting, used } = this.#waiting;
    return { waiting, used, oldestSeconds: waiting === 0 ? 0 : (Date.now() - this.#takenAt) / 1_000 };
  }

  /** Why events cannot be taken, for an operator; null while they can. */
  get problem(): string | null {
    return this.#problem;
  }

  /** Takes events until `close`. */
  run(): Promise<void> {
    void this.#watch();
    this.#ended = this.#run();
    return this.#ended;
  }

  /** What was asked for of a node that is gone does not come any more. */
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

  /** Takes the next events, or rests while none are wanted. */
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
    if (problem && problem !== this.#problem) this.#logger.warn({ problem }, 'events cannot be taken');
    this.#problem = problem;
  }

  /** Looks how much waits. @throws Error when the stream or the group cannot be used */
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
   * Removes the group from the stream. What another replica has taken and not acknowledged is lost to the group only if
   * it is older than `wantedFrom` at its next beginning.
   */
  async #forget(): Promise<void> {
    this.#consumer = null;
    if (!this.#mayBeKept) return;
    const manager = await this.#connection.jetstreamManager({ checkAPI: false });
    await manager.consumers.delete(eventStream, this.#group).catch(unlessAbsent);
    this.#mayBeKept = false;
  }

  /** Returns the group's consumer. A new one begins at a moment, in Unix milliseconds; 0 for the oldest event. */
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

  /** Takes an event and says how that went. Never throws: what is not acknowledged comes again. */
  async #one(message: JsMsg): Promise<void> {
    const { subject, seq: sequence } = message;
    try {
      const event = read(message.data);
      if (event) await this.#take(event);
      else this.#logger.warn({ subject, sequence }, 'an event that is none');
      if (event) this.#takenAt = event.at;
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

/** @throws the error, unless the server says that there is no such thing */
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
