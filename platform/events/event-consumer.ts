import { setTimeout as sleep } from 'node:timers/promises';
import { type Consumer, type ConsumerMessages, DiscardPolicy, type JsMsg, type NatsConnection } from 'nats';
import { type AnyEvent, eventStream, webhookConsumer } from '#contracts/events.ts';
import type { Logger } from '#platform/service/logger.ts';
import { eventsOf, problemOf } from './event-stream.ts';
import { missing, unlessMissing } from './streams.ts';

/** Maximum number of messages per fetch. */
const batch = 100;
/** Milliseconds that a fetch waits for events. */
const fetchMs = 2_000;
const retryMs = 500;
/** Milliseconds between two measurements of the backlog. */
const measureMs = 2_000;
/** Milliseconds within which JetStream must describe the stream and the consumer. */
const answerMs = 2_000;
/** The stream counts as full from this share of its maximum size. */
const fullAt = 0.99;
/**
 * Milliseconds for which an event is not discarded while nobody wants events. Somebody who begins to want events gets
 * those since the beginning: by another clock, and before this process knows.
 */
const unwantedMs = 60_000;
/** Milliseconds between two looks whether events are wanted. */
const lookMs = 250;
/** Milliseconds after which a message that is held back is reported as in progress, so that it is not delivered again. */
const workingMs = 10_000;

/** Settings of a consumer. */
interface ConsumerPlan {
  /** Returns whether anybody wants events. If absent, all events are wanted. */
  readonly isWanted?: () => boolean;
  /** Milliseconds for which an unwanted event is not discarded; by default a minute. */
  readonly unwantedMs?: number;
}

/**
 * Takes events from the consumer `webhooks` of the stream, which `keepStreams` makes. Each message, with one or more
 * events, is delivered to one replica. A message that is not acknowledged is delivered again, to any replica. While no
 * events are wanted, messages older than a minute are acknowledged unread.
 */
export class EventConsumer {
  readonly #connection: NatsConnection;
  readonly #take: (event: AnyEvent) => Promise<void>;
  readonly #logger: Logger;
  readonly #isWanted: () => boolean;
  readonly #unwantedMs: number;
  #consumer: Consumer | null = null;
  #closed = false;
  #problem: string | null = 'events are not consumed yet';
  #isMissing = false;
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
    take: (event: AnyEvent) => Promise<void>,
    logger: Logger,
    plan: ConsumerPlan = {},
  ) {
    this.#connection = connection;
    this.#take = take;
    this.#logger = logger;
    this.#isWanted = plan.isWanted ?? (() => true);
    this.#unwantedMs = plan.unwantedMs ?? unwantedMs;
  }

  /**
   * The backlog of wanted events. `waiting`: number of undelivered messages. `oldestSeconds`: upper bound of the age of
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

  /** Whether the stream or its consumer does not exist; `problem` then names the command that makes it. */
  get isMissing(): boolean {
    return this.#isMissing;
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

  async #step(): Promise<void> {
    this.#consumer ??= await this.#find();
    await this.#measure(this.#consumer);
    if (!this.#closed) await this.#fetch(this.#consumer);
  }

  /** Returns the consumer. @throws Error if the stream or the consumer does not exist, or JetStream does not answer */
  async #find(): Promise<Consumer> {
    this.#isMissing = false;
    const { consumers } = this.#connection.jetstream({ timeout: answerMs });
    const found = await unlessMissing(consumers.get(eventStream, webhookConsumer));
    this.#isMissing = found === null;
    if (!found) throw new Error(missing(`the consumer ${webhookConsumer} of the stream ${eventStream}`));
    return found;
  }

  #setProblem(problem: string | null): void {
    if (problem && problem !== this.#problem) this.#logger.warn({ problem }, 'events cannot be consumed');
    this.#problem = problem;
  }

  /** Measures the backlog, at most every two seconds. @throws Error when the stream or the consumer cannot be used */
  async #measure(consumer: Consumer): Promise<void> {
    if (performance.now() - this.#measuredAt < measureMs && !this.#problem) return;
    const { streams } = await this.#connection.jetstreamManager({ checkAPI: false, timeout: answerMs });
    const [{ config, state }, { num_pending }] = await Promise.all([
      streams.info(eventStream),
      consumer.info(),
    ]);
    const waiting = this.#isWanted() ? num_pending : 0;
    const share = state.messages === 0 ? 0 : (waiting / state.messages) * (state.bytes / config.max_bytes);
    this.#lastBacklog = { waiting, used: config.max_bytes > 0 ? share : 0 };
    this.#measuredAt = performance.now();
    const isFull = config.discard === DiscardPolicy.New && state.bytes >= fullAt * config.max_bytes;
    this.#setProblem(isFull && config.max_bytes > 0 ? 'the stream of events is full' : null);
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
   * Waits while the message is unwanted but may still become wanted. Returns whether to handle it; false if it is to be
   * discarded.
   */
  async #waitUntilWanted(message: JsMsg): Promise<boolean> {
    const discardAt = message.info.timestampNanos / 1_000_000 + this.#unwantedMs;
    let workedAt = performance.now();
    while (!this.#isWanted() && Date.now() < discardAt && !this.#closed) {
      await sleep(lookMs);
      if (performance.now() - workedAt < workingMs) continue;
      message.working();
      workedAt = performance.now();
    }
    return this.#isWanted();
  }

  /**
   * Handles the events of a message and acknowledges the message. Only logs an error, because the stream delivers an
   * unacknowledged message again.
   */
  async #handle(message: JsMsg): Promise<void> {
    const { subject, seq: sequence } = message;
    try {
      if (!(await this.#waitUntilWanted(message))) {
        if (this.#closed) message.nak();
        else message.ack();
        return;
      }
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
