import { randomUUID } from 'node:crypto';
import { takeOrdered } from '#contracts/checkouts.ts';
import {
  type ConnectStatus,
  checkConnection,
  checkShopPassword,
  compareShop,
  pauseConnection,
  readConnectStatus,
  resumeConnection,
  ShopKind,
  shopPasswordMs,
} from '#contracts/connect.ts';
import { readSettings, releaseShop } from '#contracts/settings.ts';
import { type ImplementedOperation, implement } from '#platform/bus/dispatcher.ts';
import { unavailable } from '#platform/errors/errors.ts';
import { EventStream } from '#platform/events/event-stream.ts';
import { streamDependency } from '#platform/events/streams.ts';
import { Engine, mongodbDependency } from '#platform/mongodb/engine.ts';
import type { Metrics } from '#platform/service/metrics.ts';
import type { ProcessBody, ProcessDeps } from '#platform/service/process.ts';
import { withoutEndingSlashes } from '#platform/util/text.ts';
import { ShopClient } from '#platform/woocommerce/client.ts';
import { ShopRecords } from '#platform/woocommerce/fetch-records.ts';
import { Pace } from '#platform/woocommerce/pace.ts';
import type { Services } from '#platform/woocommerce/send.ts';
import { checkShop } from './check.ts';
import { AccountOrders } from './checkouts/account-orders.ts';
import { Beginning } from './checkouts/beginning.ts';
import { Customers } from './checkouts/customers.ts';
import { Handing } from './checkouts/handing.ts';
import { checkoutOperations } from './checkouts/operations.ts';
import { OrderFollower } from './checkouts/order-follower.ts';
import { ShopOrders } from './checkouts/shop-orders.ts';
import { ShopComparison } from './comparison.ts';
import { Follower } from './follower.ts';
import { HandOver } from './hand-over.ts';
import { Journal } from './journal.ts';
import { Missing } from './missing.ts';
import { Ownership } from './ownership.ts';
import { ShopPasswords } from './passwords.ts';
import { Reading } from './reading.ts';
import { Rest } from './rest.ts';
import type { ConnectSettings } from './settings.ts';
import { CheckoutStore } from './store/checkouts.ts';
import { Lease } from './store/lease.ts';
import { ConnectState } from './store/state.ts';
import { TaskStore } from './store/tasks.ts';

/** Milliseconds after which a read and a write of the catalogue fail. */
const readMs = 5_000;
const writeMs = 30_000;
/** How the shop is asked. What fails is asked again later, so that one bad page does not delay the others. */
const retries = { timeoutMs: 30_000, pausesMs: [1_000] };
/** How the shop is asked about a person who is waiting. */
const quickly = { timeoutMs: shopPasswordMs, pausesMs: [] };
/** The shop may ask for a pause of an hour. Only short pauses are waited for; after the others, the shop is asked again. */
const pauses = { longestMs: 3_600_000, longestWaitMs: 2_000 };
/** A person does not wait for the end of a pause. */
const noWait = { ...pauses, longestWaitMs: 0 };
/** How the shop is asked while a shopper waits. */
const oneTry = { timeoutMs: 20_000, pausesMs: [] };
/** Number of waiting records that the status names. */
const namedTroubles = 20;

/**
 * Creates one replica of connect. One replica leads: it follows the shop and hands on what has changed there. The others
 * answer operators, and take over when the leader ends.
 */
export function connectBody(
  settings: ConnectSettings,
  deps: Pick<ProcessDeps, 'caller' | 'logger' | 'metrics' | 'nats' | 'presence' | 'replicaId'>,
): ProcessBody {
  const { caller, logger, metrics, nats, presence, replicaId } = deps;
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
  const ownership = new Ownership({ services, url: withoutEndingSlashes(url), now });
  const failures = metrics.counter('connect_failures_total', 'Questions to the shop and records that failed');
  const mended = metrics.counter('connect_mended_total', 'Records that a comparison found different', [
    'kind',
  ]);
  const stream = new EventStream(nats, () => caller.replicas.contract);
  const checkouts = checkoutsOf(settings, deps, { engine, lease, services, stream, now });
  const follower = new Follower({
    orders: checkouts.follower,
    ...{ lease, state, tasks, handOver, ownership, logger, now, everyMs: settings.CONNECT_EVERY * 1_000 },
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
    for (const store of [state, tasks, checkouts.store]) await store.prepare();
  });
  void started.then(
    async () => {
      await lease.start();
      follower.start();
      checkouts.follower.start();
    },
    () => undefined,
  );
  return {
    served: [
      ...operations({ url, state, tasks, caller }),
      implement(checkShopPassword, (request, { deadline }) => passwords.check(request, deadline)),
      ...checkouts.served,
      implement(checkConnection, async () => ({ findings: await checkShop(client, url) })),
    ],
    dependencies: [mongodbDependency(engine), streamDependency(nats, stream, [])],
    backlogs: [{ name: 'shop-records', measure: () => tasks.backlog(now()) }],
    started,
    async shut() {
      await follower.close();
      await checkouts.follower.close();
      await lease.close();
    },
    close: () => engine.close(),
  };
}

