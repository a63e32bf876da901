import { Seeded } from '#platform/util/seeded.ts';
import { issuedKey } from '#testing/gateway/issued-key.ts';
import { importShop } from '#testing/import-shop.ts';
import { type LimitCheck, least, most } from '#testing/limit-checks.ts';
import { type RunningSystem, startSystem } from '#testing/system.ts';
import { attacksOn, type HostileRequest } from './attack/attacks.ts';
import { attack, shopAt } from './attack/run.ts';
import { Floors } from './floors/floors.ts';
import { runAtFixedRate } from './load/fixed-rate-job.ts';
import { Answers, counted, loginOf, loginsASecond, type Measurement, makeAccounts, paced } from './logins.ts';
import { privateUrls } from './private-urls.ts';
import { type Counted, cpuOf, isNode, processesOf } from './processes.ts';
import { say } from './say.ts';
import { Shop } from './shop.ts';
import { production } from './systems.ts';

/** Name of this measurement, for the option `--only` of `npm run bench`. */
export const hostileName = 'hostile';

const products = 200;
const hostileASecond = 5_000;
const addresses = 50;
/** Number of copies of each request. Each copy comes from a random address. */
const copies = 5;
const readsASecond = 100;
const seconds = 20;
/**
 * Requests with larger bodies are left out when all attacks run together, because one machine cannot parse thousands
 * of large bodies per second.
 */
const maxBytes = 16_384;

/**
 * Limits on a quiet machine: CPU milliseconds per hostile request in any process, and waiting time of other clients.
 */
const maxCpuMs = 50;
const maxWaitMs = 100;
/** Maximum 99th percentile of the milliseconds that a reader of cached products waits while all attacks run together. */
const maxCrowdedMs = 250;
/** Share of the adds of a shopper, who adds a product once a second, that must succeed. */
const minAdded = 0.95;
/** Maximum milliseconds that a reader's new connection waits among 1,000 connections that hostile clients open. */
const maxOpeningMs = 3_000;

/** Runs the attacks one by one. Measures the CPU time per request, and how long another client waits. */
async function oneByOne(system: RunningSystem, processes: readonly Counted[]): Promise<Measurement> {
  let [costliest, cost, where] = ['', 0, ''];
  const results = await attack({
    ...{ base: system.httpUrl, limitMs: maxWaitMs, short: false, only: [], insecure: false },
    onResult: () => undefined,
    async around({ name, requests }, run) {
      const before = await cpuOf(processes);
      await run();
      for (const [process, after] of await cpuOf(processes)) {
        const each = (after - (before.get(process) ?? 0)) / requests.length;
        if (each > cost) [costliest, cost, where] = [name, each, process];
      }
    },
  });
  const broken = results.filter(({ fault }) => fault !== null);
  const waits = results.map(({ usual, seen }) => seen.worst - usual.worst);
  return {
    lines: [
      `${results.length} attacks one by one; the costliest: ${costliest}, in ${where}`,
      ...broken.map(({ name, fault }) => `  ${name}: ${fault}`),
    ],
    limits: [
      most('CPU ms a request, most', cost, maxCpuMs),
      most('ms that others waited longer', Math.max(...waits), maxWaitMs),
      most('attacks that succeeded', broken.length, 0),
    ],
  };
}

/** Returns a hostile request with `X-Forwarded-For`, as if a proxy forwarded the request from a random address. */
function from(hostile: HostileRequest, random: Seeded): HostileRequest {
  const address = `203.0.113.${random.below(addresses)}`;
  return { ...hostile, headers: { 'x-forwarded-for': address, ...hostile.headers } };
}

/** Returns the hostile requests that are sent all at once. Each request appears with several addresses. */
async function hostileRequests({ httpUrl }: RunningSystem): Promise<HostileRequest[]> {
  const shop = await shopAt(httpUrl, { rejectUnauthorized: true });
  const all = attacksOn(shop, true).flatMap((one) => one.requests);
  const small = all.filter(({ body = '' }) => body.length <= maxBytes);
  const random = new Seeded(1);
  return small.flatMap((one) => Array.from({ length: copies }, () => from(one, random)));
}

/**
 * Sends hostile requests at a fixed rate to a server, together with logins, product reads and a shopper's adds. `opening` are the reads of
 * the first five seconds, in which the hostile clients open 1,000 connections; `reads` are all later reads.
 */
