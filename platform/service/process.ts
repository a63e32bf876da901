import type { Server as HttpServer } from 'node:http';
import { hostname } from 'node:os';
import type { NatsConnection } from 'nats';
import type { z } from 'zod';
import type { Status } from '#contracts/status.ts';
import { Caller } from '#platform/bus/caller.ts';
import { ClaimSigner, ClaimVerifier } from '#platform/bus/claim.ts';
import { connectNats, leaveLameDucks } from '#platform/bus/connection.ts';
import { checked, Dispatcher, type ImplementedOperation } from '#platform/bus/dispatcher.ts';
import { PresenceBoard } from '#platform/bus/presence.ts';
import { Server } from '#platform/bus/server.ts';
import { busServers, runsNowhere } from '#platform/bus/servers.ts';
import { ClockWatch, Dependencies } from './dependencies.ts';
import { busDependency, type Dependency } from './dependency.ts';
import {
  type Backlog,
  Backlogs,
  type FollowedFeeds,
  feedStates,
  type Health,
  measureFeeds,
  Readiness,
  version,
} from './health.ts';
import { createLogger, type Logger } from './logger.ts';
import { Metrics } from './metrics.ts';
import { listen, privateApp } from './private-app.ts';
import { type ProcessSettings, readEnvironment, SettingsError } from './settings.ts';
import { Watchdog, watched } from './watchdog.ts';

/** The role and the settings of a process, and the functions that build the process. */
interface ProcessPlan<S extends z.ZodObject> {
  readonly role: string;
  readonly description: string;
  readonly settings: S;
  /** Returns the private key that signs claims. A process without this function forwards received claims. */
  readonly signsBy?: (settings: z.infer<S>) => string;
  /**
   * Builds the parts that depend on the role.
   * @throws SettingsError for an invalid setting
   */
  build(settings: z.infer<S> & ProcessSettings, deps: ProcessDeps): Promise<ProcessBody>;
}

/**
 * Runs a process until it is stopped. The process reads its settings, waits for NATS and the engines, serves
 * operations, and notifies its parent when ready. On SIGTERM or SIGINT, the process exits with code 0.
 *
 * The order of the shutdown loses no request (docs/reference/rules.md#stopping-a-process): report "not
 * ready", accept no new requests, finish running requests, close connections.
 */
export async function runProcess<S extends z.ZodObject>(plan: ProcessPlan<S>): Promise<void> {
  const settings = readOrExit(plan.settings) as z.infer<S> & ProcessSettings;
  const replica = settings.REPLICA ?? `${plan.role}-${process.pid}`;
  const logger = createLogger(replica, settings.LOG_LEVEL);
  process.on('unhandledRejection', (error) => {
    logger.fatal({ err: error }, 'unhandled rejection');
    process.exit(1);
  });
  const metrics = new Metrics(replica);
  metrics.collectFromNode();
  const nats = await connectNats(plan.role, settings, true);
  let started: Running | null = null;
  void nats.closed().then((error) => {
    if (error) logger.fatal({ err: error }, 'the connection to NATS has ended');
    if (!started?.stopping) process.exit(1);
  });
  const caller = new Caller(nats, plan.signsBy ? new ClaimSigner(plan.signsBy(settings)) : 'service');
  const watchdog = new Watchdog(logger, metrics);
  watchdog.start();
  caller.metrics = metrics;
  const presence = new PresenceBoard(nats, plan.role, replica);
  const deps = { replicaId: `${replica}@${hostname()}`, logger, metrics, nats, caller, watchdog, presence };
  const body = await plan.build(settings, deps).catch(exitOnBadSettings);
  void body.started?.catch(exitOnBadSettings);
  const served = settings.CHECK_REPLIES ? body.served.map(checked) : body.served;
  const dispatcher = new Dispatcher(
    served.map((one) => watched(one, watchdog)),
    logger,
    metrics,
  );
  const servers = busServers(settings.NATS_URL).hosts;
  if (servers.length > 1) void leaveLameDucks(nats, () => caller.pending + dispatcher.running > 0);
  const bus = new Server(nats, dispatcher, new ClaimVerifier(settings.CLAIM_PUBLIC_KEY));
  const running = new Running({ ...deps, body, bus, dispatcher, servers });
  started = running;

  const app = privateApp({
    dispatcher,
    metrics,
    operationsToken: settings.OPERATIONS_TOKEN,
    health: running.health,
  });
  const { server, url } = await listen(app, settings.PRIVATE_HOST, settings.PRIVATE_PORT);
  running.server = server;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void running.stop(signal));

  const identity = {
    name: plan.role,
    version,
    description: plan.description,
    metadata: { replica, url, pid: String(process.pid) },
    status: () => running.status(),
  };
  await bus.start(identity, false);
  await running.open();
  logger.info({ url }, 'ready');
  process.send?.({ ready: true, privateUrl: url });
}

function readOrExit<S extends z.ZodObject>(schema: S): z.infer<S> & ProcessSettings {
  try {
    return readEnvironment(schema) as z.infer<S> & ProcessSettings;
  } catch (error) {
    return exitOnBadSettings(error);
  }
}

/** Ends the process with the message of an invalid setting; throws any other error. */
function exitOnBadSettings(error: unknown): never {
  if (!(error instanceof SettingsError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(78);
}

/**
 * Resources of every process. `build` of the `ProcessPlan` gets these resources after the process has connected
 * to NATS.
 */
export interface ProcessDeps {
  /** Unique id of this replica across all machines. */
  readonly replicaId: string;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly nats: NatsConnection;
  readonly caller: Caller;
  readonly watchdog: Watchdog;
  /** Whether clients send requests. */
  readonly presence: Pick<PresenceBoard, 'sinceVisit' | 'visited'>;
}

/** The parts of a process that depend on its role. */
export interface ProcessBody {
  readonly served: readonly ImplementedOperation[];
  readonly dependencies: readonly Dependency[];
  /** Feeds to which the process subscribes. */
  readonly feeds?: FollowedFeeds;
  readonly backlogs?: readonly Backlog[];
  /** Rejects with a SettingsError if the stored data show that a setting is wrong. The process then ends. */
  readonly started?: Promise<void>;
  /** Runs typical work before the process accepts requests, so that V8 has compiled the code. Never rejects. */
  readonly warmUp?: () => Promise<void>;
  /** Opens a public port, after the process subscribed to its operations. `ready`: whether the process can work. */
  readonly open?: (ready: () => Promise<boolean>) => Promise<void>;
  /** Closes a public port and waits for its running requests. Called first when the process stops. */
  readonly shut?: () => Promise<void>;
  /** Disconnects from the engines. Called last when the process stops. */
  readonly close: () => Promise<void>;
}

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
  readonly presence: PresenceBoard;
  /** Hosts of the NATS servers, as `busServers` returns them. */
  readonly servers: readonly string[];
  readonly body: ProcessBody;
  readonly bus: Server;
  readonly dispatcher: Dispatcher;
}

/**
 * Runs a started process: opens its ports, accepts work while the clock is right, reports the status, and
 * stops.
 */
class Running {
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
    const { body, nats, caller, logger, metrics, watchdog, presence } = deps;
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
    this.#presence = presence;
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
