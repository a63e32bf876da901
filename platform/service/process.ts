import { hostname } from 'node:os';
import type { z } from 'zod';
import { Caller } from '#platform/bus/caller.ts';
import { ClaimSigner, ClaimVerifier } from '#platform/bus/claim.ts';
import { connectNats } from '#platform/bus/connection.ts';
import { Dispatcher } from '#platform/bus/dispatcher.ts';
import { checked } from '#platform/bus/implement.ts';
import { leaveLameDucks } from '#platform/bus/lame-duck.ts';
import { Server } from '#platform/bus/server.ts';
import { busServers } from '#platform/bus/servers.ts';
import { version } from './health.ts';
import { createLogger } from './logger.ts';
import { Metrics } from './metrics.ts';
import { listen, privateApp } from './private-app.ts';
import type { ProcessBody, ProcessDeps } from './process-body.ts';
import { Running } from './running.ts';
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
  const deps = { replicaId: `${replica}@${hostname()}`, logger, metrics, nats, caller, watchdog };
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
  const running = new Running({ ...deps, body, bus, dispatcher, role: plan.role, replica, servers });
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
