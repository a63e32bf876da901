import { randomUUID } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { createHistogram } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { request } from 'undici';
import { issuedKey } from '#testing/gateway/issued-key.ts';
import { importShop } from '#testing/import-shop.ts';
import { least, most } from '#testing/limit-checks.ts';
import { type RunningSystem, startSystem } from '#testing/system.ts';
import type { Measurement } from './logins.ts';
import { cpuMs, residentMb } from './processes.ts';
import { say } from './say.ts';
import { production } from './systems.ts';

/** Name of this measurement, for the option `--only` of `npm run bench`. */
export const streamsName = 'streams';

const streams = 10_000;
/** Number of streams that are opened in parallel, to limit the load of the cart service. */
const atOnce = 64;
/** Number of streams per address. The gateway allows more. */
const streamsPerAddress = 50;
/** Seconds in which only heartbeats are sent. */
const quietSeconds = 20;
/** Number of changes to watched carts, and changes per second. The changes begin after `quietSeconds`. */
const changes = 300;
const changesASecond = 30;
/** Maximum milliseconds until the event of a change arrives. */
const eventMs = 3_000;
const maxMb = 400;

/**
 * An open browser tab that watches a cart. It is a plain socket, so that thousands of tabs cost little in this process.
 */
class Tab {
  readonly key = issuedKey(randomUUID());
  readonly #socket: Socket;
  /** The end of the received text. An event may arrive in several chunks. */
  #text = '';
  #onEvent: (() => void) | null = null;
  isOver = false;

  constructor(port: number, index: number) {
    const address = `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`;
    this.#socket = connect(port, '127.0.0.1').setEncoding('latin1');
    this.#socket.on('data', (chunk: string) => this.#take(chunk)).on('error', () => null);
    this.#socket.on('close', () => {
      this.isOver = true;
      this.#onEvent?.();
    });
    this.#socket.write(
      `GET /v2/cart/events?cart_key=${this.key} HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: ${address}\r\n\r\n`,
    );
  }

  #take(chunk: string): void {
    this.#text = (this.#text + chunk).slice(-1_500);
    if (!this.#text.includes('event: cart\n')) return;
    this.#text = '';
    this.#onEvent?.();
  }

  /** Resolves at the next event, or when the stream ends. */
  async next(): Promise<void> {
    if (this.isOver) return;
    await new Promise<void>((resolve) => {
      this.#onEvent = resolve;
    });
  }

  close(): void {
    this.#socket.destroy();
  }
}

async function openAll(port: number): Promise<Tab[]> {
  const tabs: Tab[] = [];
  const worker = async () => {
    while (tabs.length < streams) {
      const tab = new Tab(port, Math.floor(tabs.length / streamsPerAddress));
      tabs.push(tab);
      await tab.next();
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return tabs;
}

/** Changes watched carts. Returns, in microseconds, the time from each request to the event about its change. */
async function changeSome(tabs: readonly Tab[], url: string, id: number) {
  const times = createHistogram();
  let received = 0;
  const one = async (tab: Tab) => {
    const begun = performance.now();
    const next = tab.next().then(() => {
      if (tab.isOver) return;
      received += 1;
      times.record(Math.max(1, Math.round((performance.now() - begun) * 1_000)));
    });
    const headers = { 'content-type': 'application/json', 'cart-key': tab.key };
    const body = JSON.stringify({ id: String(id) });
    const answer = await request(`${url}/v2/cart/add-item`, { method: 'POST', headers, body });
    await answer.body.dump();
    await Promise.race([next, sleep(eventMs)]);
  };
  const all: Promise<void>[] = [];
  for (let index = 0; index < changes; index += 1) {
    const tab = tabs[Math.floor((index * tabs.length) / changes)];
    if (tab) all.push(one(tab));
    await sleep(1_000 / changesASecond);
  }
  await Promise.all(all);
  return { times, received };
}

async function measured(system: RunningSystem, id: number): Promise<Measurement> {
  const gateway = await system.pid('gateway-1');
  const before = await residentMb(gateway);
  const begun = performance.now();
  const tabs = await openAll(Number(new URL(system.httpUrl).port));
  const seconds = (performance.now() - begun) / 1_000;
  const opened = await residentMb(gateway);
  say(`opened ${tabs.length} streams`);
  const [cpuBefore, quietFrom] = [await cpuMs(gateway), performance.now()];
  await sleep(quietSeconds * 1_000);
  const cpu = ((await cpuMs(gateway)) - cpuBefore) / (performance.now() - quietFrom);
  const rested = await residentMb(gateway);
  const { times, received } = await changeSome(tabs, system.httpUrl, id);
  const after = await residentMb(gateway);
  const open = tabs.filter(({ isOver }) => !isOver).length;
  for (const tab of tabs) tab.close();
  const ms = (percent: number) => (times.percentile(percent) / 1_000).toFixed(1);
  const memory = [before, opened, rested, after].map((mb) => mb.toFixed(0));
  return {
    lines: [
      `${streams} streams opened in ${seconds.toFixed(1)} s`,
      `  RSS of the gateway in MB: before, opened, ${quietSeconds} s later, after ${changes} changes: ${memory.join(', ')}`,
      `  ${(cpu * 100).toFixed(1)} % of a processor while nothing happens`,
      `  ${received} of ${changes} changes received, from the request on: p50 ${ms(50)} ms, p99 ${ms(99)} ms`,
    ],
    limits: [
      least('streams open', open, streams),
      most('MB of the gateway', Math.max(opened, rested, after), maxMb),
      least('changes received', received, changes),
    ],
  };
}

/** Measures a gateway with ten thousand tabs, each of which watches a cart. */
export async function openStreams(folder: string): Promise<Measurement> {
  await using system = await startSystem({ env: { ...production, TRUSTED_PROXIES: '127.0.0.1' } });
  const [id = 0] = await importShop(system.dataDir, `${folder}/streams`, 1);
  return await measured(system, id);
}
