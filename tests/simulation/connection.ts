import { commandTimeoutMs } from '#platform/redis/connection.ts';
import type { Clock } from './clock.ts';
import type { Host } from './host.ts';
import type { SimulatedRedis } from './simulated-redis.ts';

/** A simulated Redis with failures. The engine may pause or be down for a time, but loses no data. */
export class Engine {
  readonly redis: SimulatedRedis;
  readonly #clock: Clock;
  #busyUntil = 0;
  #downUntil = 0;
  /** Number of times that the engine was killed. Each kill loses the commands that the engine has not run yet. */
  run = 0;
  /** Callbacks that are called when the engine is killed. */
  #pending: (() => void)[] = [];

  constructor(clock: Clock, redis: SimulatedRedis) {
    this.#clock = clock;
    this.redis = redis;
  }

  get isUp(): boolean {
    return this.#clock.exact >= this.#downUntil;
  }

  /**
   * Runs a command as soon as the engine is not paused. Does not run the command if the engine is down or ends
   * earlier.
   */
  take(command: () => void): void {
    const { run } = this;
    if (!this.isUp) return;
    this.#clock.after(Math.max(0, this.#busyUntil - this.#clock.exact), () => {
      if (run === this.run) command();
    });
  }

  /** Pauses the engine, as SIGSTOP or a slow disk does. */
  stall(milliseconds: number): void {
    this.#busyUntil = this.#clock.exact + milliseconds;
  }

  /** Ends the engine, and starts the engine again after this time. Unprocessed commands are lost. */
  kill(milliseconds: number): void {
    this.run += 1;
    this.#busyUntil = 0;
    this.#downUntil = this.#clock.exact + milliseconds;
    this.redis.restart();
    for (const lost of this.#pending) lost();
    this.#pending = [];
  }

  /** Calls `lost` when the engine ends. */
  onEnd(lost: () => void): void {
    this.#pending.push(lost);
  }
}

/** Returns the delay of a message in milliseconds. */
export type Delay = () => number;

/**
 * Simulates the parts of ioredis that the cart store uses. Commands run in order with a time-out, and fail at
 * once without a connection. The engine may still run a failed command.
 */
export class Connection {
  readonly #clock: Clock;
  readonly #engine: Engine;
  readonly #host: Host;
  readonly #delay: Delay;
  readonly #served: () => void;
  #engineRun: number;
  #lastArrival = 0;
  #lastReply = 0;
  #reconnects = false;

  /** `served` is called before the engine runs a command of this connection. */
  constructor(clock: Clock, engine: Engine, host: Host, delay: Delay, served: () => void) {
    this.#served = served;
    this.#clock = clock;
    this.#engine = engine;
    this.#host = host;
    this.#delay = delay;
    this.#engineRun = engine.run;
  }

  evalsha(digest: string, count: number, ...rest: (string | number)[]): Promise<unknown> {
    return this.#send((redis) => redis.evalsha(digest, rest.slice(0, count).map(String), rest.slice(count)));
  }

  eval(source: string, count: number, ...rest: (string | number)[]): Promise<unknown> {
    return this.#send((redis) => redis.eval(source, rest.slice(0, count).map(String), rest.slice(count)));
  }

  #send(command: (redis: SimulatedRedis) => unknown): Promise<unknown> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    if (!this.#isConnected()) {
      reject(new Error("Stream isn't writeable and enableOfflineQueue options is false"));
      return promise;
    }
    const timeout = this.#clock.after(commandTimeoutMs, () =>
      settle(() => reject(new Error('Command timed out'))),
    );
    let isAnswered = false;
    const settle = (how: () => void) => {
      if (!isAnswered) this.#host.do(how);
      isAnswered = true;
      timeout.isOff = true;
    };
    const run = this.#engineRun;
    this.#lastArrival = this.#after(this.#lastArrival, () => {
      if (run !== this.#engine.run) return;
      this.#engine.take(() => {
        this.#served();
        const answer = outcomeOf(() => command(this.#engine.redis));
        this.#lastReply = this.#after(this.#lastReply, () => {
          // If the engine was killed in the meantime, the reply is lost.
          if (run === this.#engine.run) settle(() => answer(resolve, reject));
        });
      });
    });
    this.#engine.onEnd(() =>
      this.#clock.after(this.#delay(), () => settle(() => reject(new Error('Connection is closed.')))),
    );
    return promise;
  }

  /**
   * Schedules the arrival of a message. The message does not arrive before `last`, the time at which the previous
   * message arrives. Returns the time of the arrival.
   */
  #after(last: number, what: () => void): number {
    const at = Math.max(last, this.#clock.exact + this.#delay());
    this.#clock.after(at - this.#clock.exact, what);
    return at;
  }

  /** Returns whether the engine was not killed since the connection was made. Otherwise starts to reconnect. */
  #isConnected(): boolean {
    if (this.#engineRun === this.#engine.run) return true;
    if (!this.#reconnects && this.#engine.isUp) {
      this.#reconnects = true;
      this.#clock.after(100 * this.#delay(), () => {
        this.#engineRun = this.#engine.run;
        this.#reconnects = false;
      });
    }
    return false;
  }
}

type Settle = (resolve: (value: unknown) => void, reject: (error: unknown) => void) => void;

function outcomeOf(command: () => unknown): Settle {
  try {
    const value = command();
    return (resolve) => resolve(value);
  } catch (error) {
    return (_resolve, reject) => reject(error);
  }
}
