import type { Server as HttpServer } from 'node:http';
import { hostname } from 'node:os';
import type { NatsConnection } from 'nats';
import type { z } from 'zod';
import { Caller } from '#platform/bus/caller.ts';
import { ClaimSigner, ClaimVerifier } from '#platform/bus/claim.ts';
import { connectNats } from '#platform/bus/connection.ts';
import { Dispatcher } from '#platform/bus/dispatcher.ts';
import { checked, type Served } from '#platform/bus/implement.ts';
import { leaveLameDucks } from '#platform/bus/lame-duck.ts';
import { Server } from '#platform/bus/server.ts';
import { busServers } from '#platform/bus/servers.ts';
import { version } from './health.ts';
import { createLogger, type Logger } from './logger.ts';
import { Metrics } from './metrics.ts';
import { listen, privateApp } from './private-app.ts';
import { type ProcessSettings, readEnvironment, SettingsError } from './settings.ts';
import { Watchdog, watched } from './watchdog.ts';

/** How long work in flight may take after SIGTERM. Milliseconds. */
const drainMs = 5_000;
/** How long a readiness answer is good for. Milliseconds. */
const readyMs = 1_000;

/** An engine or feed behind a process, as `status` and readiness see it. */
export interface Dependency {
  readonly name: string;
  /** Whether it answers now. Must not throw. */
  check(): Promise<boolean>;
  /** State of the circuit breaker in front of it, where it has one. */
  readonly breaker?: () => 'closed' | 'half-open' | 'open';
  /** The process opens without it: it is not called ready, but serves what it can. */
  readonly opensWithout?: boolean;
}

/** What every process has once it is connected. */
export interface ProcessParts {
  /** Tells this replica from all others, on whatever machine they are. */
  readonly holder: string;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly nats: NatsConnection;
  readonly caller: Caller;
  readonly watchdog: Watchdog;
}

/** What a process adds to that. */
export interface ProcessBody {
  readonly served: readonly Served[];
  readonly dependencies: readonly Dependency[];
  /** Called once NATS serves: a public door opens here. `ready` says whether everything behind answers. */
  readonly open?: (ready: () => Promise<boolean>) => Promise<void>;
  /** Called first at the end: a public door closes here and waits for what is in flight. */
  readonly shut?: () => Promise<void>;
  /** Called last at the end: engines are left. */
  readonly close: () => Promise<void>;
}

/** What a process is: its role, its settings, and how its body is built. */
interface ProcessPlan<S extends z.ZodObject> {
  readonly role: string;
  readonly description: string;
  readonly settings: S;
  /** The private key for claims; only of the process that signs them. */
  readonly signsBy?: (settings: z.infer<S>) => string;
  /** @throws SettingsError for a setting that turns out to be bad only now */
  build(settings: z.infer<S> & ProcessSettings, parts: ProcessParts): Promise<ProcessBody>;
}

