import type { Server as HttpServer } from 'node:http';
import type { Status } from '#contracts/status.ts';
import { runsNowhere } from '#platform/bus/bus-servers-down.ts';
import type { Dispatcher } from '#platform/bus/dispatcher.ts';
import { PresenceBoard } from '#platform/bus/presence.ts';
import type { Server } from '#platform/bus/server.ts';
import { Backlogs } from './backlogs.ts';
import { busDependency } from './bus-probe.ts';
import { ClockWatch } from './clock-watch.ts';
import { Dependencies } from './dependencies.ts';
import { feedStates, measureFeeds } from './feeds.ts';
import type { Health } from './health.ts';
import type { ProcessBody, ProcessDeps } from './process-body.ts';
import { Readiness } from './readiness.ts';

/** Maximum milliseconds to finish running requests when the process stops. */
const drainMs = 5_000;
/** Milliseconds between two checks of the clock and of NATS. */
const clockMs = 500;
/** Milliseconds between two checks of required dependencies during the start. */
const startMs = 50;
/** Milliseconds between log lines that name the dependencies for which the start waits. */
const patienceMs = 2_000;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

interface RunningDeps extends ProcessDeps {
  readonly role: string;
  /** Hosts of the NATS servers, as `busServers` returns them. */
  readonly servers: readonly string[];
  readonly replica: string;
  readonly body: ProcessBody;
  readonly bus: Server;
  readonly dispatcher: Dispatcher;
}

/**
 * Runs a started process: opens its ports, accepts work while the clock is right, reports the status, and
 * stops.
 */
export class Running {
  server: HttpServer | null = null;
  readonly #deps: RunningDeps;
  readonly #dependencies: Dependencies;
  readonly #clocks: ClockWatch;
  readonly #readiness: Readiness;
  readonly #backlogs: Backlogs;
  readonly #presence: PresenceBoard;
  readonly #timer: NodeJS.Timeout;
  /** Whether the engines have answered once. A replica accepts no work before this first answer. */
  #enginesAnswered = false;
  #acceptsWork = false;
  #allBusServersDown = false;

  constructor(deps: RunningDeps) {
    const { body, nats, caller, logger, metrics, watchdog, role, replica } = deps;
    this.#deps = deps;
    this.#clocks = new ClockWatch(metrics);
    const all = [busDependency(nats, caller), ...body.dependencies];
    this.#dependencies = new Dependencies(all, { clocks: this.#clocks, logger, metrics });
    this.#readiness = new Readiness({
      bus: caller,
      busRunsNowhere: () => this.#allBusServersDown,
      dependencies: this.#dependencies,
      clocks: this.#clocks,
      watchdog,
    });
    this.#backlogs = new Backlogs(body.backlogs ?? [], metrics, logger);
    this.#presence = new PresenceBoard(nats, role, replica);
    caller.replicas = this.#presence;
    metrics.gauge('ready', 'Whether the process is ready', () => Number(this.#readiness.ready));
    measureFeeds(body.feeds ?? {}, metrics);
    this.#dependencies.start();
    this.#backlogs.start();
    this.#timer = setInterval(() => {
      void this.#followClock();
      void this.#lookForBus();
    }, clockMs).unref();
  }

  get stopping(): boolean {
    return this.#readiness.stopping;
  }

  /** The health of the process, which the private port reports. */
  readonly health: Health = {
    ready: async () => this.#readiness.ready,
    details: () => {
      const { ready, reasons, dependencies, feeds, backlogs, clocks } = this.status();
      return { ready, reasons, dependencies, feeds, backlogs, clocks };
    },
  };

  status(): Status {
    const { metrics, body } = this.#deps;
    const reasons = this.#readiness.reasons;
    return {
      uptimeSeconds: Math.round(process.uptime()),
      ...metrics.totals,
      ready: reasons.length === 0,
      reasons,
      now: Date.now(),
      dependencies: this.#dependencies.states,
      feeds: feedStates(body.feeds ?? {}),
      backlogs: this.#backlogs.states,
      clocks: this.#clocks.ahead,
      seen: this.#presence.seen,
    };
  }

  /**
   * Waits until all required dependencies are up, and then opens the ports. While waiting, logs the names of the
   * missing dependencies.
   */
  async open(): Promise<void> {
    for (let waited = 0; this.#dependencies.awaited.length > 0 && !this.stopping; waited += startMs) {
      if (waited % patienceMs === 0)
        this.#deps.logger.info({ missing: this.#dependencies.awaited }, 'waiting');
      await pause(startMs);
    }
    await this.#deps.body.warmUp?.();
    this.#enginesAnswered = true;
    await this.#followClock();
    await this.#deps.body.open?.(this.health.ready);
    this.#readiness.opened = true;
  }

  /**
   * Starts or stops accepting work. A wrong clock stops work, because the process could run late requests or
   * drop timely requests (docs/reference/rules.md#deadlines).
   */
  async #followClock(): Promise<void> {
    const { fault } = this.#clocks;
    const takes = this.#enginesAnswered && fault === null;
    if (this.#acceptsWork === takes || this.stopping || !this.#deps.caller.connected) return;
    this.#acceptsWork = takes;
    if (fault) this.#deps.logger.error({ fault }, 'no work is accepted: the clock is wrong');
    else this.#deps.logger.info('work is accepted');
    await this.#deps.bus.takeWork(this.#acceptsWork);
  }

  async #lookForBus(): Promise<void> {
    this.#allBusServersDown = !this.#deps.caller.connected && (await runsNowhere(this.#deps.servers));
  }

  /** Stops the process without losing a request (docs/reference/rules.md#stopping-a-process). */
  async stop(signal: string): Promise<void> {
    if (this.stopping) return;
    this.#readiness.stopping = true;
    const { body, bus, dispatcher, logger, nats } = this.#deps;
    logger.info({ signal }, 'stopping');
    clearInterval(this.#timer);
    this.#presence.close();
    await body.shut?.();
    const until = performance.now() + drainMs;
    const left = () => Math.max(0, until - performance.now());
    // Without NATS, which may be stopped at the same time, both would wait for its return.
    await Promise.race([bus.stop(), pause(left())]);
    await dispatcher.idle(left());
    if (!nats.isClosed()) await Promise.race([nats.drain(), pause(left())]);
    this.#dependencies.close();
    this.#backlogs.close();
    await body.close();
    this.server?.close();
    process.exit(0);
  }
}
