import { randomUUID } from 'node:crypto';
import {
  type ConnectStatus,
  checkConnection,
  checkShopPassword,
  compareShop,
  pauseConnection,
  readConnectStatus,
  resumeConnection,
  ShopKind,
} from '#contracts/connect.ts';
import { type ImplementedOperation, implement } from '#platform/bus/dispatcher.ts';
import { unavailable } from '#platform/errors/errors.ts';
import { Engine, mongodbDependency } from '#platform/mongodb/engine.ts';
import type { ProcessBody, ProcessDeps } from '#platform/service/process.ts';
import { ShopClient } from '#platform/woocommerce/client.ts';
import { ShopRecords } from '#platform/woocommerce/fetch-records.ts';
import { Pace } from '#platform/woocommerce/pace.ts';
import type { Services } from '#platform/woocommerce/send.ts';
import { checkShop } from './check.ts';
import { ShopComparison } from './comparison.ts';
import { Follower } from './follower.ts';
import { HandOver } from './hand-over.ts';
import { Journal } from './journal.ts';
import { Lease } from './lease.ts';
import { Missing } from './missing.ts';
import { ShopPasswords } from './passwords.ts';
import { Reading } from './reading.ts';
import { Rest } from './rest.ts';
import type { ConnectSettings } from './settings.ts';
import { ConnectState } from './store/state.ts';
import { TaskStore } from './store/tasks.ts';

/** Milliseconds after which a read and a write of the catalogue fail. */
const readMs = 5_000;
const writeMs = 30_000;
/** How the shop is asked. What fails is asked again later, so that one bad page does not delay the others. */
const retries = { timeoutMs: 30_000, pausesMs: [1_000] };
/** How the shop is asked about a person who is waiting. */
const quickly = { timeoutMs: 3_000, pausesMs: [] };
/** The shop may ask for a pause of an hour. Only short pauses are waited for; after the others, the shop is asked again. */
const pauses = { longestMs: 3_600_000, longestWaitMs: 2_000 };
/** A person does not wait for the end of a pause. */
const noWait = { ...pauses, longestWaitMs: 0 };
/** Number of waiting records that the status names. */
const namedTroubles = 20;

/**
 * Creates one replica of connect. One replica leads: it follows the shop and hands on what has changed there. The others
 * answer operators, and take over when the leader ends.
 */
export function connectBody(
  settings: ConnectSettings,
  {
    caller,
    logger,
    metrics,
    presence,
    replicaId,
  }: Pick<ProcessDeps, 'caller' | 'logger' | 'metrics' | 'presence' | 'replicaId'>,
): ProcessBody {
  const engine = new Engine(settings.CONNECT_MONGODB_URL, logger);
  const state = new ConnectState(engine);
  const tasks = new TaskStore(engine);
  const lease = new Lease(state, `${replicaId} ${randomUUID()}`, logger);
  const {
    WOOCOMMERCE_URL: url,
    WOOCOMMERCE_CONSUMER_KEY: consumerKey,
    WOOCOMMERCE_CONSUMER_SECRET: consumerSecret,
  } = settings;
  const pace = new Pace(pauses);
  const client = new ShopClient({ url, consumerKey, consumerSecret }, retries, undefined, pace);
  const passwords = new ShopPasswords(
    new ShopClient({ url, consumerKey, consumerSecret }, quickly, undefined, new Pace(noWait)),
  );
  void passwords.prepare().catch(() => undefined);
  const records = new ShopRecords(client);
  const services = servicesOf(caller, lease);
  const handOver = new HandOver(records, services);
  const now = Date.now;
  const missing = new Missing({ services, state, now });
  const failures = metrics.counter('connect_failures_total', 'Questions to the shop and records that failed');
  const mended = metrics.counter('connect_mended_total', 'Records that a comparison found different', [
    'kind',
  ]);
  const follower = new Follower({
    ...{ lease, state, tasks, handOver, logger, now, everyMs: settings.CONNECT_EVERY * 1_000 },
    rest: new Rest(pace, now),
    sinceVisit: () => presence.sinceVisit,
    journal: new Journal(client),
    reading: new Reading({ records, missing, state }),
    comparison: new ShopComparison({ records, missing, handOver, state, now }),
    counts: {
      failed: () => failures.inc(),
      mended: (kind, count) => mended.inc({ kind }, count),
    },
  });
  metrics.gauges(
    'connect_behind_seconds',
    'Time since the shop and the catalogue were in step, on the leading replica',
    'kind',
    () => follower.behindSeconds,
  );
  const started = engine.start(async () => {
    for (const store of [state, tasks]) await store.prepare();
  });
  void started.then(
    async () => {
      await lease.start();
      follower.start();
    },
    () => undefined,
  );
  return {
    served: [
      ...operations(url, state, tasks),
      implement(checkShopPassword, (request, { deadline }) => passwords.check(request, deadline)),
      implement(checkConnection, async () => ({ findings: await checkShop(client, url) })),
    ],
    dependencies: [mongodbDependency(engine)],
    backlogs: [{ name: 'shop-records', measure: () => tasks.backlog(now()) }],
    started,
    async shut() {
      await follower.close();
      await lease.close();
    },
    close: () => engine.close(),
  };
}

/**
 * Returns the services as the import sends requests to them. A replica that does not lead any more writes nothing, because
 * what it has read may be older than what the new leader has written.
 */
function servicesOf(caller: Pick<ProcessDeps['caller'], 'request'>, lease: Lease): Services {
  return {
    async request(operation, request) {
      if (operation.effect === 'write' && !lease.isHeld) throw unavailable('another replica leads');
      return caller.request(operation, request, {
        requestId: `connect-${randomUUID()}`,
        deadline: Date.now() + (operation.effect === 'read' ? readMs : writeMs),
        claim: null,
      });
    },
  };
}

/** Returns the operations for operators. Every replica answers, from what is stored. */
function operations(url: string, state: ConnectState, tasks: TaskStore): ImplementedOperation[] {
  return [
    implement(readConnectStatus, async () => ({ status: await statusNow(url, state, tasks) })),
    implement(compareShop, async ({ apply }) => {
      const asked = Date.now();
      await state.write('wanted', { asked, apply });
      return { asked };
    }),
    implement(pauseConnection, async () => {
      const pausedSince = (await state.read('pausedSince')) ?? Date.now();
      await state.write('pausedSince', pausedSince);
      return { pausedSince };
    }),
    implement(resumeConnection, async () => {
      await state.write('wanted', { asked: Date.now(), apply: false });
      await state.write('pausedSince', null);
      return {};
    }),
  ];
}

async function statusNow(url: string, state: ConnectState, tasks: TaskStore): Promise<ConnectStatus> {
  const now = Date.now();
  const inStep = (await state.read('inStep')) ?? {};
  const secondsOf = (kind: ShopKind) => {
    const time = inStep[kind];
    return time === undefined ? null : Math.max(0, (now - time) / 1_000);
  };
  const behind = ShopKind.options.map((kind) => [kind, secondsOf(kind)] as const);
  return {
    url,
    mode: (await state.read('mode')) ?? 'unknown',
    pausedSince: await state.read('pausedSince'),
    behindSeconds: Object.fromEntries(behind) as ConnectStatus['behindSeconds'],
    failure: (await state.read('failure')) ?? '',
    waiting: (await tasks.backlog(now)).waiting,
    troubles: (await tasks.oldest(namedTroubles)).map(({ kind, id, since, tries, reason }) => ({
      ...{ kind, id, since, tries, reason },
    })),
    comparison: await state.read('comparison'),
  };
}
