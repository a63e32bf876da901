import { createHistogram } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { createAccount } from '#contracts/accounts.ts';
import { Seeded } from '#platform/util/seeded.ts';
import { importShop } from '#testing/import-shop.ts';
import { type LimitCheck, most } from '#testing/limit-checks.ts';
import { startSystem } from '#testing/system.ts';
import type { Request } from './load/job.ts';
import { privateUrls } from './private-urls.ts';
import { isNode, processesOf, residentMb } from './processes.ts';
import { say } from './say.ts';
import { production } from './systems.ts';

/** Name of this measurement, for the option `--only` of `npm run bench`. */
export const floodName = 'logins';

const accounts = 500;
const addresses = 500;
const products = 200;
/** Logins per second, product reads per second, and the duration in seconds. */
export const loginsASecond = 200;
const readsASecond = 200;
const seconds = 30;
/** Seconds of warm-up, so that the start of the system is not measured. */
const warmUpSeconds = 5;
/** Length of an interval in seconds. Some logins must succeed in each interval. */
const partSeconds = 5;
const maxMb = 300;

const passwordOf = (account: number) => `the password of ${account}`;

/** Returns text that lists how many answers had each status. */
export function counted(statuses: Readonly<Record<number, number>>): string {
  return Object.entries(statuses)
    .map(([status, count]) => `${status} × ${count}`)
    .join(', ');
}

/** Sends requests of one kind and collects their answers. */
export class Answers {
  /** Connections for one kind of request, so that different kinds do not wait for each other in this process. */
  readonly agent: Agent;
  readonly times = createHistogram();
  readonly statuses: Record<number, number> = {};
  /** Number of successes per interval. An answer counts in the interval in which its request was sent. */
  readonly succeeded: number[] = Array<number>(seconds / partSeconds).fill(0);

  constructor(agent = new Agent({ connections: 256, pipelining: 1, headersTimeout: 10_000 })) {
    this.agent = agent;
  }

  async send(url: string, { method, path, headers = {}, body }: Request, part: number): Promise<void> {
    const sentAt = performance.now();
    const status = await request(url + path, {
      method,
      headers,
      ...(body !== undefined && { body }),
      dispatcher: this.agent,
    }).then(
      async (answer) => {
        await answer.body.dump();
        return answer.statusCode;
      },
      () => 0,
    );
    this.times.record(Math.max(1, Math.round((performance.now() - sentAt) * 1_000)));
    this.statuses[status] = (this.statuses[status] ?? 0) + 1;
    if (status === 200) this.succeeded[part] = (this.succeeded[part] ?? 0) + 1;
  }

  summary(what: string): string {
    const ms = (percent: number) => (this.times.percentile(percent) / 1_000).toFixed(1);
    return `${what}: p50 ${ms(50)} ms, p99 ${ms(99)} ms, ${counted(this.statuses)}`;
  }
}

/** Calls `send` at a fixed rate, even if answers are late. `part` is the number of the current interval. */
export async function paced(
  aSecond: number,
  forSeconds: number,
  send: (part: number) => Promise<void>,
): Promise<void> {
  const begun = performance.now();
  const sent: Promise<void>[] = [];
  while (sent.length < aSecond * forSeconds) {
    const passed = (performance.now() - begun) / 1_000;
    const due = Math.min(aSecond * forSeconds, Math.floor(passed * aSecond));
    while (sent.length < due) sent.push(send(Math.floor(sent.length / aSecond / partSeconds)));
    await sleep(2);
  }
  await Promise.all(sent);
}

/** Returns a login of a random account from a random address, with the right or a wrong password. */
export function loginOf(random: Seeded): Request {
  const account = random.below(accounts);
  const client = random.below(addresses);
  const password = random.below(2) === 0 ? passwordOf(account) : 'something else';
  const basic = Buffer.from(`customer-${account}:${password}`).toString('base64');
  const headers = {
    authorization: `Basic ${basic}`,
    'x-forwarded-proto': 'https',
    'x-forwarded-for': `10.0.${client >> 8}.${client & 255}`,
  };
  return { method: 'POST', path: '/v2/login', headers };
}

export async function makeAccounts(url: string, token: string): Promise<void> {
  for (let account = 0; account < accounts; account += 1) {
    const username = `customer-${account}`;
    const members = { username, email: `${username}@example.com`, password: passwordOf(account) };
    const { statusCode, body } = await request(`${url}/operations/${createAccount.name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(members),
    });
    await body.dump();
    if (statusCode !== 200) throw new Error(`an account could not be made: status ${statusCode}`);
  }
}

/** Sends logins and product reads for a number of seconds. */
async function visitors(url: string, ids: readonly number[], random: Seeded, forSeconds: number) {
  const [logins, reads] = [new Answers(), new Answers()];
  await Promise.all([
    paced(loginsASecond, forSeconds, (part) => logins.send(url, loginOf(random), part)),
    paced(readsASecond, forSeconds, (part) => {
      const skip = random.below(2) === 0 ? '?_skip_cache=1' : '';
      const path = `/v2/products/${random.pick(ids)}${skip}`;
      return reads.send(url, { method: 'GET', path }, part);
    }),
  ]);
  return { logins, reads };
}

/** The results of a measurement: lines of text, and measured values with their limits. */
export interface Measurement {
  readonly lines: readonly string[];
  readonly limits: readonly LimitCheck[];
}

/**
 * Measures a system that gets 200 logins per second from many addresses, half of them with a wrong password. At the
 * same time, other clients read products. `limit` is the setting `LOGIN_RATE_LIMIT`.
 */
export async function flood(folder: string, limit: string): Promise<Measurement> {
  const env = { ...production, TRUSTED_PROXIES: '127.0.0.1', LOGIN_RATE_LIMIT: limit };
  await using system = await startSystem({ env });
  const ids = await importShop(system.dataDir, `${folder}/logins-${limit.replace('/', '-')}`, products);
  const [url = ''] = await privateUrls(system, 'auth');
  await makeAccounts(url, system.operationsToken('auth'));
  say(`made ${accounts} accounts`);
  const before = await processesOf(system.dataDir);
  const random = new Seeded(1);
  await visitors(system.httpUrl, ids, random, warmUpSeconds);
  const { logins, reads } = await visitors(system.httpUrl, ids, random, seconds);
  const after = await processesOf(system.dataDir);
  const memory: number[] = [];
  for (const { pid } of after) if (await isNode(pid)) memory.push(await residentMb(pid));
  const ended = before.filter(({ pid }, at) => after[at]?.pid !== pid).length;
  return {
    lines: [
      `${loginsASecond} logins/s for ${seconds} s, limit ${limit}`,
      `  ${logins.summary('logins')}; successes in each ${partSeconds} s: ${logins.succeeded.join(', ')}`,
      `  ${reads.summary('products')}`,
    ],
    limits: [
      most('p99 ms of products', reads.times.percentile(99) / 1_000, 100),
      most('products not answered', seconds * readsASecond - (reads.statuses[200] ?? 0), 0),
      most('parts without a login that succeeded', logins.succeeded.filter((count) => count === 0).length, 0),
      most('processes that ended', ended, 0),
      most('MB of a process', Math.max(...memory), maxMb),
    ],
  };
}