/**
 * Runs a process from its settings to its end: waits for NATS and the engines, serves the operations on NATS and on
 * the private port, tells its parent when it is ready, drains on SIGTERM and SIGINT, and exits 0.
 *
 * The order of the end loses no request (docs/reference/rules.md#stopping-a-process): no longer ready, no new work,
 * work in flight done, then the connections.
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
  const nats = await connectNats(plan.role, settings, true);
  let started: Running | null = null;
  void nats.closed().then((error) => {
    if (error) logger.fatal({ err: error }, 'the connection to NATS has ended');
    if (!started?.stopping) process.exit(1);
  });
  const caller = new Caller(nats, plan.signsBy ? new ClaimSigner(plan.signsBy(settings)) : 'service');
  const watchdog = new Watchdog(logger, metrics);
  watchdog.start();
  const parts = { holder: `${replica}@${hostname()}`, logger, metrics, nats, caller, watchdog };
  const body = await plan.build(settings, parts).catch(exitOnBadSettings);
  measureBreakers(body.dependencies, metrics);
  const served = settings.CHECK_REPLIES ? body.served.map(checked) : body.served;
  const dispatcher = new Dispatcher(
    served.map((one) => watched(one, watchdog)),
    logger,
    metrics,
  );
  if (busServers(settings.NATS_URL).hosts.length > 1)
    void leaveLameDucks(nats, () => caller.waiting + dispatcher.running > 0);
  const bus = new Server(nats, dispatcher, new ClaimVerifier(settings.CLAIM_PUBLIC_KEY));
  const running = new Running({ ...parts, body, bus, dispatcher });
  started = running;

  const app = privateApp({
    dispatcher,
    metrics,
    operationsToken: settings.OPERATIONS_TOKEN,
    ready: () => running.ready(),
  });
  const { server, url } = await listen(app, settings.PRIVATE_HOST, settings.PRIVATE_PORT);
  running.server = server;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void running.stop(signal));

  await bus.start({
    name: plan.role,
    version,
    description: plan.description,
    metadata: { replica, url, pid: String(process.pid) },
    status: async () => ({
      uptimeSeconds: Math.round(process.uptime()),
      ...metrics.totals,
      engines: await running.dependencies(),
    }),
  });
  await running.untilReady();
  await body.open?.(() => running.ready());
  logger.info({ url }, 'ready');
  process.send?.({ ready: true, privateUrl: url });
}

const breakerValues = { closed: 0, 'half-open': 0.5, open: 1 };

function measureBreakers(dependencies: readonly Dependency[], metrics: Metrics): void {
  const states = dependencies.flatMap(({ name, breaker }) => (breaker ? [[name, breaker] as const] : []));
  if (states.length === 0) return;
  metrics.gauges(
    'engine_breaker_state',
    'Breaker of an engine: 0 closed, 0.5 half-open, 1 open',
    'engine',
    () => states.map(([name, state]) => [name, breakerValues[state()]] as const),
  );
}

function readOrExit<S extends z.ZodObject>(schema: S): z.infer<S> & ProcessSettings {
  try {
    return readEnvironment(schema) as z.infer<S> & ProcessSettings;
  } catch (error) {
    return exitOnBadSettings(error);
  }
}

/** Ends the process with the sentence of a bad setting; anything else is thrown on. */
function exitOnBadSettings(error: unknown): never {
  if (!(error instanceof SettingsError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(78);
}

interface RunningParts extends ProcessParts {
  readonly body: ProcessBody;
  readonly bus: Server;
  readonly dispatcher: Dispatcher;
}

/** A process between its start and its end. */
class Running {
  server: HttpServer | null = null;
  stopping = false;
  readonly #parts: RunningParts;
  #lastReady: { at: number; ready: Promise<boolean> } = { at: 0, ready: Promise.resolve(false) };

  constructor(parts: RunningParts) {
    this.#parts = parts;
  }

  /** Each thing behind the process by name, and whether it answers. */
  async dependencies(): Promise<Record<string, boolean>> {
    const all = await Promise.all(
      this.#parts.body.dependencies.map(async (one) => [one.name, await one.check()] as const),
    );
    return Object.fromEntries([['nats', this.#parts.caller.connected], ...all]);
  }

  /** Whether the event loop has run of late and everything behind answers; engines are asked once a second at most. */
  async ready(): Promise<boolean> {
    if (this.stopping || !this.#parts.watchdog.well) return false;
    if (performance.now() - this.#lastReady.at > readyMs || this.#lastReady.at === 0) {
      const ready = this.dependencies().then((all) => Object.values(all).every(Boolean));
      this.#lastReady = { at: performance.now(), ready };
    }
    return this.#lastReady.ready;
  }

  /** Resolves when everything answers that the process does not open without, saying what is waited for. */
  async untilReady(): Promise<void> {
    const spared = new Set(
      this.#parts.body.dependencies.filter((one) => one.opensWithout).map((one) => one.name),
    );
    for (let round = 0; !this.stopping; round += 1) {
      const all = await this.dependencies();
      const missing = Object.keys(all).filter((name) => !all[name] && !spared.has(name));
      if (missing.length === 0) return;
      if (round % 20 === 0) this.#parts.logger.info({ missing }, 'waiting');
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  async stop(signal: string): Promise<void> {
    if (this.stopping) return;
    this.stopping = true;
    this.#parts.logger.info({ signal }, 'stopping');
    await this.#parts.body.shut?.();
    await this.#parts.bus.stop();
    await this.#parts.dispatcher.settled(drainMs);
    if (!this.#parts.nats.isClosed())
      await Promise.race([this.#parts.nats.drain(), new Promise((r) => setTimeout(r, drainMs))]);
    await this.#parts.body.close();
    this.server?.close();
    process.exit(0);
  }
}