async function crowd(url: string, requests: readonly HostileRequest[], ids: readonly number[]) {
  const random = new Seeded(2);
  const [logins, opening, adds] = [new Answers(), new Answers(), new Answers()];
  const key = issuedKey('shopper');
  const reads = new Answers(opening.agent);
  const [attacks] = await Promise.all([
    runAtFixedRate({ url, requests, aSecond: hostileASecond, seconds, seed: 1 }),
    paced(loginsASecond, seconds, (part) => logins.send(url, loginOf(random), part)),
    paced(readsASecond, seconds, (part) => {
      const path = `/v2/products/${random.pick(ids)}`;
      const headers = { 'x-forwarded-for': `198.51.100.${random.below(250)}` };
      return (part === 0 ? opening : reads).send(url, { method: 'GET', path, headers }, part);
    }),
    paced(1, seconds, (part) => {
      const headers = { 'x-forwarded-for': '198.51.100.251', 'content-type': 'application/json' };
      const body = JSON.stringify({ id: String(ids[0]), quantity: '1' });
      const path = `/v2/cart/add-item?cart_key=${key}`;
      return adds.send(url, { method: 'POST', path, headers, body }, part);
    }),
  ]);
  return { attacks, logins, opening, reads, adds };
}

const p99Of = ({ times }: Answers) => times.percentile(99) / 1_000;
const answeredOf = ({ statuses }: Answers) => statuses[200] ?? 0;

/**
 * Sends hostile requests, logins and reads together: first to a bare HTTP server, then to the system. The bare server
 * shows what the load costs without a shop.
 */
async function allAtOnce(
  system: RunningSystem,
  ids: readonly number[],
  folder: string,
): Promise<Measurement> {
  const requests = await hostileRequests(system);
  await using floors = new Floors(folder);
  const floor = await crowd((await floors.get('node-http')).url, requests, ids);
  await new Shop(system.httpUrl, ids).cachedRequests();
  const { attacks, logins, opening, reads, adds } = await crowd(system.httpUrl, requests, ids);
  const limits: LimitCheck[] = [
    most('p99 ms of cached products', p99Of(reads), Math.max(maxCrowdedMs, p99Of(floor.reads))),
    most(
      'p50 ms of a cached product while connections open',
      opening.times.percentile(50) / 1_000,
      maxWaitMs,
    ),
    most('longest ms of a cached product while connections open', opening.times.max / 1_000, maxOpeningMs),
    most('products not answered', seconds * readsASecond - answeredOf(opening) - answeredOf(reads), 0),
    least('share of the adds of a shopper that succeeded', answeredOf(adds) / seconds, minAdded),
  ];
  return {
    lines: [
      `${hostileASecond} hostile requests/s from ${addresses} addresses beside ${loginsASecond} logins/s, for ${seconds} s`,
      `  hostile: ${counted(attacks.statuses)}`,
      ...[
        logins.summary('logins'),
        opening.summary('products while the hostile clients open 1,000 connections'),
        reads.summary('products after that'),
        adds.summary('adds of a shopper, one a second'),
      ].map((one) => `  ${one}`),
      ...[
        floor.opening.summary('products while connections open'),
        floor.reads.summary('products after that'),
      ].map((one) => `  the same load on a bare node:http server: ${one}`),
    ],
    limits,
  };
}

/**
 * Measures the attacks of `npm run attack`: first one by one, then together at a fixed rate while shoppers use the
 * shop.
 */
export async function hostile(folder: string): Promise<Measurement> {
  const env = { ...production, TRUSTED_PROXIES: '127.0.0.1', LOGIN_RATE_LIMIT: 'off' };
  await using system = await startSystem({ env });
  const ids = await importShop(system.dataDir, `${folder}/hostile`, products);
  const [url = ''] = await privateUrls(system, 'auth');
  await makeAccounts(url, system.operationsToken('auth'));
  const nodes: Counted[] = [];
  for (const one of await processesOf(system.dataDir)) if (await isNode(one.pid)) nodes.push(one);
  say('attacks one by one');
  const single = await oneByOne(system, nodes);
  say('attacks at once');
  const crowded = await allAtOnce(system, ids, folder);
  return { lines: [...single.lines, ...crowded.lines], limits: [...single.limits, ...crowded.limits] };
}