/** What checkouts share with the other parts of connect. */
interface CheckoutParts {
  readonly engine: Engine;
  readonly lease: Lease;
  readonly services: Services;
  readonly stream: EventStream;
  now(): number;
}

/** Creates the parts of connect that begin checkouts, hand them over and follow their orders. */
function checkoutsOf(
  settings: ConnectSettings,
  { caller, logger, metrics }: Pick<ProcessDeps, 'caller' | 'logger' | 'metrics'>,
  { engine, lease, services, stream, now }: CheckoutParts,
) {
  const { WOOCOMMERCE_URL: url, ...keyPair } = settings;
  const { WOOCOMMERCE_CONSUMER_KEY: consumerKey, WOOCOMMERCE_CONSUMER_SECRET: consumerSecret } = keyPair;
  const client = new ShopClient({ url, consumerKey, consumerSecret }, oneTry);
  const store = new CheckoutStore(engine);
  const shop = new ShopOrders(client);
  const customers = new Customers(shop);
  const counts = checkoutCounts(metrics);
  const follower = new OrderFollower({
    ...{ lease, store, shop, stream, logger, counts, now },
    async take({ lines, coupons, fees, ...ordered }) {
      const given = { ...ordered, lines: [...lines], coupons: [...coupons], fees: [...fees] };
      await caller.request(takeOrdered, given, {
        requestId: `connect-${randomUUID()}`,
        deadline: now() + readMs,
        claim: null,
      });
    },
  });
  metrics.gauge(
    'connect_oldest_checkout_seconds',
    'Time since the oldest checkout began that waits for its order, on the leading replica',
    () => follower.oldestOpenSeconds,
  );
  const shopUrl = withoutEndingSlashes(url);
  const decimals = async () => (await services.request(readSettings, {})).settings.currency.decimals;
  const served = checkoutOperations({
    store,
    beginning: new Beginning({ store, shop, shopUrl, counts, now }),
    handing: new Handing({ store, counts, now }),
    orders: new AccountOrders({ client, store, customers, decimals }),
  });
  return { store, follower, served };
}

/** Returns functions that count what happens to checkouts. */
function checkoutCounts(metrics: Metrics) {
  const states = metrics.counter('connect_checkouts_total', 'Checkouts by what happened to them', ['event']);
  const differences = metrics.counter(
    'connect_differing_totals_total',
    'Checkouts for which WooCommerce reckoned another total, by the part that differs',
    ['cause'],
  );
  const failures = metrics.counter('connect_order_failures_total', 'Questions about orders that failed');
  return {
    begun: () => states.inc({ event: 'begun' }),
    placed: () => states.inc({ event: 'placed' }),
    paid: () => states.inc({ event: 'paid' }),
    differed: (cause: string) => differences.inc({ cause }),
    failed: () => failures.inc(),
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

interface OperatorParts {
  readonly url: string;
  readonly state: ConnectState;
  readonly tasks: TaskStore;
  readonly caller: ProcessDeps['caller'];
}

/** Returns the operations for operators. Every replica answers, from what is stored. */
function operations({ url, state, tasks, caller }: OperatorParts): ImplementedOperation[] {
  return [
    implement(readConnectStatus, async () => ({ status: await statusNow(url, state, tasks) })),
    implement(compareShop, async ({ apply }) => {
      const asked = Date.now();
      await state.write('wanted', { asked, apply });
      return { asked };
    }),
    implement(pauseConnection, async (_request, { requestId, deadline }) => {
      const pausedSince = (await state.read('pausedSince')) ?? Date.now();
      await state.write('pausedSince', pausedSince);
      // The leading replica does the same, but may be busy. This replica need not lead.
      await caller.request(releaseShop, {}, { requestId, deadline, claim: null });
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
